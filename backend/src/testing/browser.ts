/** A browser without eyes, for tests: it keeps cookies for each host, and follows where it is led. */
export interface TestBrowser {
  /** Asks for one address, without following. */
  ask(url: string, init?: { method?: string; form?: Record<string, string> }): Promise<Answer>;
  /** Follows redirects until there are none, or one leads to an address of `stop`. */
  follow(url: string, init?: { method?: string; form?: Record<string, string>; stop?: RegExp }): Promise<Answer>;
  cookies: Map<string, Map<string, string>>;
}

export interface Answer {
  url: string;
  status: number;
  location: string | null;
  text: string;
}

const MOST_HOPS = 12;

export function createTestBrowser(): TestBrowser {
  const cookies = new Map<string, Map<string, string>>();

  const ask: TestBrowser['ask'] = async (url, { method = 'GET', form } = {}) => {
    // Cookies do not tell ports apart; nor does a browser.
    const { hostname } = new URL(url);
    const jar = cookies.get(hostname) ?? new Map<string, string>();
    cookies.set(hostname, jar);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form === undefined ? null : new URLSearchParams(form),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (/max-age=0\b|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      location: location === null ? null : new URL(location, url).href,
      text: await response.text(),
    };
  };

  return {
    cookies,
    ask,
    async follow(url, { stop, ...init } = {}) {
      let answer = await ask(url, init);
      for (let hop = 0; hop < MOST_HOPS && answer.location !== null; hop += 1) {
        if (stop?.test(answer.location)) return answer;
        answer = await ask(answer.location);
      }
      return answer;
    },
  };
}

interface Policy {
  createScriptURL(url: string): string;
  createHTML(markup: string): string;
}

/** As much of Trusted Types as is used here. */
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

export interface Trust {
  /** Scripts may come from this origin as well. */
  allow(origin: string): void;
  /**
   * The address as `script.src` takes it in a page with Trusted Types.
   * @throws TypeError for an address that is not the inbox's, or when the page's policy does not list `inbox`
   */
  script(url: string): string;
  /**
   * The markup of a frame's document as `srcdoc` takes it in a page with Trusted Types.
   * @throws TypeError for a document that does not begin with a policy under which nothing runs
   */
  frame(markup: string): string;
}

/** What is read first in such a document: whatever comes after it cannot loosen it. */
const INERT = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';`;

/** One policy, by the name `inbox`, for all scripts and frames that the inbox brings into the page. It is made with the first of them. */
export function createTrust(): Trust {
  const origins = new Set<string>();
  const rules: Policy = {
    createScriptURL(url) {
      if (origins.has(new URL(url, document.baseURI).origin)) return url;
      throw new TypeError(`${url} is no script of the inbox`);
    },
    createHTML(markup) {
      const directives = markup.slice(INERT.length, markup.indexOf('"', INERT.length));
      if (markup.startsWith(INERT) && !directives.includes('script-src')) return markup;
      throw new TypeError('This frame would not keep scripts from running');
    },
  };
  let made: Policy | undefined;
  const policy = (): Policy => {
    const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
    made ??= factory?.createPolicy('inbox', rules) ?? rules;
    return made;
  };
  return {
    allow: (origin) => void origins.add(origin),
    script: (url) => policy().createScriptURL(url),
    frame: (markup) => policy().createHTML(markup),
  };
}

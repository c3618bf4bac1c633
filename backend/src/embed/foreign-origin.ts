import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origin of the page that asks, when it is another than the inbox's own; undefined for the inbox, and programs. */
export function foreignOrigin({ headers, host }: { headers: IncomingHttpHeaders; host?: string }): string | undefined {
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const own = [host, headers.host];
  return URL.canParse(origin) && own.includes(new URL(origin).host) ? undefined : origin;
}

/** Are the page and the inbox both on the developer's own machine? A panel's own page there calls a running inbox. */
export function isOnOneMachine(origin: string, host: string | undefined): boolean {
  const here = `http://${host ?? ''}`;
  if (!URL.canParse(origin) || !URL.canParse(here)) return false;
  return LOOPBACK.has(new URL(origin).hostname) && LOOPBACK.has(new URL(here).hostname);
}

/** How a request is answered: `none` is left to the browser, as if there were no service worker. */
export type Kind = 'page' | 'file' | 'none';

interface Asked {
  method: string;
  mode: string;
  url: string;
}

const PAGE = /^\/inbox(?:\/[^.]*)?$/;
/** A file of the shell, which has the hash of its content in its name. */
const SHELL_FILE = /^\/[\w.-]+\.[\da-f]{10}\.\w+$/;
/** A file in the folder of a panel's version, on whatever origin the panels are served by. */
const PANEL_FILE = /\/[a-z][a-z\d-]*\/\d+\.\d+\.\d+[\w.-]*\/[\w.-]+\.(?:js|json)$/;

/**
 * Everything else is the network's alone: calls, the socket, the registry, what agents have uploaded. So is a file that a
 * retry asks for at an address of its own, since what is stored may be what is wrong.
 *
 * @param origin of the inbox
 */
export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: at, pathname, search } = new URL(url);
  if (method !== 'GET') return 'none';
  if (mode === 'navigate') return at === origin && PAGE.test(pathname) ? 'page' : 'none';
  if (search !== '') return 'none';
  if (at === origin && pathname.startsWith('/api/')) return 'none';
  return (at === origin && SHELL_FILE.test(pathname)) || PANEL_FILE.test(pathname) ? 'file' : 'none';
}

/**
 * Does a proxy say that there is no inbox behind it? To an agent that is the same as no network, and the page connects again by itself.
 * Any other failure is the inbox's own answer, and is passed on.
 */
export const isUnreachable = ({ status }: Pick<Response, 'status'>): boolean =>
  status === 502 || status === 503 || status === 504;

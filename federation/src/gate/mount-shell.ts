import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findHostFile } from '../publish/host-release';
import { hostVersionDir, readRegistry } from '../registry/store';

/** The shell that a build is mounted beside: its page and its files, wherever they are. */
export interface MountShell {
  /** Its page as HTML; null where there is none. */
  page(): Promise<string | null>;
  /** What is said then. */
  absent: string;
  /** One of its scripts by name; null where there is none. */
  file(name: string): Promise<Uint8Array | null>;
}

/** The live shell of an inbox on this machine, by its data folder. */
export const shellInFolder = (dataDir: string): MountShell => ({
  absent: 'the inbox that it is published to was never started',
  async page() {
    const { host } = await readRegistry(dataDir);
    return host ? readFile(join(hostVersionDir(dataDir, host.version), 'index.html'), 'utf8').catch(() => null) : null;
  },
  async file(name) {
    const dir = await findHostFile(dataDir, name);
    return dir === null ? null : readFile(join(dir, name));
  },
});

/** Milliseconds that a running inbox may take to answer with a file. */
const ANSWER_MS = 30_000;

/**
 * The live shell of an inbox that runs elsewhere.
 *
 * @param url of the inbox, without a trailing slash
 */
export function shellAt(url: string): MountShell {
  // A redirect would bring in the shell of somebody else.
  const get = async (path: string, type: RegExp) => {
    const options = { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) } as const;
    const response = await fetch(`${url}/${path}`, options).catch(() => null);
    return response?.ok && type.test(response.headers.get('content-type') ?? '') ? response : null;
  };
  return {
    absent: `${url} has no page to mount it in`,
    page: async () => (await get('', /html/))?.text() ?? null,
    async file(name) {
      const response = await get(encodeURIComponent(basename(name)), /javascript/);
      return response && new Uint8Array(await response.arrayBuffer());
    },
  };
}

import { PAGE_RELEASE_HEADER } from '@inbox/federation/registry';
import { hasHash, isNamedByHash } from './integrity';
import { readList, readPage, wantedFiles, type Hashes } from './read-page';
import type { FileStorage } from './storage';
import { storedHeaders } from './stored-page';

/** Bytes of all files together, as they are stored: four times what there is today. What no longer fits is left to the network. */
export const MOST_BYTES = 16_000_000;
/** Milliseconds that each file may take. */
const FILE_WITHIN_MS = 30_000;
/** The page that is stored; every address of the inbox is given it, and its shell reads the address. */
const PAGE_PATH = '/inbox/tickets';

export interface StoreDeps {
  storage: FileStorage;
  fetch: typeof globalThis.fetch;
  /** Of the inbox. */
  origin: string;
}

export interface PaintedPage {
  agentId: string;
  /** Version of the shell with which a page has had its first paint. */
  hostVersion: string;
}

/**
 * Stores what the next start needs where there is no network: the page as the inbox serves it now, and the files that it names, each
 * checked against its hash. Only a shell that has painted in this browser is stored; if the inbox serves another one by now,
 * what is stored is out of date, and nothing is until that one has painted.
 *
 * @throws when the network or the storage fails. Then what was stored stands, unless it was of another release
 */
export async function storeRelease({ storage, fetch, origin }: StoreDeps, painted: PaintedPage): Promise<void> {
  const pageUrl = origin + PAGE_PATH;
  const get = (address: string, init: RequestInit = {}) =>
    fetch(address, { signal: AbortSignal.timeout(FILE_WITHIN_MS), redirect: 'error', priority: 'low', ...init });

  const answer = await get(pageUrl, { cache: 'no-store' });
  if (!answer.ok) return;
  const release = answer.headers.get(PAGE_RELEASE_HEADER);
  const html = await answer.text();
  const facts = readPage(html, pageUrl);
  if (release === null || facts?.hostVersion !== painted.hostVersion) return storage.dropPage();

  const before = await storage.page();
  // What it names may be what is wrong, as after a rollback: it is not shown while the new files come.
  if (before !== null && before.release !== release) await storage.dropPage();
  const list = await (await get(`${origin}/${facts.list}`)).arrayBuffer();
  if (!(await isNamedByHash(list, facts.list))) throw new Error(`${facts.list} is not what its name says`);
  const wanted = wantedFiles(facts, readList(new TextDecoder().decode(list)), painted.agentId, pageUrl);

  if (before?.release === release && (await isComplete(storage, before.files, wanted))) return;
  const files = await storeFiles({ storage, get }, wanted);
  // Of a panel of which this agent has a canary, the page names the other version.
  const missing = facts.needed.filter((address) => address in wanted && !(address in files));
  if (missing.length > 0) throw new Error(`Without ${missing.join(', ')} the page does not begin`);
  await storage.writePage({ release, html, headers: storedHeaders(answer.headers), files });
  await storage.keepOnly(files);
}

/** Are these the files that are wanted, and is each still there? */
async function isComplete(storage: FileStorage, files: Hashes, wanted: Hashes): Promise<boolean> {
  const there = await storage.addresses();
  const isStored = (address: string) => files[address] === wanted[address] && there.has(address);
  return Object.keys(wanted).every(isStored) && Object.keys(files).every((address) => address in wanted);
}

interface FilesDeps {
  storage: FileStorage;
  get(address: string, init?: RequestInit): Promise<Response>;
}

/** @returns those that are stored now */
async function storeFiles({ storage, get }: FilesDeps, wanted: Hashes): Promise<Hashes> {
  const stored: Record<string, string> = {};
  let bytes = 0;
  // One after the other: the page may be loading something for its agent.
  for (const [address, hash] of Object.entries(wanted)) {
    const known = await (await storage.file(address, hash))?.arrayBuffer();
    const file = known ? null : await fetchFile(get, address, hash);
    const size = known?.byteLength ?? file?.content.byteLength ?? 0;
    if ((!known && !file) || bytes + size > MOST_BYTES) continue;
    if (file) await storage.writeFile(address, file.content, file.type);
    bytes += size;
    stored[address] = hash;
  }
  return stored;
}

interface FetchedFile {
  content: ArrayBuffer;
  type: string;
}

/** Null for a file that is not there, or is another one than was published: the page is not worse off than without it. */
async function fetchFile(get: FilesDeps['get'], address: string, hash: string): Promise<FetchedFile | null> {
  try {
    const answer = await get(address);
    if (!answer.ok) return null;
    const content = await answer.arrayBuffer();
    return (await hasHash(content, hash)) ? { content, type: answer.headers.get('content-type') ?? '' } : null;
  } catch {
    return null;
  }
}

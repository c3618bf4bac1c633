import type { Api } from '@inbox/api';
import { browserKeyCalls, type BrowserKey } from '@inbox/api/browser-key';
import type { AgentId } from '@inbox/domain';
import { canEncrypt } from './agent-cipher';
import { hasEncrypted } from './encrypted-mark';
import { decryptStored, discardStored, encryptStored, panelsWithKeys, panelsWithRecords } from './encrypted-storage';
import { readPublicKey, writePublicKey } from './public-key';

type KeyApi = Pick<Api, 'call'>;

/** Milliseconds that the server may take to give the key. */
const KEY_MS = 4_000;
/** Milliseconds after which the page goes on without what the browser does not finish, such as behind another tab. */
const STORE_MS = 15_000;

async function fetchKey(api: KeyApi, agent: AgentId): Promise<BrowserKey> {
  const key = await api.call(browserKeyCalls.browserKey, {}, { signal: AbortSignal.timeout(KEY_MS) });
  writePublicKey(agent, key);
  return key;
}

/** Whether what is stored of the agent can be encrypted; asks the server for the key when this browser does not have it yet. */
export async function ensureKey(api: KeyApi, agent: AgentId): Promise<boolean> {
  if (!canEncrypt()) return false;
  if (readPublicKey(agent) !== null) return true;
  return fetchKey(api, agent).then(
    () => true,
    () => false,
  );
}

/** Decrypts what an earlier sign-out has encrypted. @returns whether all is readable by its agent now */
export async function openStored(api: KeyApi, agent: AgentId): Promise<boolean> {
  if (!hasEncrypted(agent)) return true;
  try {
    await decryptStored(agent, await fetchKey(api, agent));
    return true;
  } catch (error) {
    console.warn('What was encrypted at the sign-out could not be decrypted yet', error);
    return false;
  }
}

/** What becomes of what panels have stored of the agent. */
export type PutAway = 'encrypt' | 'discard';

/**
 * Puts away what panels have stored of an agent who is signed out.
 * @returns whether something of it is readable still: what cannot be encrypted is never removed without a question
 */
export async function putAway(agent: AgentId, how: PutAway): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    if (how === 'encrypt') return (await encryptStored()).has(agent);
    await discardStored(agent);
    return false;
  };
  const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), STORE_MS));
  return Promise.race([
    work().catch((error: unknown) => {
      console.warn('What is stored could not be put away', error);
      return true;
    }),
    limit,
  ]);
}

/**
 * The panels that have something of this agent in a database; none where the browser does not say in time. Without a key what
 * localStorage has counts, too, mere choices included: it is not kept, and may be an agent's work.
 */
export function storingPanels(agent: AgentId, timeoutMs: number): Promise<ReadonlySet<string>> {
  const known = new Set(readPublicKey(agent) === null ? panelsWithKeys(agent) : []);
  const limit = new Promise<ReadonlySet<string>>((resolve) => setTimeout(() => resolve(known), timeoutMs));
  const stored = panelsWithRecords(agent).then((panels) => new Set([...known, ...panels]));
  return Promise.race([stored.catch(() => known), limit]);
}

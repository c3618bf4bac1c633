import type { BrowserKey } from '@inbox/api/browser-key';
import type { AgentId } from '@inbox/domain';
import { withTabLock } from '@inbox/panel/tab-lock';
import { loadAuthState } from '../auth/auth-state';
import { canEncrypt, createDecryptor, createEncryptor, type Encryptor } from './agent-cipher';
import { clearRecords, hasRecord, rewriteRecords } from './database-records';
import { markEncrypted, unmarkEncrypted } from './encrypted-mark';
import { agentOf, databasesOfAgents, isCopy, keysOfAgents, panelOf } from './places';
import { encryptedIn, encryptedInText, isEncryptedText, recordOf, textOf } from './encrypted-forms';
import { readPublicKey } from './public-key';
import { bytesOf, valueOf } from './value-bytes';

/** One tab at a time encrypts, decrypts or removes what panels have stored. */
const alone = async <T>(work: () => Promise<T>): Promise<T> => {
  let done: { value: T } | undefined;
  await withTabLock(
    'inbox.encryption',
    new AbortController().signal,
    async () => void (done = { value: await work() }),
  );
  if (done === undefined) throw new Error('The lock was not given');
  return done.value;
};

const isSignedIn = (agent: AgentId): boolean => loadAuthState()?.user.current_user_id === agent;

/**
 * Encrypts what panels have stored of every agent who is not signed in now, for each with the agent's own key, and removes their
 * copies of what the server has.
 * @returns the agents of whom something is readable still: there is no key, or the browser has refused
 */
export const encryptStored = (): Promise<ReadonlySet<AgentId>> =>
  alone(async () => {
    removeCopies();
    const readable = new Set<AgentId>();
    const encryptors = new Map<AgentId, Promise<Encryptor>>();
    const encryptorOf = (agent: AgentId): Promise<Encryptor> | null => {
      const key = canEncrypt() ? readPublicKey(agent) : null;
      const known = encryptors.get(agent) ?? (key && createEncryptor(key));
      if (known) encryptors.set(agent, known);
      return known;
    };
    async function each(
      name: string,
      work: (encryptor: Encryptor, agent: AgentId) => Promise<void>,
      isReadable: () => boolean | Promise<boolean>,
    ): Promise<void> {
      const agent = agentOf(name);
      if (agent === null || isSignedIn(agent)) return;
      try {
        const encryptor = await encryptorOf(agent);
        if (encryptor) await work(encryptor, agent);
        else if (await isReadable()) readable.add(agent);
      } catch (error) {
        console.warn(`${name} could not be encrypted`, error);
        readable.add(agent);
      }
    }
    for (const name of await databasesOfAgents()) {
      await each(
        name,
        (encryptor, agent) => encryptDatabase(name, encryptor, agent),
        () => hasRecord(name, (value) => encryptedIn(value) === null),
      );
    }
    for (const key of keysOfAgents()) {
      await each(
        key,
        (encryptor, agent) => encryptKey(key, encryptor, agent),
        () => !isEncryptedText(localStorage.getItem(key) ?? ''),
      );
    }
    return readable;
  });

function removeCopies(): void {
  for (const key of keysOfAgents().filter(isCopy)) {
    const agent = agentOf(key);
    if (agent !== null && !isSignedIn(agent)) localStorage.removeItem(key);
  }
}

const encryptDatabase = (name: string, encryptor: Encryptor, agent: AgentId): Promise<void> =>
  rewriteRecords(name, async (value, place) => {
    // An agent who signs in meanwhile, in another tab, has the rest as it is.
    if (encryptedIn(value) !== null || isSignedIn(agent)) return undefined;
    const encrypted = await encryptor.encrypt(await bytesOf(value), place);
    markEncrypted(agent);
    return { value: recordOf(encrypted), bytes: encrypted.data.length };
  });

async function encryptKey(key: string, encryptor: Encryptor, agent: AgentId): Promise<void> {
  for (;;) {
    const before = localStorage.getItem(key);
    if (before === null || isEncryptedText(before) || isSignedIn(agent)) return;
    const after = textOf(await encryptor.encrypt(new TextEncoder().encode(before), key));
    // A page may have written meanwhile.
    if (localStorage.getItem(key) !== before) continue;
    markEncrypted(agent);
    localStorage.setItem(key, after);
  }
}

/**
 * Decrypts what panels have stored of this agent, before they read it. What is not theirs to read, as that of a server which
 * has been set up anew, stays as it is.
 * @param key of the agent
 * @throws when the browser cannot store it; what is left is decrypted by the next call
 */
export const decryptStored = (agent: AgentId, key: BrowserKey): Promise<void> =>
  alone(async () => {
    const decryptor = await createDecryptor(key);
    const isOwn = (name: string) => agentOf(name) === agent;
    for (const name of (await databasesOfAgents()).filter(isOwn)) {
      await rewriteRecords(name, async (value, place) => {
        const encrypted = encryptedIn(value);
        const bytes = encrypted && (await decryptor.decrypt(encrypted, place).catch(() => null));
        return bytes ? { value: valueOf(bytes), bytes: bytes.length } : undefined;
      });
    }
    for (const name of keysOfAgents().filter(isOwn)) {
      const text = localStorage.getItem(name) ?? '';
      if (!isEncryptedText(text)) continue;
      const bytes = await Promise.resolve()
        .then(() => decryptor.decrypt(encryptedInText(text), name))
        .catch(() => null);
      if (bytes && localStorage.getItem(name) === text) localStorage.setItem(name, new TextDecoder().decode(bytes));
    }
    unmarkEncrypted(agent);
  });

/** Removes all that panels have stored of this agent, encrypted or not. */
export const discardStored = (agent: AgentId): Promise<void> =>
  alone(async () => {
    const isOwn = (name: string) => agentOf(name) === agent;
    for (const key of keysOfAgents().filter(isOwn)) localStorage.removeItem(key);
    for (const name of (await databasesOfAgents()).filter(isOwn)) await clearRecords(name);
    unmarkEncrypted(agent);
  });

/** The panels that have records of this agent in a database of theirs. */
export async function panelsWithRecords(agent: AgentId): Promise<ReadonlySet<string>> {
  const panels = new Set<string>();
  for (const name of (await databasesOfAgents()).filter((one) => agentOf(one) === agent)) {
    if (await hasRecord(name)) panels.add(panelOf(name));
  }
  return panels;
}

/** The panels that have something of this agent in localStorage. */
export const panelsWithKeys = (agent: AgentId): string[] =>
  keysOfAgents()
    .filter((key) => agentOf(key) === agent && !isCopy(key))
    .map(panelOf);

import type { StoredAnswer } from '@inbox/panel/contract';
import { whenIdle } from '@inbox/panel/when-idle';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import {
  ANSWER_DAYS,
  ANSWERS,
  ANSWERS_VERSION,
  databaseOf,
  DATABASES,
  readAnswer,
  type AnswerRecord,
} from '../first-call/early-request';

/**
 * So many answers are stored, hundreds of tickets with a thread and a customer each: the one that was written longest ago
 * goes first.
 */
export const MOST_ANSWERS = 800;
/** So many characters all of them have together; the browser takes one or two bytes for each. */
export const MOST_CHARACTERS = 20_000_000;
/** A longer one is not stored. */
export const LONGEST = 1_000_000;
/** Milliseconds for which writes are gathered. */
export const GATHER_MS = 1_000;

/** What an answer takes; apart from the answers, so that making room reads none of them. */
interface Size {
  at: number;
  characters: number;
}

interface AnswerSchema extends DBSchema {
  answers: { key: string; value: AnswerRecord };
  sizes: { key: string; value: Size };
}

export interface AnswerDb {
  read(key: string): Promise<StoredAnswer | null>;
  write(key: string, make: () => StoredAnswer | null): void;
  /** See `StoredAnswers`. */
  find(prefix: string, words: readonly string[], most: number): Promise<StoredAnswer[]>;
  /** Writes what waits, now. */
  flush(): Promise<void>;
}

/**
 * The answers that this browser has stored for one agent of one merchant, in a database of their own. Those of any other
 * agent are removed. When the browser refuses once, as when its storage is full or closed, nothing more is stored by this
 * page, and nobody is told: the server has it all.
 *
 * @param agent as `agentKey` has it
 * @param isAllowed whether they may be stored at this moment; as soon as they may not, the database is removed
 */
export function openAnswerDb(agent: string, isAllowed: () => boolean): AnswerDb {
  const name = databaseOf(agent);
  const waiting = new Map<string, () => StoredAnswer | null>();
  let opened: Promise<IDBPDatabase<AnswerSchema>> | undefined;
  let isGathering = false;
  let hasRefused = false;

  function open(): Promise<IDBPDatabase<AnswerSchema>> {
    opened ??= openDB<AnswerSchema>(name, ANSWERS_VERSION, {
      upgrade(db) {
        for (const old of db.objectStoreNames) db.deleteObjectStore(old);
        db.createObjectStore(ANSWERS);
        db.createObjectStore('sizes');
      },
      // Who removes the database, or brings a newer one, waits for this one to let go.
      blocking: close,
      terminated: () => (opened = undefined),
    });
    return opened;
  }

  function close(): void {
    opened?.then((db) => db.close()).catch(() => undefined);
    opened = undefined;
  }

  /** A database that is open now: null when nothing may be stored, and then nothing is. */
  async function openAllowed(): Promise<IDBPDatabase<AnswerSchema> | null> {
    if (!isAllowed()) return null;
    const db = await open();
    if (isAllowed()) return db;
    // It was removed while this one opened, which made it anew.
    close();
    indexedDB.deleteDatabase(name);
    return null;
  }

  async function flush(): Promise<void> {
    const made = [...waiting];
    waiting.clear();
    if (hasRefused || made.length === 0) return;
    try {
      const db = await openAllowed();
      if (db)
        await store(
          db,
          made.flatMap(([key, make]) => recordOf(key, agent, make())),
        );
    } catch {
      hasRefused = true;
      close();
    }
  }

  void removeOthers(name);
  addEventListener('pagehide', () => void flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flush();
  });

  return {
    async read(key) {
      try {
        const db = await openAllowed();
        const record: unknown = await db?.get(ANSWERS, key);
        const answer = readAnswer(record, agent, Date.now());
        if (record !== undefined && answer === null) {
          const tx = db?.transaction([ANSWERS, 'sizes'], 'readwrite');
          await Promise.all([tx?.objectStore(ANSWERS).delete(key), tx?.objectStore('sizes').delete(key), tx?.done]);
        }
        return answer;
      } catch {
        return null;
      }
    },
    async find(prefix, words, most) {
      // As they stand in the text.
      const wanted = words.map((word) => JSON.stringify(word).slice(1, -1).toLowerCase());
      const found: StoredAnswer[] = [];
      try {
        await flush();
        const db = await openAllowed();
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        let cursor = (await db?.transaction(ANSWERS).store.openCursor(range)) ?? null;
        for (; cursor; cursor = await cursor.continue()) {
          const text = textOf(cursor.value).toLowerCase();
          const answer = wanted.every((word) => text.includes(word)) && readAnswer(cursor.value, agent, Date.now());
          if (answer) found.push(answer);
        }
      } catch {
        // What was found until then is there.
      }
      return found.sort((one, other) => other.at - one.at).slice(0, most);
    },
    write(key, make) {
      // Last, as it was written last.
      waiting.delete(key);
      waiting.set(key, make);
      if (isGathering) return;
      isGathering = true;
      setTimeout(() => {
        isGathering = false;
        whenIdle(() => void flush());
      }, GATHER_MS);
    },
    flush,
  };
}

/** Of a record that another version of the page may have written. */
const textOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'text' in record && typeof record.text === 'string'
    ? record.text
    : '';

interface Made {
  key: string;
  record: AnswerRecord;
}

function recordOf(key: string, agent: string, answer: StoredAnswer | null): Made[] {
  if (answer === null) return [];
  const { at, seq, data } = answer;
  const text = JSON.stringify(data);
  return text.length > LONGEST ? [] : [{ key, record: { version: ANSWERS_VERSION, agent, at, seq, text } }];
}

/** One transaction, so that the bounds hold however many tabs write. What is older than what is stored is not stored. */
async function store(db: IDBPDatabase<AnswerSchema>, made: readonly Made[]): Promise<void> {
  const tx = db.transaction([ANSWERS, 'sizes'], 'readwrite', { durability: 'relaxed' });
  const ignore = () => undefined;
  tx.done.catch(ignore);
  const [answers, sizes] = [tx.objectStore(ANSWERS), tx.objectStore('sizes')];
  const [keys, values] = await Promise.all([sizes.getAllKeys(), sizes.getAll()]);
  const stored = new Map(keys.flatMap((key, index) => (values[index] ? [[key, values[index]] as const] : [])));
  for (const { key, record } of made) {
    const size = { at: record.at, characters: record.text.length };
    if ((stored.get(key)?.at ?? 0) > size.at) continue;
    stored.set(key, size);
    answers.put(record, key).catch(ignore);
    sizes.put(size, key).catch(ignore);
  }
  for (const key of tooMany(stored, Date.now())) {
    answers.delete(key).catch(ignore);
    sizes.delete(key).catch(ignore);
  }
  await tx.done;
}

/** The keys that have to go: what is too old, and the oldest of what is too much. */
export function tooMany(stored: ReadonlyMap<string, Size>, now: number): string[] {
  const newestFirst = [...stored].sort(([, one], [, other]) => other.at - one.at);
  let characters = 0;
  return newestFirst.flatMap(([key, size], index) => {
    characters += size.characters;
    const stays = index < MOST_ANSWERS && characters <= MOST_CHARACTERS && now - size.at < ANSWER_DAYS * 86_400_000;
    return stays ? [] : [key];
  });
}

/** As of an agent whose sign-out was cut short. */
async function removeOthers(own: string): Promise<void> {
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    for (const name of names) if (name.startsWith(DATABASES) && name !== own) indexedDB.deleteDatabase(name);
  } catch {
    // No database, or a browser that does not list them: it is not read by anybody else all the same.
  }
}

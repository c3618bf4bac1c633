import type { PanelStorage } from '@inbox/panel';
import { KINDS, type Kind, type RecordDb, type RecordTx } from '../storage/record-db';
import { createRecords, type Records, type TabChannel } from '../storage/records';

/** What the tabs of one browser share, in memory: the database, their channel and their locks. */
export interface ABrowser {
  /** What the database has, as it stands on the disk. */
  stored(kind: Kind): unknown[];
  /** While true every transaction that writes is refused, as by a full disk. */
  full: boolean;
  db(): RecordDb;
  /** What localStorage has of the agent. */
  storage: Pick<PanelStorage, 'read' | 'write' | 'remove' | 'keys' | 'onChange'>;
  openChannel(): TabChannel;
  /** The records of a new tab, begun and loaded unless `isStarted` is false. */
  open(options?: { isStarted: boolean }): Promise<Records>;
  /** One tab after the other; a page that is gone holds none up. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
}

export function aBrowser(): ABrowser {
  const disk = new Map<Kind, Map<string, string>>(KINDS.map((kind) => [kind, new Map()]));
  const of = (kind: Kind) => disk.get(kind) ?? new Map<string, string>();
  const texts = new Map<string, string>();
  const listeners = new Map<TabChannel, (message: unknown) => void>();
  const locks = new Map<string, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Transactions happen one after the other; what fails leaves nothing. */
  function transact<T>(work: (tx: RecordTx) => Promise<T> | T, isWriting: boolean): Promise<T> {
    const turn = last.then(async () => {
      const changes: (() => void)[] = [];
      const read = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
      const result = await work({
        get: async (kind, key) => read(of(kind).get(key)),
        all: async (kind) => new Map([...of(kind)].map(([key, text]) => [key, read(text)])),
        put: (kind, key, value) => void changes.push(() => of(kind).set(key, JSON.stringify(value))),
        remove: (kind, key) => void changes.push(() => of(kind).delete(key)),
      });
      if (isWriting && browser.full) throw new DOMException('full', 'QuotaExceededError');
      for (const change of changes) change();
      return result;
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  const browser: ABrowser = {
    stored: (kind) => [...of(kind).values()].map((text): unknown => JSON.parse(text)),
    full: false,
    db: () => ({
      kinds: KINDS,
      read: (_, work) => transact(work, false),
      write: async (_, work) => transact(work, true),
      close: () => undefined,
    }),
    storage: {
      read: (key, schema) => schema.safeParse(JSON.parse(texts.get(key) ?? 'null')).data ?? null,
      write: (key, value) => texts.set(key, JSON.stringify(value)).has(key),
      remove: (key) => void texts.delete(key),
      onChange: () => () => undefined,
      keys: (prefix = '') => [...texts.keys()].filter((key) => key.startsWith(prefix)),
    },
    openChannel() {
      const channel: TabChannel = {
        post(message) {
          for (const [other, listener] of [...listeners]) {
            if (other !== channel) queueMicrotask(() => listener(structuredClone(message)));
          }
        },
        listen(listener) {
          listeners.set(channel, listener);
          return () => listeners.delete(channel);
        },
        close: () => void listeners.delete(channel),
      };
      return channel;
    },
    async open({ isStarted } = { isStarted: true }) {
      const { db, openChannel } = browser;
      const records = createRecords({ db: db(), openChannel, report: () => undefined });
      if (isStarted) {
        records.start();
        await records.loaded;
      }
      return records;
    },
    alone(name, signal, work) {
      const turn = (locks.get(name) ?? Promise.resolve()).then(async () => {
        if (signal.aborted) return;
        await new Promise<void>((resolve, reject) => {
          const leave = () => resolve();
          signal.addEventListener('abort', leave);
          work()
            .finally(() => signal.removeEventListener('abort', leave))
            .then(resolve, reject);
        });
      });
      // One that fails holds none up.
      locks.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
  return browser;
}

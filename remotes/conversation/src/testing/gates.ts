import type { FakePorts } from '@inbox/panel/testing';
import type { BlobStore } from '../storage/blob-store';

/** Everything that a panel awaits passes here. Closed, each waits until the test lets it through, one at a time. */
export interface Gates {
  pass(name: string): Promise<void>;
  close(): void;
  /** Lets through whatever waits and whatever comes. */
  open(): void;
  /** The page that waits for these is dead: nothing comes of them any more. */
  abandon(): void;
  /** What waits, the oldest first. */
  waiting(): readonly string[];
  /** Lets the nth of those through, or the last when there are fewer. */
  letThrough(nth: number): void;
}

export function createGates(): Gates {
  let isClosed = false;
  let waiting: { name: string; go(): void }[] = [];
  const letGo = (gone: readonly { go(): void }[]) => {
    waiting = waiting.filter((one) => !gone.includes(one));
    for (const { go } of gone) go();
  };
  return {
    pass: (name) => (isClosed ? new Promise((go) => waiting.push({ name, go })) : Promise.resolve()),
    close() {
      isClosed = true;
    },
    open() {
      isClosed = false;
      letGo(waiting);
    },
    abandon() {
      waiting = [];
    },
    waiting: () => waiting.map(({ name }) => name),
    letThrough: (nth) => letGo(waiting.slice(Math.min(nth, waiting.length - 1)).slice(0, 1)),
  };
}

/** The same ports with gates before the token, before the server hears a call, in the middle of a file, and before the answer. */
export function withGates(fake: FakePorts, gates: Gates): FakePorts {
  const { auth, api } = fake.ports;
  const { transport } = api;
  if (!transport) throw new Error('These ports carry no calls');
  return {
    ...fake,
    ports: {
      ...fake.ports,
      auth: {
        ...auth,
        getToken: async (options) => {
          await gates.pass('token');
          return auth.getToken(options);
        },
      },
      api: {
        ...api,
        transport: async (request) => {
          const { method, url, signal, onProgress } = request;
          await gates.pass(`${method} ${url}`);
          signal?.throwIfAborted();
          if (onProgress) {
            onProgress(0.5);
            await gates.pass(`half of ${url}`);
            signal?.throwIfAborted();
          }
          const answer = await transport(request);
          await gates.pass(`answer of ${url}`);
          signal?.throwIfAborted();
          return answer;
        },
      },
    },
  };
}

/** A browser's own database, which keeps its bytes through a reload. */
export function gatedHeap(gates: Gates): { heap: BlobStore; bytes: ReadonlyMap<string, Blob> } {
  const bytes = new Map<string, Blob>();
  return {
    bytes,
    heap: {
      async put(key, blob) {
        await gates.pass('put a file');
        bytes.set(key, blob);
      },
      async get(key) {
        await gates.pass('get a file');
        return bytes.get(key) ?? null;
      },
      async remove(key) {
        await gates.pass('remove a file');
        bytes.delete(key);
      },
      async keys() {
        await gates.pass('list files');
        return [...bytes.keys()];
      },
    },
  };
}

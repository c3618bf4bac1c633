import { domainToASCII } from 'node:url';
import { Worker } from 'node:worker_threads';
import { normalEmail, type SenderCheck } from '@inbox/domain';
import type { ProvenSender, SenderTask } from './prove-sender';
import type { WorkerAnswer } from './sender.worker';

export interface SenderChecker {
  /** Says whether a mail's sender is proven, within the time that it has: what is not known by then is no proof. */
  check(task: Omit<SenderTask, 'authservId'>): Promise<ProvenSender>;
  close(): Promise<void>;
}

export interface SenderCheckerOptions {
  /** The server whose Authentication-Results count; null to check SPF, DKIM and DMARC here. */
  authservId: string | null;
  /** Milliseconds that a mail waits for what is found of its sender. */
  timeoutMs?: number;
  /** Milliseconds for the thread's own start. */
  startMs?: number;
  /** Starts the thread, for tests that need another one. */
  start?: () => Worker;
}

const TIMEOUT_MS = 5_000;
/** For the start: the thread loads the library. */
const START_MS = 10_000;
const HEAP_MB = 192;
const LATE: ProvenSender = { check: { verified: false, doubt: 'dns_failed' }, from: null };

interface Thread {
  worker: Worker;
  ready: Promise<void>;
  waiting: Map<number, (proven: ProvenSender | null) => void>;
}

/** Checks senders on a thread of their own. One that a mail keeps busy beyond its time is replaced. */
export function startSenderChecker(options: SenderCheckerOptions): SenderChecker {
  const { authservId, timeoutMs = TIMEOUT_MS, startMs = START_MS, start = startWorker } = options;
  let thread: Thread | undefined = open();
  let isClosed = false;
  let lastId = 0;

  function open(): Thread {
    const worker = start();
    const waiting: Thread['waiting'] = new Map();
    const opened: Thread = { worker, waiting, ready: Promise.resolve() };
    opened.ready = new Promise((resolve) => {
      worker.on('message', (said: WorkerAnswer) => {
        if (said === 'ready') return resolve();
        waiting.get(said.id)?.(said.proven);
        waiting.delete(said.id);
      });
      worker.on('exit', () => end(opened));
      worker.on('error', () => end(opened));
      worker.unref();
    });
    return opened;
  }

  function end(ended: Thread): void {
    if (thread === ended) thread = undefined;
    void ended.worker.terminate();
    for (const answer of ended.waiting.values()) answer(null);
    ended.waiting.clear();
  }

  return {
    async check(task) {
      if (isClosed) return LATE;
      const asked = (thread ??= open());
      if (
        !(await within(
          asked.ready.then(() => true),
          startMs,
        ))
      )
        return LATE;
      const id = (lastId += 1);
      const proven = new Promise<ProvenSender | null>((resolve) => asked.waiting.set(id, resolve));
      asked.worker.postMessage({ id, task: { ...task, authservId } });
      const found = await within(proven, timeoutMs);
      // Name servers have less time than that: the thread itself is stuck.
      if (found === null && asked.waiting.has(id)) end(asked);
      return found ?? LATE;
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
    },
  };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What was proven of one address is no proof for another one, as which the mail would show. */
export function checkOf({ check, from }: ProvenSender, shown: string | undefined): SenderCheck {
  if (!check.verified) return check;
  const isSame = from !== null && shown !== undefined && asciiOf(from) === asciiOf(shown);
  return isSame ? check : { verified: false, doubt: 'several_senders' };
}

function asciiOf(email: string): string {
  const [address, at] = [normalEmail(email), normalEmail(email).lastIndexOf('@')];
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** Built, the worker's file lies beside the bundle under its own name. */
function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './sender-from-source.js' : './sender.worker.js';
  return new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
}

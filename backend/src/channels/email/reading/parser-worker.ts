import { Worker } from 'node:worker_threads';
import type { ReadAnswer, ReadTask } from './read-file';

/** What a worker thread says when it is done. */
export type WorkerAnswer = { read: ReadAnswer } | { failed: { message: string; code: string | undefined } };

/** The worker thread ended, or was ended, before it answered: the mail takes too long or too much memory to read. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError';
}

export interface ParserWorkerOptions {
  /** Milliseconds that one mail may take. */
  timeoutMs: number;
  /** Megabytes of objects; the mail's own bytes come on top. */
  heapMb: number;
  /** The thread is ended after each mail, so that what it took is free at once. */
  endsAfterEach: boolean;
}

export interface ParserWorker {
  /** Reads a mail once those before it are read. @throws TooMuchWorkError, or what the mail's reading failed with */
  run(task: ReadTask): Promise<ReadAnswer>;
  close(): Promise<void>;
}

/** Mails that are read one after the other on a thread of their own, started when there is something to read. */
export function openParserWorker({ timeoutMs, heapMb, endsAfterEach }: ParserWorkerOptions): ParserWorker {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function read(task: ReadTask): Promise<ReadAnswer> {
    if (isClosed) throw new Error('The connection to the reader of mails is closed.');
    const reader = (worker ??= startWorker(heapMb));
    let timer: NodeJS.Timeout | undefined;
    try {
      const said = await new Promise<WorkerAnswer>((resolve, reject) => {
        const failed = (why: string) => reject(new TooMuchWorkError(`The mail could not be read: ${why}`));
        timer = setTimeout(() => failed(`it took more than ${timeoutMs} ms.`), timeoutMs);
        reader.once('message', resolve);
        reader.once('error', (error: Error) => failed(error.message));
        reader.once('exit', () => failed('its thread ended.'));
        reader.postMessage(task);
      });
      if ('read' in said) return said.read;
      throw Object.assign(new Error(said.failed.message), said.failed.code !== undefined && { code: said.failed.code });
    } catch (error) {
      if (error instanceof TooMuchWorkError) await end();
      throw error;
    } finally {
      clearTimeout(timer);
      for (const event of ['message', 'error', 'exit']) reader.removeAllListeners(event);
      // Whatever becomes of a thread that nobody waits for is no failure of this process.
      reader.on('error', () => undefined);
      if (endsAfterEach) await end();
    }
  }

  return {
    run(task) {
      const turn = last.then(() => read(task));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** Built, the worker's file lies beside the bundle under its own name. */
function startWorker(heapMb: number): Worker {
  const file = import.meta.url.endsWith('.ts') ? './worker-from-source.js' : './mail.worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
  });
  worker.unref();
  return worker;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MAX_INPUT } from './mutate';
import { readingIn, roomFor, type Said, type Task } from './task';

/** Milliseconds in which an input must have been read; the longest takes a hundredth of that. */
const HANGS_AFTER = 10_000;

export interface Finding {
  words: string;
  input: Uint8Array;
}

export interface Outcome {
  tried: number;
  /** Ran what no other had run. */
  added: Uint8Array[];
  /** One for each fault. */
  findings: Finding[];
}

/** Tries inputs on a target for so many seconds, in a thread that is ended when an input hangs it. */
export async function fuzz(target: string, { seconds, seed }: { seconds: number; seed: number }): Promise<Outcome> {
  const current = roomFor(MAX_INPUT);
  const reading = readingIn(current);
  const task: Task = { target, seed, current };
  const worker = new Worker(new URL('./start-worker.mjs', import.meta.url), { workerData: task });
  const added: Uint8Array[] = [];
  const findings = new Map<string, Uint8Array>();
  let tried = 0;
  let isOver = false;
  worker.on('message', (said: Said) => {
    if (said.kind === 'tried') tried = said.tried;
    else if (said.kind === 'new') added.push(said.input);
    else if (!findings.has(said.words)) findings.set(said.words, said.input);
  });
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  try {
    await Promise.race([failed, over(seconds)]);
  } finally {
    isOver = true;
    await worker.terminate();
  }
  return { tried, added, findings: [...findings].map(([words, input]) => ({ words, input })) };

  async function over(limit: number): Promise<void> {
    const end = Date.now() + limit * 1000;
    let last: { reading: number | null; since: number } = { reading: null, since: Date.now() };
    while (!isOver && (Date.now() < end || tried === 0)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = reading.now();
      if (now === null || now !== last.reading) last = { reading: now, since: Date.now() };
      else if (Date.now() - last.since >= HANGS_AFTER) {
        findings.set(`It hangs: nothing came of it in ${HANGS_AFTER / 1000} s`, reading.input());
        return;
      }
    }
  }
}

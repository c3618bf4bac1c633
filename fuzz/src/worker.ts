import { parentPort, workerData } from 'node:worker_threads';
import { randomFrom } from '@inbox/simulate';
import { readCorpus } from './corpus';
import { followCoverage } from './coverage';
import { mutate } from './mutate';
import { TARGETS } from './targets';
import { readingIn, wordsOf, type Said, type Task } from './task';

/** Inputs that are read between two questions of what has run: the answer takes longer than reading them. */
const BATCH = 256;

/** Tries inputs until it is told to stop, and tells of what is new and of what did not hold. */
async function work({ target: name, seed, current }: Task): Promise<void> {
  const target = TARGETS.get(name);
  if (!target || !parentPort) throw new Error(`There is no target '${name}'.`);
  const port = parentPort;
  const say = (said: Said): void => port.postMessage(said);
  const random = randomFrom(seed);
  const coverage = await followCoverage();
  const known: Uint8Array[] = [];
  const reading = readingIn(current);

  const read = async (input: Uint8Array): Promise<void> => {
    reading.begin(input);
    try {
      await target.read(input);
    } catch (error) {
      say({ kind: 'finding', input, words: wordsOf(error) });
    } finally {
      reading.end();
    }
  };

  for (const input of [...(await target.seeds()), ...(await readCorpus(name))]) {
    await read(input);
    coverage.count(await coverage.news());
    known.push(input);
  }
  /** Reads them, and again by halves when something of it was new: so the inputs that made it so are found. */
  const tryAll = async (batch: readonly Uint8Array[]): Promise<void> => {
    for (const input of batch) await read(input);
    const news = await coverage.news();
    if (news.length === 0) return;
    const [only, ...others] = batch;
    if (only && others.length === 0) {
      coverage.count(news);
      known.push(only);
      say({ kind: 'new', input: only });
      return;
    }
    const half = batch.length >> 1;
    await tryAll(batch.slice(0, half));
    await tryAll(batch.slice(half));
  };
  const any = (): Uint8Array => known[random.between(0, known.length - 1)] ?? new Uint8Array();
  for (let tried = BATCH; ; tried += BATCH) {
    const batch = Array.from({ length: BATCH }, () => mutate(any(), any(), random));
    await tryAll(batch);
    say({ kind: 'tried', tried });
    // Lets the messages out.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

void work(workerData as Task);

import { createServer } from 'node:net';

/** Each worker has a block of its own, so that two never try for the same port. */
const FIRST = 4300;
const BLOCK = 20;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** The first free ports of a worker's block: fixed numbers, so that an inbox comes back under its own after a restart. */
export async function freePorts(count: number, worker: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = FIRST + worker * BLOCK; found.length < count && port < FIRST + (worker + 1) * BLOCK; port++) {
    if (await isFree(port)) found.push(port);
  }
  if (found.length < count) throw new Error(`Fewer than ${count} ports are free from ${FIRST + worker * BLOCK} on.`);
  return found;
}

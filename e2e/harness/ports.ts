import { createServer, type Server } from 'node:net';

/** Blocks of ports; a worker takes the first that nobody has, other runs of these journeys included. */
const FIRST = 4300;
const BLOCK = 20;
const BLOCKS = 10;

function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, () => resolve(server));
  });
}

export async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (server === null) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** This worker's block: held by listening on its first port until the worker ends. */
let block: Promise<number> | undefined;

async function takeBlock(): Promise<number> {
  for (let first = FIRST; first < FIRST + BLOCKS * BLOCK; first += BLOCK) {
    const holder = await listenOn(first);
    if (holder === null) continue;
    holder.unref();
    return first;
  }
  throw new Error(`No block of ports is free between ${FIRST} and ${FIRST + BLOCKS * BLOCK}.`);
}

/** The first free ports of this worker's block: fixed numbers, so that an inbox comes back under its own after a restart. */
export async function freePorts(count: number): Promise<number[]> {
  const first = await (block ??= takeBlock());
  const found: number[] = [];
  for (let port = first + 1; found.length < count && port < first + BLOCK; port++) {
    if (await isFree(port)) found.push(port);
  }
  if (found.length < count) throw new Error(`Fewer than ${count} ports are free from ${first} on.`);
  return found;
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCell } from '../../../backend/src/cells/cell-number';
import { moveMerchant, type Moved } from '../../../backend/src/cells/move/move-merchant';
import { openStore } from '../../../backend/src/platform/db/connection';
import { bringUp, openCluster, superuserUrl, takeDown } from '../cluster';
import { placeOf, type Cluster } from '../examples';
import { certificateOf, inboxUrl } from '../inbox';
import { portOf, portsEnd, type Layout } from '../layout';
import { endProgram, startProgram } from '../processes';
import { answers } from '../service';
import type { Fault } from './faults';
import type { DrillWorld } from './world';

const READY_MS = 30_000;
const LOOK_MS = 100;
/** Between two cells' ports, as far as the directory has some of its own. */
const PORTS_BETWEEN = 20;

/** Two clusters that are one inbox, and the directory before them. */
export interface DrillCells {
  cells: readonly [Cluster, Cluster];
  origin: string;
  end(): Promise<void>;
}

const otherLayout = (layout: Layout): Layout => ({
  dir: `${layout.dir}-two`,
  basePort: portsEnd(layout) + PORTS_BETWEEN,
});

export async function removeCells(layout: Layout): Promise<void> {
  await endProgram(placeOf(layout, 'front', 'directory.pid'), 'SIGTERM');
  for (const each of [layout, otherLayout(layout)]) await takeDown(each, { remove: true });
}

/** Brings up two cells and the directory. @param say is told of each step */
export async function bringUpCells(layout: Layout, say: (line: string) => void): Promise<DrillCells> {
  const one = await openCluster(layout, { number: 0, first: layout });
  await bringUp(one, say);
  const two = await openCluster(otherLayout(layout), { number: 2, first: layout });
  await bringUp(two, say);
  const { db, close } = openStore({ url: await superuserUrl(two), log: () => undefined, max: 1 });
  try {
    await makeCell(db, 2);
  } finally {
    await close();
  }
  const origin = await startDirectoryProcess(one, two);
  return { cells: [one, two], origin, end: () => removeCells(layout) };
}

async function startDirectoryProcess(one: Cluster, two: Cluster): Promise<string> {
  const port = portsEnd(one);
  const certificates = placeOf(one, 'front', 'cells.crt');
  const both = await Promise.all([one, two].map((cell) => readFile(certificateOf(cell), 'utf8')));
  await writeFile(certificates, both.join('\n'), { mode: 0o600 });
  const address = (name: string, cell: Cluster) => `${name}=${inboxUrl(cell)}+127.0.0.1:${portOf(cell, 'one', 2525)}`;
  await startProgram({
    command: process.execPath,
    args: [join(one.root, 'backend/dist/directory.js')],
    env: {
      PORT: String(port),
      INBOX_SMTP_PORT: String(port + 1),
      INBOX_CELLS: [address('one', one), address('two', two)].join(','),
      INBOX_CELL_SECRET: one.secrets['CELL-SECRET'],
      INBOX_DATA_DIR: join(one.dir, 'shared'),
      NODE_EXTRA_CA_CERTS: certificates,
    },
    pidFile: placeOf(one, 'front', 'directory.pid'),
    logFile: placeOf(one, 'front', 'directory.log'),
  });
  const origin = `http://127.0.0.1:${port}`;
  const limit = Date.now() + READY_MS;
  while (!(await answers(`${origin}/readyz`))) {
    if (Date.now() > limit) throw new Error(`The directory is not ready: ${placeOf(one, 'front', 'directory.log')}`);
    await delay(LOOK_MS);
  }
  return origin;
}

/** Each merchant moves from one cell to the other, one after the other, while its agents work. */
export const moves = (
  { merchants, query }: DrillWorld,
  [from, to]: readonly [Cluster, Cluster],
  what: string,
  onMoved: (moved: Moved) => void,
): Fault => ({
  key: 'move',
  what,
  async run() {
    const named = await query<{ slug: string }>('select slug from merchants where id = any($1) order by id', [
      merchants.map(({ id }) => id),
    ]);
    for (const { slug } of named) {
      const urls = { sourceUrl: await superuserUrl(from), targetUrl: await superuserUrl(to) };
      onMoved(await moveMerchant({ slug, ...urls, say: () => undefined }));
    }
  },
});

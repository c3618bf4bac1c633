import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults';
import { startLoad, type Pace } from './load';
import { judge, type Outcome } from './outcome';
import { openPage } from './page';
import type { DrillWorld } from './world';

/** Milliseconds in which all that was taken has left, and all pages know of it. */
const SETTLED_MS = 180_000;
const LOOK_MS = 250;

export interface DrillOptions extends Pace {
  /** Seconds of load before something is broken, and after it is mended. */
  around: number;
}

/** Breaks something under load, mends it, and counts what became of everything. */
export async function drill(world: DrillWorld, fault: Fault, { around, ...pace }: DrillOptions): Promise<Outcome> {
  const pages = await Promise.all(world.merchants.map(({ id, tokens }) => openPage(world, id, tokens[0] ?? '')));
  const sentBefore = world.graph.sent.length;
  const { load, end, giveUp } = startLoad(world, pace);
  try {
    await delay(around * 1000);
    await fault.run(world.cluster);
    await delay(around * 1000);
    await end();
  } catch (error) {
    giveUp();
    pages.forEach((page) => void page.end());
    throw error;
  }
  await settled('All that was taken has left', async () => {
    const waiting = await world.query("select from outbox where state in ('waiting', 'asking') limit 1");
    return waiting.length === 0;
  });
  const events = new Map<number, number[]>();
  for (const { merchant, from, heard } of pages) {
    const rows = await world.query<{ seq: number }>(
      'select seq::float8 seq from live_events where merchant_id = $1 and seq > $2 order by seq',
      [merchant, from],
    );
    const own = rows.map(({ seq }) => seq);
    events.set(merchant, own);
    await settled('The pages have heard of it', () => Promise.resolve((heard.at(-1) ?? 0) >= (own.at(-1) ?? 0)));
  }
  await Promise.all(pages.map((page) => page.end()));
  const unknown = await world.query<{ message: string }>(
    "select message from contents where send_status = 'unknown' and message = any($1)",
    [load.replies],
  );
  const stored = await world.query<{ external_id: string }>(
    'select external_id from contents where external_id = any($1)',
    [load.messages],
  );
  return judge({
    load,
    arrived: world.graph.sent.slice(sentBefore).map(({ text }) => text),
    unknown: new Set(unknown.map(({ message }) => message)),
    stored: stored.map(({ external_id }) => external_id),
    pages,
    events,
  });
}

async function settled(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + SETTLED_MS;
  while (!(await isSo())) {
    if (Date.now() > limit) return console.error(`Not after ${SETTLED_MS / 1000} s: ${what}.`);
    await delay(LOOK_MS);
  }
}

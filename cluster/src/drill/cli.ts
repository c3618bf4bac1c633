import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildChanged } from '../../../scripts/lib/build.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { bringUp, ClusterError, openCluster, takeDown } from '../cluster';
import type { Layout } from '../layout';
import { endStarts } from '../processes';
import type { Moved } from '../../../backend/src/cells/move/move-merchant';
import { bringUpCells, moves, removeCells } from './cells';
import { drill, type DrillOptions } from './drill';
import { FAULTS, findFault, upgrades } from './faults';
import { isFlat, memoryReport, watchMemory } from './memory';
import type { Outcome } from './outcome';
import { drillReport, isWhole } from './report';
import { giveSmallDisks, takeSmallDisks } from './small-disks';
import { startDrillWorld } from './world';

const HELP = `pnpm drill [FAULT …]

Brings up a cluster of its own (pnpm cluster), breaks one thing after the other while agents reply and customers
write, and says what became of everything. Without a name all of these:

${FAULTS.map(({ key, what }) => `  ${key.padEnd(10)} ${what}`).join('\n')}

--from DIR    another checkout, installed and built: the cluster begins with its release, is upgraded to this one process by
              process, and goes back; nothing else is broken
--cells       two clusters that are one inbox, with a directory before them: each shop moves from one to the other, and back;
              nothing else is broken
--minutes N   nothing is broken: for so long what the inbox's processes have in memory is looked at
--agents N    who reply, of four shops; 200 otherwise
--replies N   of all agents in a second; 20 otherwise
--webhooks N  deliveries of the channel in a second; 50 otherwise
--around N    seconds of load before and after each; 10 otherwise`;

const say = (line: string) => console.error(line);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      cells: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      agents: { type: 'string', default: '200' },
      replies: { type: 'string', default: '20' },
      webhooks: { type: 'string', default: '50' },
      around: { type: 'string', default: '10' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const older = values.from === undefined ? undefined : resolve(values.from);
  const looks = new Map<string, number[]>();
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const all = older === undefined ? FAULTS : upgrades(older);
  const asked = positionals.length > 0 ? positionals.map(findFault) : all;
  const chosen = minutes === null ? asked : [watchMemory(minutes, looks)];
  const [replies, webhooks, around] = [values.replies, values.webhooks, values.around].map(Number) as [
    number,
    number,
    number,
  ];
  const layout: Layout = { dir: `/var/tmp/inbox-drill-${userInfo().uid}`, basePort: 18_000 };
  await buildChanged(ROOT);
  const options = { replies, webhooks, around };
  if (values.cells) return drillCells(layout, Number(values.agents), options);
  await removeAll(layout);
  const cluster = { ...(await openCluster(layout)), ...(older !== undefined && { root: older }) };
  const outcomes = new Map<string, Outcome>();
  await withTakeDown(
    async () => {
      await giveSmallDisks(cluster);
      await bringUp(cluster, say);
      const world = await startDrillWorld(cluster, Number(values.agents));
      for (const fault of chosen) {
        const why = (await fault.unless?.(cluster)) ?? null;
        if (why !== null) {
          say(`Left out: ${fault.what}, as ${why}.`);
          continue;
        }
        say(`Breaking: ${fault.what}`);
        outcomes.set(fault.what, await drill(world, fault, options));
      }
      await world.end();
    },
    async () => {
      if (outcomes.size > 0) console.log(drillReport(outcomes));
      if (looks.size > 0) console.log(`\n${memoryReport(looks)}`);
      await removeAll(layout);
    },
  );
  if (![...outcomes.values()].every(isWhole) || !isFlat(looks)) process.exitCode = 1;
}

async function drillCells(layout: Layout, agents: number, options: DrillOptions): Promise<void> {
  await removeCells(layout);
  const outcomes = new Map<string, Outcome>();
  await withTakeDown(
    async () => {
      const { cells, origin } = await bringUpCells(layout, say);
      const world = await startDrillWorld(cells[0], agents, { cells, origin });
      const told = ({ rows, pauseMs }: Moved) =>
        say(`Moved ${rows.toLocaleString('en')} rows; nothing written for ${pauseMs} ms.`);
      const [one, two] = cells;
      for (const fault of [
        moves(world, [one, two], 'four shops move to another cell', told),
        moves(world, [two, one], 'and back', told),
      ]) {
        say(`Under load: ${fault.what}`);
        outcomes.set(fault.what, await drill(world, fault, options));
      }
      await world.end();
    },
    async () => {
      if (outcomes.size > 0) console.log(drillReport(outcomes));
      await removeCells(layout);
    },
  );
  if (![...outcomes.values()].every(isWhole)) process.exitCode = 1;
}

async function removeAll(layout: Layout): Promise<void> {
  await takeDown(layout, { remove: false });
  await takeSmallDisks(layout);
  await takeDown(layout, { remove: true });
}

/** What ends the drill from outside, as Ctrl-C does, with the exit code of that. */
class Interrupted extends Error {
  constructor(readonly code: number) {
    super('Taking it down …');
  }
}

/** Rejects once this process is told to end; told once more, it ends without taking anything down. */
const interruption = new Promise<never>((_, reject) => {
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    let isTold = false;
    process.on(signal, () => {
      if (isTold) process.exit(128 + number);
      isTold = true;
      reject(new Interrupted(128 + number));
    });
  }
});

// Nothing is up before there is something to take down: then it is enough to go on to the end.
interruption.catch(() => undefined);

/** Does something until its end, its failure, or the interruption; in each case takes down what it has brought up. */
async function withTakeDown(work: () => Promise<void>, end: () => Promise<void>): Promise<void> {
  try {
    await Promise.race([work(), interruption]);
  } catch (error) {
    if (error instanceof Interrupted) say(error.message);
    throw error;
  } finally {
    await endStarts();
    await end();
  }
}

async function codeOf(command: Promise<void>): Promise<number> {
  try {
    await command;
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Interrupted) return error.code;
    console.error(error instanceof ClusterError || error instanceof RangeError ? error.message : error);
    return 1;
  }
}

// Not before its end by itself: agents and customers would go on for as long as they are not answered.
process.exit(await codeOf(main()));

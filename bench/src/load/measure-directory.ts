import type { Amounts } from '../amounts';
import { processMs } from '../inbox/process';
import { startDirectoryServer } from '../inbox/server';
import { percentile } from '../statistics';
import { anyOf, call, during } from './ask';
import { measureSockets, type SocketFigures } from './measure-sockets';
import { CELL_SECRET, type LoadWorld } from './world';

const AT_ONCE = 16;

interface WayFigures {
  aSecond: number;
  p50: number;
  p99: number;
}

/** What it costs to be led to a cell. */
export interface DirectoryFigures {
  /** A page of the list, sixteen at once. */
  direct: WayFigures;
  led: WayFigures;
  /** Processor of the directory for each call, in milliseconds. */
  callMs: number;
  /** Of the directory, with pages that are open through it. */
  sockets: SocketFigures[];
}

/** Asks the same of an inbox and of a directory before it. */
export async function measureDirectory(
  world: LoadWorld,
  amounts: Amounts['load'],
  say: (line: string) => void,
): Promise<DirectoryFigures> {
  const { warmUpMs, measuredMs, turns } = amounts;
  const directory = await startDirectoryServer(world.server, { ...world, secret: CELL_SECRET });
  const before: LoadWorld = { ...world, server: directory };
  const ask = (by: LoadWorld) => () =>
    call(by, anyOf(anyOf(world.merchants).tokens), '/api/inbox/ticket/list/', { filters: {} });
  const took = { direct: [] as number[], led: [] as number[] };
  let spentMs = 0;
  try {
    for (const by of [world, before]) await during(warmUpMs, AT_ONCE, ask(by));
    // What else the machine does meets both.
    for (let turn = 0; turn < turns; turn += 1) {
      took.direct.push(...(await during(measuredMs, AT_ONCE, ask(world))));
      const spent = await processMs(directory.pid);
      took.led.push(...(await during(measuredMs, AT_ONCE, ask(before))));
      spentMs += (await processMs(directory.pid)) - spent;
    }
    const figuresOf = (all: readonly number[]): WayFigures => ({
      aSecond: all.length / ((turns * measuredMs) / 1000),
      p50: percentile(all, 50),
      p99: percentile(all, 99),
    });
    const callMs = spentMs / took.led.length;
    say(`a call that is led: ${callMs.toFixed(2)} ms of the directory`);
    const sockets = await measureSockets(before, amounts, amounts.ledPages, say);
    return { direct: figuresOf(took.direct), led: figuresOf(took.led), callMs, sockets };
  } finally {
    await directory.stop();
  }
}

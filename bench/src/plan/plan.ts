import type { Assumptions } from './assumptions';
import type { Costs } from './costs';

/** What somebody needs for so many agents. */
export interface Plan {
  agents: number;
  merchants: number;
  cells: readonly Cell[];
  /** In the busiest minute, a second, of all cells. */
  messagesIn: number;
  pages: number;
  backendMachines: number;
  databaseMachines: number;
  /** None where there is one cell. */
  directoryMachines: number;
  /** Bytes of messages that are kept. */
  keptBytes: number;
  /** US dollars in a month. */
  money: number;
}

/** A PostgreSQL cluster with the processes before it, for merchants who have nothing to do with those of other cells. */
export interface Cell {
  merchants: number;
  agents: number;
  /** Of its largest merchant. */
  largest: number;
  /** Processors that are busy in the busiest minute. */
  backend: number;
  database: number;
  pages: number;
  /** Pages that are told of a message, a second. */
  told: number;
  backendMachines: number;
}

/** A bound of one cell, and how many agents reach it. */
export interface Bound {
  what: string;
  agents: number;
  remedy: string;
}

interface Load {
  backend: number;
  database: number;
  pages: number;
  /** Pages that are told of a message, a second. */
  told: number;
}

/**
 * Processors and pages in the busiest minute of a merchant with so many agents. Each of its messages is told to all its pages:
 * that part grows with the square of its agents, and all else as they do.
 */
export function loadOf(agents: number, costs: Costs, given: Assumptions): Load {
  const working = agents * given.onShift;
  const pages = working * given.pages;
  const second = (anHour: number) => ((working * anHour) / 3_600) * given.burst;
  const [messages, replies] = [second(given.messagesIn), second(given.replies)];
  const [lists, opened] = [second(given.listPages), second(given.opened)];
  const sum = (of: 'backend' | 'database') =>
    messages * costs.messageIn[of] + replies * costs.reply[of] + lists * costs.list[of] + opened * costs.opened[of];
  const told = (messages + replies) * pages;
  const backend = sum('backend') + told * costs.told + pages * costs.rest;
  return { backend: backend / 1_000, database: sum('database') / 1_000, pages, told };
}

/** Sizes of merchants, the largest first, that together have so many agents. */
export function merchantSizes(agents: number, { smallestMerchant, largestMerchant, power }: Assumptions): number[] {
  const mean = (smallestMerchant * power) / (power - 1);
  const count = Math.ceil(agents / mean);
  const sizes: number[] = [];
  let left = agents;
  for (let rank = 0; left > 0; rank += 1) {
    const drawn = smallestMerchant * Math.max(1, count / (rank + 0.5)) ** (1 / power);
    const most = Math.min(largestMerchant, Math.max(agents / 5, smallestMerchant));
    const size = Math.min(left, Math.max(1, Math.round(Math.min(drawn, most))));
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** Bytes that are kept of each agent's messages. */
const keptOf = (given: Assumptions, costs: Costs): number =>
  given.onShift * (given.messagesIn + given.replies) * given.hours * given.days * given.years * costs.messageBytes;

/** Spreads merchants over as few cells as hold them, the largest first, each to where the most is left. */
export function planFor(agents: number, costs: Costs, given: Assumptions): Plan {
  const sizes = merchantSizes(agents, given);
  const loads = sizes.map((size) => ({ size, ...loadOf(size, costs, given) }));
  const kept = keptOf(given, costs);
  const byProcessor = loads.reduce((sum, { database }) => sum + database, 0) / (given.databaseCores * given.fill);
  const byDisk = (agents * kept) / given.databaseDisk;
  const cells = Array.from({ length: Math.ceil(Math.max(1, byProcessor, byDisk)) }, () => emptyCell());
  for (const load of loads) {
    const cell = cells.reduce((least, other) => (other.agents < least.agents ? other : least));
    cell.merchants += 1;
    cell.agents += load.size;
    cell.largest = Math.max(cell.largest, load.size);
    cell.backend += load.backend;
    cell.database += load.database;
    cell.pages += load.pages;
    cell.told += load.told;
  }
  for (const cell of cells) cell.backendMachines = machinesFor(cell, costs, given);
  const backendMachines = cells.reduce((sum, cell) => sum + cell.backendMachines, 0);
  // Each database has a standby that is as large, and may be read from.
  const databaseMachines = cells.length * 2;
  const directoryMachines = directoriesFor(agents, cells, costs, given);
  const keptBytes = agents * kept;
  const cores =
    (backendMachines + directoryMachines) * given.backendCores + databaseMachines * databaseCoresOf(cells, given);
  return {
    agents,
    merchants: sizes.length,
    cells,
    messagesIn: ((agents * given.onShift * given.messagesIn) / 3_600) * given.burst,
    pages: cells.reduce((sum, { pages }) => sum + pages, 0),
    backendMachines,
    databaseMachines,
    directoryMachines,
    keptBytes,
    money: cores * given.coreMonth + (2 * keptBytes * given.gigabyteMonth) / 1e9,
  };
}

const emptyCell = (): Cell => ({
  merchants: 0,
  agents: 0,
  largest: 0,
  backend: 0,
  database: 0,
  pages: 0,
  told: 0,
  backendMachines: 0,
});

/** One more than are needed, so that one may fail or be started anew. */
function machinesFor({ backend, pages }: Cell, costs: Costs, given: Assumptions): number {
  const byCores = backend / (given.backendCores * given.fill);
  const byPages = pages / (costs.pagesAProcess * given.backendCores);
  const byMemory = (pages * costs.pageBytes) / (given.backendMemory * given.fill);
  return Math.ceil(Math.max(byCores, byPages, byMemory)) + 1;
}

/** What leads agents and channels to their cells; one more than are needed. */
function directoriesFor(agents: number, cells: readonly Cell[], costs: Costs, given: Assumptions): number {
  if (cells.length === 1) return 0;
  const calls = given.messagesIn + given.replies + given.listPages + given.opened;
  const aSecond = ((agents * given.onShift * calls) / 3_600) * given.burst;
  const told = cells.reduce((sum, cell) => sum + cell.told, 0);
  const cores = (aSecond * costs.directory.call + told * costs.directory.told) / 1_000;
  const pages = cells.reduce((sum, cell) => sum + cell.pages, 0);
  const byMemory = (pages * costs.directoryPageBytes) / (given.backendMemory * given.fill);
  return Math.ceil(Math.max(cores / (given.backendCores * given.fill), byMemory)) + 1;
}

/** A database has twice the processors that its busiest minute takes, two at least. */
function databaseCoresOf(cells: readonly Cell[], { databaseCores, fill }: Assumptions): number {
  const most = Math.max(...cells.map(({ database }) => database));
  const needed = 2 ** Math.ceil(Math.log2(Math.max(2, most / fill)));
  return Math.min(needed, databaseCores);
}

/** What one cell reaches first as it gets more agents of merchants of this size, the least first. */
export function boundsOfCell(merchantSize: number, costs: Costs, given: Assumptions): Bound[] {
  const { backend, database } = loadOf(merchantSize, costs, given);
  const perAgent = database / merchantSize;
  const toldAlone = (agents: number) => loadOf(agents, costs, given).backend > given.backendCores * given.fill;
  let alone = 1;
  while (alone < 1e7 && !toldAlone(alone)) alone *= 1.1;
  const bounds = [
    {
      what: "the database's processor",
      agents: (given.databaseCores * given.fill) / perAgent,
      remedy: 'merchants are moved to another cell',
    },
    {
      what: "the database's disk",
      agents: given.databaseDisk / keptOf(given, costs),
      remedy: 'merchants are moved to another cell, or messages are kept for a shorter time',
    },
    {
      what: 'one machine, by all pages of one merchant that are told',
      agents: Math.round(alone),
      remedy: 'its pages are spread over machines, each of which tells its own',
    },
    {
      what: 'one machine of the backend',
      agents: ((given.backendCores * given.fill) / backend) * merchantSize,
      remedy: 'one more machine behind the balancer',
    },
  ];
  return bounds.sort((a, b) => a.agents - b.agents);
}

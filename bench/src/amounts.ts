/** How much of everything is measured. */
export interface Amounts {
  /** Rounds of pages that warm up servers, database and disk, and count for nothing. */
  warmUps: number;
  /** Milliseconds without a request, after which a page has loaded what it loads by itself. */
  quietMs: number;
  /** How many times slower the processor is made for the time of a load. */
  slower: number;
  /** The list with so many rows, in a page. */
  list: { rows: readonly number[]; scrollSeconds: number; eventSeconds: number; hourOfEvents: number };
  /** Of each call, those that warm up and those that count. */
  calls: { warmUps: number; counted: number };
  conversation: {
    opened: number;
    longOnes: number;
    /** Rows that are clicked, and how often each. */
    clicks: { rows: number; rounds: number };
    /** Messages of a long thread. */
    long: number;
    events: number;
    keys: number;
    /** Tickets that are opened and closed before the heap is looked at, and events told. */
    heapTickets: number;
    heapEvents: number;
    /** Milliseconds after which timers that follow a rush of events have passed, too. */
    settledMs: number;
  };
  mail: {
    /** Bytes: the first is shown at once, the longest is as long as the inbox shows a mail's HTML. */
    sizes: readonly number[];
    nested: number;
    rounds: number;
    /** What is hard to take in: large mails at once and their bytes, files of one mail, and bytes of `<`. */
    taken: { large: number; largeBytes: number; files: number; bracketBytes: number };
  };
  quickReplies: { replies: readonly number[]; rounds: number };
  orders: { orders: readonly number[]; rounds: number };
  bus: { rounds: number };
  /** Milliseconds in which a page loads what it loads by itself, and in which it then rests. */
  idle: { settleMs: number; restMs: number };
  load: {
    /** Of each of ten merchants: so many agents that none has more pages open than one may have, and customers who write. */
    agents: number;
    customers: number;
    /** So many of one kind at the same time. */
    atOnce: readonly number[];
    warmUpMs: number;
    measuredMs: number;
    /** Pages that are open at the same time, and those through a directory. */
    pages: readonly number[];
    ledPages: readonly number[];
    restMs: number;
    /** Messages that pages are told of. */
    told: number;
    /** Merchants of ten pages each, over which events are spread, and events a second of all together. */
    spread: number;
    rates: readonly number[];
    /** How often asking the cell and asking through the directory take turns. */
    turns: number;
  };
}

/** What the figures of README.md were measured with. */
export const FULL: Amounts = {
  warmUps: 1,
  quietMs: 2_000,
  slower: 4,
  list: { rows: [10_000, 100_000], scrollSeconds: 5, eventSeconds: 10, hourOfEvents: 36_000 },
  calls: { warmUps: 20, counted: 200 },
  conversation: {
    opened: 20,
    longOnes: 5,
    clicks: { rows: 8, rounds: 4 },
    long: 10_000,
    events: 50,
    keys: 150,
    heapTickets: 200,
    heapEvents: 10_000,
    settledMs: 10_000,
  },
  mail: {
    sizes: [95_000, 100_000, 500_000, 1_000_000, 4_900_000],
    nested: 20_000,
    rounds: 3,
    taken: { large: 12, largeBytes: 24_000_000, files: 20_000, bracketBytes: 10_000_000 },
  },
  quickReplies: { replies: [50, 5_000], rounds: 7 },
  orders: { orders: [5, 500], rounds: 7 },
  bus: { rounds: 10 },
  idle: { settleMs: 12_000, restMs: 10_000 },
  load: {
    agents: 100,
    customers: 200,
    atOnce: [1, 4, 16, 64],
    warmUpMs: 1_000,
    measuredMs: 5_000,
    pages: [1_000, 2_000, 4_000, 8_000],
    ledPages: [2_000],
    restMs: 10_000,
    told: 100,
    spread: 1_000,
    rates: [100, 300, 1_000],
    turns: 3,
  },
};

/** So little that each part is over soon: it shows that the part can still measure, and its figures mean nothing. */
export const QUICK: Amounts = {
  warmUps: 0,
  quietMs: 200,
  // A browser slows a page down by taking the processor itself.
  slower: 1,
  list: { rows: [500], scrollSeconds: 1, eventSeconds: 1, hourOfEvents: 1_000 },
  calls: { warmUps: 1, counted: 2 },
  conversation: {
    opened: 2,
    longOnes: 1,
    clicks: { rows: 2, rounds: 1 },
    long: 300,
    events: 5,
    keys: 25,
    heapTickets: 10,
    heapEvents: 200,
    settledMs: 0,
  },
  mail: {
    sizes: [95_000, 200_000],
    nested: 1_000,
    rounds: 1,
    taken: { large: 2, largeBytes: 1_000_000, files: 100, bracketBytes: 100_000 },
  },
  quickReplies: { replies: [50, 100], rounds: 1 },
  orders: { orders: [5, 20], rounds: 1 },
  bus: { rounds: 1 },
  idle: { settleMs: 1_000, restMs: 1_000 },
  load: {
    agents: 2,
    customers: 5,
    atOnce: [1, 2],
    warmUpMs: 100,
    measuredMs: 500,
    pages: [20],
    ledPages: [20],
    restMs: 500,
    told: 10,
    spread: 20,
    rates: [40],
    turns: 1,
  },
};

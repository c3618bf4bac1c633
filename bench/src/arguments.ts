import { parseArgs } from 'node:util';

export const PARTS = [
  'web',
  'list',
  'conversation',
  'mail',
  'quick-replies',
  'orders',
  'bus',
  'idle',
  'embed',
  'load',
] as const;
/** What is measured: how the pages come up in a browser, the list and its calls with many rows, threads, mails, quick replies, a customer's orders, the bus, pages at rest, panels in pages of another product, or what work costs the backend. */
export type Part = (typeof PARTS)[number];

export interface Options {
  /** How often each page is loaded; medians are taken over these. */
  rounds: number;
  parts: readonly Part[];
  /** On how many tickets the calls are measured, the fewest first. */
  tickets: readonly number[];
  /** So little of everything that the figures mean nothing: whether each part can still measure. */
  quick: boolean;
  /** Where the figures go as JSON as well, every single one. */
  json: string | undefined;
}

/** Its message is for whoever typed the command. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

export const HELP = `pnpm bench [--rounds N] [--only web|list|conversation|mail|quick-replies|orders|bus|idle|embed|load] [--tickets N,N] [--quick] [--json FILE]

Measures the inbox as it is built and served, and prints tables:
  web    bytes, requests, time and CPU until the list and until a conversation shows,
         beside the same source as one bundle, and beside a static page of 25 rows
  list   memory, scrolling and live events in a list of 10,000 and 100,000 rows, and how long
         the list's calls, its counts and a search take as the tickets grow
  conversation
         opening tickets, calls, typing and live events in threads of 25 and 10,000 messages,
         and the heap after many of them
  mail   opening HTML mails of 0.1 to 5 MB, and what taking large ones in costs the backend
  quick-replies
         opening the panel and typing in its search with 50 and 5,000 quick replies
  orders opening the orders of a customer with 5 and with 500, and one of them
  bus    10,000 events a second over the bus, with all its checks, to the four panels
  idle   CPU, timers and animations of ten seconds in which nothing happens, with the list and
         with a conversation
  embed  bytes, requests, time and layout shift of each panel alone in a plain page of another
         origin, beside the same page without it
  load   processor of backend and database for each message, reply, list and conversation, by 1 to 64
         at once, and what 1,000 to 8,000 open pages cost; on Linux, and when asked for alone

  --rounds N     loads of each page, 7 if not said; they take turns, and medians are shown
  --only PART    web, list, conversation, mail, quick-replies, orders, bus, idle, embed or load alone
  --tickets N,N  how many tickets there are, 10000,100000 if not said; a million take two minutes to fill in
  --quick        as little of everything as shows that each part, load among them, can still measure: in some minutes,
                 one round, figures that mean nothing
  --json FILE    every single figure as JSON, too
  --help         this

Figures never fail it: it ends with 1 only when it could not measure, and names the parts that it could not.`;

/**
 * Reads the command line; null when help is asked for.
 * @throws ArgumentError
 */
export function readArguments(words: readonly string[]): Options | null {
  const { quick = false, only, json, help, ...said } = parsed(words);
  const { rounds = quick ? '1' : '7', tickets = quick ? '1000' : '10000,100000' } = said;
  if (help) return null;
  if (!/^[1-9]\d{0,2}$/.test(rounds))
    throw new ArgumentError(`--rounds takes a number from 1 to 999, not '${rounds}'.`);
  const parts = PARTS.filter((part) => (only === undefined ? quick || part !== 'load' : part === only));
  if (parts.length === 0) throw new ArgumentError(`--only takes ${PARTS.join(', ')}, not '${only ?? ''}'.`);
  if (!/^[1-9]\d{0,7}(,[1-9]\d{0,7})*$/.test(tickets)) {
    throw new ArgumentError(`--tickets takes numbers with commas between them, not '${tickets}'.`);
  }
  const sizes = tickets.split(',').map(Number);
  return { rounds: Number(rounds), parts, tickets: sizes.sort((a, b) => a - b), quick, json };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        rounds: { type: 'string' },
        only: { type: 'string' },
        tickets: { type: 'string' },
        quick: { type: 'boolean' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    // It says in one line which option is wrong.
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSimulatorFile, SIMULATOR_FILE } from './accounts';
import { sendEachKind } from './each-kind';
import { randomFrom } from './random';
import { startSimulator } from './simulator';
import { askForTrade, readStocks, SHOPS_FILE, writeStocks } from './shopify/shops';
import { tradeSchema, type Trade } from './shopify/trade';
import { createTalker } from './talk';

const HELP = `The other side of the inbox: customers, their phones and mailboxes.

  pnpm simulate                    answer sends, report them delivered and read
  pnpm simulate --rate 12          and let customers write 12 messages a minute
  pnpm simulate --count 50         write 50 messages as fast as the inbox takes them, then end
  pnpm simulate --each             send one of every kind that the channels know, then end

  pnpm simulate --order CONTACT    have somebody, by e-mail address or phone, order in the shop, then end
  pnpm simulate --abandon CONTACT  have them leave a basket, then end
  pnpm simulate --ship NUMBER      have an order sent, or come one step nearer, then end
  pnpm simulate --cancel NUMBER    have an order cancelled and refunded, then end

  --data DIR        the inbox's data folder (INBOX_DATA_DIR, .data)
  --delivered MS    reported delivered after so many milliseconds (600)
  --read MS         reported read after so many milliseconds (2500)
  --quiet           say nothing of single messages
  --follow          wait for the demo data, and end with the process that started this one
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env['INBOX_DATA_DIR'] || '.data' },
      rate: { type: 'string' },
      count: { type: 'string' },
      each: { type: 'boolean', default: false },
      order: { type: 'string' },
      abandon: { type: 'string' },
      ship: { type: 'string' },
      cancel: { type: 'string' },
      delivered: { type: 'string', default: '600' },
      read: { type: 'string', default: '2500' },
      quiet: { type: 'boolean', default: false },
      follow: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const log = values.quiet ? () => undefined : (line: string) => console.log(line);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  if (values.follow) process.once('disconnect', () => stop.abort());
  const path = join(values.data, SIMULATOR_FILE);
  while (values.follow && !existsSync(path) && !stop.signal.aborted) await pause(200, stop.signal);
  if (stop.signal.aborted) return;
  const file = await readSimulatorFile(path);
  const trade = readTrade(values);

  const shopsPath = join(values.data, SHOPS_FILE);
  const stocks = await readStocks(shopsPath);
  const simulator = await startSimulator(file, {
    shops: { stocks, save: (changed) => writeStocks(shopsPath, changed) },
    deliveredAfter: whole('--delivered', values.delivered),
    readAfter: whole('--read', values.read),
    log,
    seed: Date.now(),
  }).catch((error: unknown) => {
    if (isPortTaken(error)) return null;
    throw error;
  });
  if (trade !== null) {
    try {
      return console.log(`← ${await (simulator ? simulator.shops.trade(trade) : askForTrade(file.graph_port, trade))}`);
    } finally {
      await simulator?.close();
    }
  }
  const perMinute = values.rate === undefined ? 0 : whole('--rate', values.rate);
  const count = values.count === undefined ? null : whole('--count', values.count);
  if (!simulator && !values.follow && perMinute === 0 && count === null && !values.each) {
    throw new Error('Customers are simulated here already; --rate 12 lets them write.');
  }
  console.log(`Simulating customers of ${file.backend}${simulator ? '' : '; another simulator answers for them'}`);

  const talker = simulator?.talker ?? createTalker(file, randomFrom(Date.now()));
  try {
    if (values.each) return await sendEachKind(file, (line) => log(`← ${line}`));
    if (count !== null) {
      for (let n = count; n > 0 && !stop.signal.aborted; n--) log(`← ${await talker.sayNext()}`);
      return;
    }
    while (!stop.signal.aborted) {
      await pause(perMinute === 0 ? 60_000 : 60_000 / perMinute, stop.signal);
      if (perMinute === 0 || stop.signal.aborted) continue;
      log(`← ${await talker.sayNext().catch((error: unknown) => `not heard: ${String(error)}`)}`);
    }
  } finally {
    await simulator?.close();
  }
}

/** The trade that the options ask for; null for none. @throws Error when they ask for several, or name nothing */
function readTrade(values: Partial<Record<Trade['what'], string>>): Trade | null {
  const { order, abandon, ship, cancel } = values;
  const wanted = [
    order !== undefined && { what: 'order', contact: order },
    abandon !== undefined && { what: 'abandon', contact: abandon },
    ship !== undefined && { what: 'ship', number: ship },
    cancel !== undefined && { what: 'cancel', number: cancel },
  ].filter((trade) => trade !== false);
  if (wanted.length === 0) return null;
  const read = tradeSchema.safeParse(wanted[0]);
  if (wanted.length > 1 || !read.success) {
    throw new Error('One of --order, --abandon, --ship and --cancel takes one contact, or the number of one order.');
  }
  return read.data;
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function whole(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${option} takes a whole number, not ${text}.`);
  return Number(text);
}

/** Waits, at most until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

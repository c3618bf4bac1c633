import type { LiveEvent } from '@inbox/domain';
import type { Amounts } from '../amounts';
import { addMerchant } from '../inbox/fill';
import { addTickets } from '../inbox/fill-tickets';
import { signIn, startInboxServer } from '../inbox/server';
import { startBrowser } from '../web/browser';
import { openConversationPage, type ConversationPage } from './conversation-page';
import { addThreads, FIRST_WORD, saidIn } from './fill-threads';
import { liveEvents, type LiveEvents } from './live-events';

const TICKETS = 400;
const SLOW = 4;
/** Milliseconds after which what an opening has set off is over, and what is asked for in advance has not begun. */
const AFTERWARDS = 300;

export interface ConversationFigures {
  /** CPU of an opening until its messages are painted, the first time and once more. */
  firstCpuMs: number[];
  againCpuMs: number[];
  /** Calls for the thread of an opening by its address, and of one after the pointer was on its row. */
  calls: number[];
  prefetchedCalls: number[];
  /** Calls of the whole page at such an opening: what is known of the customer, and the time that is handled. */
  pageCalls: number[];
  /** From the click to the painted messages, on the slow processor. */
  clickMs: number[];
  /** Until the newest messages of a thread are painted that was not opened before. */
  shortMs: number[];
  longMs: number[];
  /** With all messages of a long thread loaded. */
  cpuPerKeyMs: number;
  keyDelayMs: number[];
  cpuPerEventMs: { short: number; long: number };
  heapGrowth: number;
}

interface ConversationOptions {
  databaseUrl: string;
  dataDir: string;
  amounts: Amounts['conversation'];
  say: (line: string) => void;
}

/** Opens, reads and writes in threads of the product as it is built and served. */
export async function measureConversation(options: ConversationOptions): Promise<ConversationFigures> {
  const { databaseUrl, dataDir, amounts, say } = options;
  await addMerchant(databaseUrl);
  await addTickets(databaseUrl, TICKETS);
  say('Filling threads …');
  const { short, long } = await addThreads(databaseUrl, {
    short: amounts.heapTickets,
    long: amounts.longOnes,
    messages: amounts.long,
  });
  const server = await startInboxServer({ databaseUrl, dataDir });
  const browser = await startBrowser();
  try {
    const token = await signIn(server.url);
    const events = liveEvents(server.url, token, databaseUrl);
    const opened = await openConversationPage(browser, server.url, token);
    // Code that the first conversation needs is there before any is measured.
    await opened.open(short.at(-1) ?? 0);
    await opened.open(short.at(-2) ?? 0);
    say('Opening tickets …');
    const openings = await measureOpenings(opened, amounts, short);
    say('Opening long threads …');
    const lengths = await measureLengths(opened, short.slice(amounts.opened * 2), long);
    say('Clicking rows …');
    const clicks = await measureClicks(opened, amounts);
    say('Telling events …');
    const shortEvent = await measureEvents(opened, events, amounts, { id: short[0] ?? 0, isLong: false });
    const longEvent = await measureEvents(opened, events, amounts, { id: long[0] ?? 0, isLong: true });
    say('Typing …');
    const typing = await measureTyping(opened, amounts);
    say(`Opening ${amounts.heapTickets} tickets, then ${amounts.heapEvents.toLocaleString('en')} events …`);
    const heapGrowth = await measureHeap(opened, events, amounts, short);
    const cpuPerEventMs = { short: shortEvent, long: longEvent };
    return { ...openings, ...lengths, ...clicks, ...typing, cpuPerEventMs, heapGrowth };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureOpenings(opened: ConversationPage, amounts: Amounts['conversation'], tickets: readonly number[]) {
  const figures = {
    firstCpuMs: [] as number[],
    againCpuMs: [] as number[],
    calls: [] as number[],
    pageCalls: [] as number[],
  };
  // Every second one: the one below an open ticket is asked for in advance.
  const some = tickets.filter((_, at) => at % 2 === 0).slice(0, amounts.opened);
  for (const into of [figures.firstCpuMs, figures.againCpuMs]) {
    for (const ticket of some) {
      await opened.leave();
      await opened.page.waitForTimeout(AFTERWARDS);
      const before = await opened.cpu();
      opened.calls();
      await opened.open(ticket);
      into.push((await opened.cpu()) - before);
      await opened.page.waitForTimeout(AFTERWARDS);
      if (into !== figures.firstCpuMs) continue;
      const calls = opened.calls();
      figures.calls.push(forThread(calls, ticket));
      figures.pageCalls.push(calls.length);
    }
  }
  return figures;
}

/** Of these calls, how many load or mark this ticket's thread. */
const forThread = (calls: readonly string[], ticket: number) =>
  calls.filter((path) => path === '/api/inbox/ticket/mark-read/' || path.includes(`/${ticket}/content-v2/`)).length;

async function measureLengths(opened: ConversationPage, short: readonly number[], long: readonly number[]) {
  const figures = { shortMs: [] as number[], longMs: [] as number[] };
  for (const [at, ticket] of long.entries()) {
    figures.shortMs.push(await opened.open(short[at * 2] ?? 0));
    await opened.page.waitForTimeout(AFTERWARDS);
    figures.longMs.push(await opened.open(ticket));
    await opened.page.waitForTimeout(AFTERWARDS);
  }
  return figures;
}

async function measureClicks(opened: ConversationPage, { clicks }: Amounts['conversation']) {
  const { page } = opened;
  await opened.leave();
  const rows = await page
    .locator('[data-ticket-id]')
    .evaluateAll((found) => found.map((row) => Number(row.getAttribute('data-ticket-id'))));
  const visible = rows.slice(0, clicks.rows);
  const figures = { clickMs: [] as number[], prefetchedCalls: [] as number[] };
  for (let round = 0; round < clicks.rounds; round += 1) {
    for (const ticket of visible) {
      await page.locator(`[data-ticket-id="${ticket}"]`).hover();
      await page.waitForTimeout(AFTERWARDS * 2);
      opened.calls();
      await opened.slowDown(SLOW);
      figures.clickMs.push(await opened.click(ticket));
      await opened.slowDown(1);
      await page.waitForTimeout(AFTERWARDS);
      figures.prefetchedCalls.push(forThread(opened.calls(), ticket));
    }
  }
  return figures;
}

/** CPU of one new message in the open thread; of a long one all messages are loaded first. */
async function measureEvents(
  opened: ConversationPage,
  events: LiveEvents,
  amounts: Amounts['conversation'],
  { id, isLong }: { id: number; isLong: boolean },
) {
  const { page } = opened;
  await opened.open(id);
  if (isLong) await loadWhole(opened, amounts);
  const { ticket, content } = await events.thread(id);
  const last = content.at(-1);
  if (last === undefined) throw new Error(`The thread of ${id} is empty.`);
  const idle = await over(opened, amounts.events, () => Promise.resolve());
  const busy = await over(opened, amounts.events, async (n) => {
    const item = {
      ...last,
      id: (last.id + 1_000_000 + n) as typeof last.id,
      message: `New ${n} ${saidIn(id)}`,
      temp_id: null,
    };
    await events.tell([{ type: 'conversations.new_message', tickets: [ticket], items: [item] }]);
  });
  await page
    .getByText(`New ${amounts.events - 1}`)
    .first()
    .waitFor();
  return (busy - idle) / amounts.events;
}

/** What the main thread works while something is done so many times, with pauses. */
async function over(opened: ConversationPage, times: number, act: (n: number) => Promise<void>): Promise<number> {
  const before = await opened.cpu();
  for (let n = 0; n < times; n += 1) {
    await act(n);
    await opened.page.waitForTimeout(50);
  }
  await opened.page.waitForTimeout(AFTERWARDS);
  return (await opened.cpu()) - before;
}

/** Finds the first message, so that all between is loaded, and goes back to the newest. */
async function loadWhole({ page }: ConversationPage, { long }: Amounts['conversation']): Promise<void> {
  await page.getByRole('button', { name: 'Find in conversation' }).click();
  await page.getByRole('searchbox', { name: 'Find in conversation' }).fill(FIRST_WORD);
  await page.locator('[data-shown]').getByText(FIRST_WORD).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.getByRole('button', { name: 'Jump to the newest message' }).click();
  await page.getByText(`Message ${long} about`).waitFor();
}

/** Keys into the reply box of the ticket that is open: their CPU on the processor as it is, their delay on a slow one. */
async function measureTyping(opened: ConversationPage, { keys }: Amounts['conversation']) {
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Reply' }).focus();
  const type = () => page.keyboard.type('the parcel is on its way '.repeat(keys / 25), { delay: 40 });
  const idle = await during(opened, () => page.waitForTimeout(keys * 40));
  const busy = await during(opened, type);
  await page.evaluate('benchDelays.length = 0');
  await opened.slowDown(SLOW);
  await type();
  await opened.slowDown(1);
  return { cpuPerKeyMs: (busy - idle) / keys, keyDelayMs: await page.evaluate<number[]>('benchDelays') };
}

async function during(opened: ConversationPage, act: () => Promise<unknown>): Promise<number> {
  const before = await opened.cpu();
  await act();
  return (await opened.cpu()) - before;
}

async function measureHeap(
  opened: ConversationPage,
  events: LiveEvents,
  { heapEvents, settledMs }: Amounts['conversation'],
  tickets: readonly number[],
) {
  const all = async () => {
    for (const ticket of tickets) await opened.open(ticket);
    await opened.leave();
    await opened.page.waitForTimeout(AFTERWARDS);
  };
  const { ticket, content } = await events.thread(tickets[0] ?? 0);
  const tell = async (after: number) => {
    const told: Pick<LiveEvent, 'type' | 'tickets' | 'items'>[] = Array.from({ length: heapEvents }, (_, n) => ({
      type: 'conversations.message_delivered',
      tickets: [{ ...ticket, rev: ticket.rev + after + n + 1 }],
      items: content.slice(-1).map((item) => ({ ...item, rev: item.rev + after + n + 1 })),
    }));
    const from = opened.told();
    await events.tell(told);
    while (opened.told() - from < heapEvents) await opened.page.waitForTimeout(AFTERWARDS);
    // What they have set off must have ended.
    await opened.page.waitForTimeout(settledMs);
    await opened.heap();
    return opened.heap();
  };
  // Once before: what is kept for later is full then, and what handles events is compiled.
  await all();
  const before = await tell(0);
  await all();
  return (await tell(heapEvents)) / before - 1;
}

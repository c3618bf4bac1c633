import type { BrowserContext, Page } from '@playwright/test';
import type { Customer } from '../harness/customer';
import { InboxScreen } from '../harness/inbox-screen';
import { expect, test } from '../harness/test';

/** How many replies are sent in all; 2,000 are for `INBOX_TABS_SENDS=2000`. */
const SENDS = Number(process.env['INBOX_TABS_SENDS'] ?? 18);
const TABS = Number(process.env['INBOX_TABS'] ?? 3);
/** Milliseconds that one may take, the load of its next page included; a busy machine needs more. */
const SEND_MS = Number(process.env['INBOX_TABS_SEND_MS'] ?? 5_000);

/** A tab, and the ticket that its agent answers. */
interface Tab {
  name: string;
  customer: Customer;
  ticket: number;
  said: string[];
}

/** Until the box of the ticket is there with what was not sent. */
async function show(page: Page, { ticket, customer }: Tab): Promise<InboxScreen> {
  const screen = new InboxScreen(page);
  await page.goto(`/inbox/tickets/${ticket}`, { waitUntil: 'commit' });
  const heading = screen.conversation.getByRole('heading', { name: customer.name, exact: true });
  const retry = screen.conversation.getByRole('button', { name: 'Retry' });
  // With every core busy for seconds the server is said not to answer, and the agent tries again.
  await expect(async () => {
    if (!(await heading.isVisible()) && (await retry.isVisible())) await retry.click();
    await expect(heading).toBeVisible({ timeout: 12_000 });
  }).toPass({ timeout: 180_000 });
  await expect(screen.replyBox).toBeVisible();
  return screen;
}

/**
 * Sends the replies of one tab, and after each Enter at once ends the page: by a new load, or by closing the tab. A reply
 * that stands in the box after it was not taken yet: the agent presses Enter again.
 * @returns how often that was so
 */
async function work(context: BrowserContext, tab: Tab, count: number): Promise<number> {
  let page = await context.newPage();
  let screen = await show(page, tab);
  let leftInBox = 0;
  for (let n = 0; n < count; n++) {
    const text = `${tab.name}${n} of ${tab.name}`;
    tab.said.push(text);
    await screen.replyBox.fill(text);
    for (let isTaken = false; !isTaken; leftInBox += isTaken ? 0 : 1) {
      await screen.replyBox.press('Enter');
      if (n % 3 === 2) {
        await page.close({ runBeforeUnload: false });
        page = await context.newPage();
      }
      screen = await show(page, tab);
      isTaken = (await screen.replyBox.inputValue()) === '';
    }
  }
  return leftInBox;
}

test('replies of several tabs all arrive, once and in order, though each page ends right after Enter', async ({
  inbox,
  open,
  guard,
}) => {
  // Pages that are loaded anew all the time ask more than one session may, and get it a moment later.
  if (SENDS > 100) guard.expects(/status of 429 \(Too Many Requests\)/);
  test.setTimeout(600_000 + SENDS * SEND_MS);
  const tabs: Tab[] = [];
  for (let n = 0; n < TABS; n++) {
    const customer = inbox.customer(`Tabitha ${n}`);
    await customer.writes('Hello');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    tabs.push({ name: 'abcd'.charAt(n), customer, ticket, said: [] });
  }
  const first = await open(inbox.asha);
  await first.isLive();
  const context = first.page.context();

  const started = Date.now();
  const left = await Promise.all(tabs.map((tab) => work(context, tab, Math.ceil(SENDS / TABS))));
  test.info().annotations.push({
    type: 'sent',
    description: `${tabs.flatMap(({ said }) => said).length} in ${Date.now() - started} ms, ${left.join('+')} pressed again`,
  });

  for (const { customer, said } of tabs) {
    const arrived = () =>
      inbox.simulator.graph.sent.filter(({ to }) => to.replace(/\D/g, '') === customer.phone).map(({ text }) => text);
    await expect.poll(arrived, { timeout: 60_000 }).toEqual(said);
  }
  // The tab that only looked on has nothing to send either.
  await expect(first.page.getByText(/not sent yet/)).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { holdCall } from '../harness/hold-call';
import { expect, test } from '../harness/test';

test('from one ticket to the next nothing moves while what belongs to it is on its way', async ({ inbox, open }) => {
  const [first, second] = [inbox.customer('Steady Sunil'), inbox.customer('Steady Sarita')];
  for (const customer of [first, second]) await customer.writes(`Hello from ${customer.name}`);
  const [asha, ravi] = [await open(inbox.asha), await open(inbox.ravi)];
  const { page, conversation, details } = asha;
  await ravi.isLive();
  await ravi.showAll();
  // Only what somebody has is timed.
  for (const customer of [first, second]) {
    await ravi.openTicketOf(customer.name);
    await ravi.conversation.getByRole('button', { name: 'Assign to me' }).click();
    await expect(ravi.conversation.getByRole('timer')).toBeVisible();
  }
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(first.name);
  await asha.showDetails();
  await expect(details.getByText(first.name)).toBeVisible();
  await expect(conversation.getByRole('timer')).toBeVisible();

  const orders = details.getByRole('button', { name: 'Orders', exact: true });
  const countdown = conversation.getByText(/^Ticket will expire in/);
  const places = async () => [(await orders.boundingBox())?.y, (await countdown.boundingBox())?.x];
  const [above] = await places();
  const held = [
    await holdCall(page, '**/customer_details/', 'request'),
    await holdCall(page, '**/handled-time/**', 'request'),
  ];
  await asha.openTicketOf(second.name);
  await expect(countdown).toBeVisible();
  await expect(details.getByRole('status').filter({ hasText: 'Loading' })).not.toHaveCount(0);
  await expect(conversation.getByRole('timer')).toHaveCount(0);
  const waiting = await places();
  expect(waiting[0]).toBe(above);
  for (const call of held) call.release();
  await expect(details.getByText(second.name)).toBeVisible();
  await expect(conversation.getByRole('timer')).toBeVisible();
  expect(await places()).toEqual(waiting);
});

/** What has moved in the conversation and in the list's tabs since this was asked last, by the browser's own account. */
const moved = (page: Page) => page.evaluate<string[]>('window.moved.splice(0)');

const WATCH = `
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (!element?.closest('[role=tablist], section[aria-label=Conversation]')) continue;
        const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
        window.moved.push(element.tagName + ' ' + element.textContent.slice(0, 40) + ': ' + box(from) + ' > ' + box(to));
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function watch(page: Page): Promise<void> {
  await page.addInitScript({ content: WATCH });
}

test('nothing that shows moves while the page loads, a tab is chosen, or a message is sent', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Steady Sonal');
  await customer.writes('Does it stay where it is?');
  const before = await open(inbox.asha);
  await before.isLive();
  await before.showAll();
  await before.openTicketOf(customer.name);
  await before.conversation.getByRole('button', { name: 'Assign to me' }).click();
  await expect(before.conversation.getByRole('timer')).toBeVisible();

  // Another browser, which has nothing of it that is older.
  const asha = await open(inbox.asha, { ticket: before.ticketId, prepare: watch });
  const { page } = asha;
  await asha.isLive();
  await expect(asha.bubble('Does it stay where it is?')).toBeVisible();
  await expect(asha.conversation.getByRole('timer')).toBeVisible();
  expect(await moved(page)).toEqual([]);

  await asha.send('It does');
  await expect(asha.bubble('It does')).toContainText('Asha Menon');
  await expect(asha.bubble('It does')).toContainText(/Sent|Delivered|Seen/);
  // What was there goes up to make room; what is sent stays as it is.
  expect((await moved(page)).filter((line) => line.includes('It does'))).toEqual([]);

  for (const name of ['All', 'Open']) {
    const tab = page.getByRole('tablist', { name: 'Ticket status' }).getByRole('tab', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(asha.row(customer.name)).toBeVisible();
    expect(await moved(page)).toEqual([]);
  }
});

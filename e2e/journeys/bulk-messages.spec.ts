import { newWamid, postDelivery } from '@inbox/simulate';
import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import type { Customer } from '../harness/customer';
import { withDatabase } from '../harness/database';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { expect, test } from '../harness/test';

/** More than two pages of the list, and than one request for messages takes. */
const MANY = 200;
const PER_DELIVERY = 50;

/** So many customers who have just written on WhatsApp. */
async function crowd(inbox: Inbox, name: string, count: number): Promise<Customer[]> {
  const customers = Array.from({ length: count }, (_, n) => inbox.customer(`${name}${n + 1} Rao`));
  const timestamp = Math.floor(Date.now() / 1000);
  for (let from = 0; from < count; from += PER_DELIVERY) {
    const messages = customers.slice(from, from + PER_DELIVERY).map(({ phone, name: called }) => ({
      id: newWamid(),
      from: phone,
      name: called,
      timestamp,
      content: { type: 'text' as const, text: { body: 'Hello' } },
    }));
    await postDelivery(inbox.url, inbox.shop.whatsapp, { messages });
  }
  return customers;
}

const barOf = ({ list }: InboxScreen): Locator => list.getByRole('group', { name: 'Chosen tickets' });
const stripOf = ({ list }: InboxScreen): Locator => list.getByRole('group', { name: 'Message to many tickets' });
const dialogOf = ({ page }: InboxScreen): Locator => page.getByRole('dialog', { name: 'Send message' });
const tab = ({ list }: InboxScreen, name: RegExp): Locator => list.getByRole('tab', { name }).first();

/** Chooses every ticket of the tab; `loaded`: they are all loaded, so that there are no others to choose. */
async function chooseAll(screen: InboxScreen, loaded = false): Promise<void> {
  await screen.leaveList();
  // Rows that are loaded anew take the focus with them.
  await expect(async () => {
    await screen.list.locator('[data-ticket-id]').first().focus();
    await screen.page.keyboard.press('Control+a');
    await expect(barOf(screen)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  if (loaded) return;
  const all = barOf(screen).getByRole('button', { name: /that match$/ });
  await all.click();
  await expect(all).toHaveCount(0);
}
async function takeAll(screen: InboxScreen, loaded = false): Promise<void> {
  await tab(screen, /^Unassigned/).click();
  await chooseAll(screen, loaded);
  await barOf(screen).getByRole('button', { name: 'Assign', exact: true }).click();
  await screen.list.getByRole('button', { name: 'assign me', exact: true }).click();
  await expect(screen.page.getByText('Tickets have been assigned to Asha Menon')).toBeVisible({ timeout: 60_000 });
}
async function openDialog(screen: InboxScreen): Promise<Locator> {
  await barOf(screen).getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: 'Send message' }).click();
  const dialog = dialogOf(screen);
  await expect(dialog).toBeVisible();
  return dialog;
}
/** How often each customer has got this text, by phone. */
function arrivals(inbox: Inbox, text: RegExp): Map<string, string[]> {
  const byPhone = new Map<string, string[]>();
  for (const sent of inbox.simulator.graph.sent) {
    if (text.test(sent.text)) byPhone.set(sent.to, [...(byPhone.get(sent.to) ?? []), sent.text]);
  }
  return byPhone;
}

test.describe('where some fail', () => {
  // Whom the channel refuses, and how fast it answers, is one for all shops of an inbox.
  test.use({ ownInbox: {} });

  test('200 tickets: stopped in the middle it says what was done; again, with some failing, each gets one', async ({
    inbox,
    open,
  }) => {
    test.setTimeout(900_000);
    const customers = await crowd(inbox, 'Many', MANY);
    const asha = await open(inbox.asha);
    await asha.isLive();
    const { page } = asha;
    await takeAll(asha);
    await tab(asha, /^Open/).click();
    await chooseAll(asha);

    let dialog = await openDialog(asha);
    await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('First news for {{userName}}');
    await expect(dialog).toContainText('Goes to 200 tickets.');
    await expect(dialog.getByText(/^First news for Many\d+ Rao$/)).toHaveCount(3);
    // The sixth request is held until it is stopped.
    let requests = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/inbox/ticket/reply-many/', async (route) => {
      requests += 1;
      if (requests === 6) await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Send to 200 tickets' }).click();
    const strip = stripOf(asha);
    await expect(strip).toContainText('Sending 100 of 200', { timeout: 60_000 });
    // What is chosen and listed meanwhile changes nobody who gets it.
    await tab(asha, /^Unassigned/).click();
    await strip.getByRole('button', { name: 'Stop' }).click();
    release();
    await expect(strip).toContainText('120 sent, 80 not sent, 0 skipped', { timeout: 120_000 });
    await expect(strip.getByRole('list').getByText('Stopped before it was sent.').first()).toBeVisible();
    expect(requests).toBe(6);
    expect(await violations(page)).toEqual([]);
    const first = arrivals(inbox, /^First news/);
    expect([first.size, Math.max(...[...first.values()].map(({ length }) => length))]).toEqual([120, 1]);
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await expect(strip).toHaveCount(0);

    const failing = new Set(customers.filter((_, n) => n % 20 === 7).map(({ phone }) => phone));
    inbox.simulator.graph.refuseTo(failing);
    inbox.simulator.graph.limitRate({ calls: 10, retryAfter: 1 });
    await tab(asha, /^Open/).click();
    await chooseAll(asha);
    dialog = await openDialog(asha);
    await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Second news for {{userName}}');
    await dialog.getByRole('button', { name: 'Send to 200 tickets' }).click();
    await expect(strip).toContainText('190 sent, 10 not sent, 0 skipped', { timeout: 240_000 });
    await expect(strip.getByRole('list').getByText('Recipient phone number not in allowed list')).toHaveCount(10);
    const second = arrivals(inbox, /^Second news/);
    const expected = customers.filter(({ phone }) => !failing.has(phone));
    expect([...second.keys()].sort()).toEqual(expected.map(({ phone }) => phone).sort());
    for (const { phone, name } of expected) expect(second.get(phone)).toEqual([`Second news for ${name}`]);
    inbox.simulator.graph.refuseTo([]);
    await strip.getByRole('button', { name: 'Dismiss' }).click();
  });
});

test('a page that is loaded anew in the middle knows what had begun, and goes on without a second one', async ({
  inbox,
  open,
}) => {
  const customers = await crowd(inbox, 'Reload', 45);
  const asha = await open(inbox.asha);
  await asha.isLive();
  const { page } = asha;
  await takeAll(asha);
  const search = asha.list.getByRole('searchbox');
  await search.fill('Reload');
  await search.press('Enter');
  await expect(asha.row('Reload45 Rao')).toBeVisible();
  await chooseAll(asha);
  const dialog = await openDialog(asha);
  await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Third news');
  let requests = 0;
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  // The answer to the second request never comes: the server has done it.
  await page.route('**/api/inbox/ticket/reply-many/', async (route) => {
    requests += 1;
    if (requests !== 2) return route.continue();
    await route.fetch();
    asked();
  });
  await dialog.getByRole('button', { name: 'Send to 45 tickets' }).click();
  await isAsked;
  await page.unroute('**/api/inbox/ticket/reply-many/');
  await page.reload();
  const strip = stripOf(asha);
  await expect(strip).toContainText('Interrupted after 40 of 45', { timeout: 60_000 });
  await strip.getByRole('button', { name: 'Go on' }).click();
  await expect(strip).toContainText('45 sent, 0 not sent, 0 skipped', { timeout: 60_000 });
  const third = arrivals(inbox, /^Third news/);
  expect([...third.keys()].sort()).toEqual(customers.map(({ phone }) => phone).sort());
  expect([...third.values()].every(({ length }) => length === 1)).toBe(true);
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await asha.isLive();
  await expect(strip).toHaveCount(0);
});

test('a template goes to chosen tickets by keyboard, each with its own values; what it does not go to is told', async ({
  inbox,
  open,
}) => {
  const [one, two] = (await crowd(inbox, 'Templated', 2)) as [Customer, Customer];
  const mailer = inbox.customer('Mailed Meena');
  await mailer.mails({ subject: 'By mail', text: 'Hello' });
  const asha = await open(inbox.asha);
  await asha.isLive();
  const { page } = asha;
  await tab(asha, /^Unassigned/).click();
  for (const { name } of [one, two, mailer]) await expect(asha.row(name)).toBeVisible();
  await takeAll(asha, true);
  await tab(asha, /^Open/).click();
  for (const { name } of [one, two, mailer]) {
    await asha.row(name).focus();
    await page.keyboard.press('Space');
  }
  await expect(barOf(asha)).toContainText('3 chosen');
  await press(page, barOf(asha).getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name: 'Send message' }).press('Enter');
  const dialog = dialogOf(asha);
  await expect(dialog.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Message', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('1 ticket: Templates are sent by WhatsApp.');
  expect(await violations(page)).toEqual([]);
  await press(page, dialog.getByRole('button', { name: /^we_are_here/ }));
  const modal = page.getByRole('dialog', { name: 'we_are_here' });
  await reach(page, 'Tab', modal.getByRole('combobox', { name: '{{agent_name}}' }));
  await page.keyboard.type('Asha');
  await modal.getByRole('combobox', { name: '{{customer_name}}' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(modal.getByRole('combobox', { name: '{{customer_name}}' })).toHaveValue('{{userFirstName}}');
  await expect(modal.getByRole('region', { name: /Templated1 Rao/ })).toContainText('Hello Templated1, this is Asha.');
  await expect(modal.getByRole('region', { name: /Templated2 Rao/ })).toContainText('Hello Templated2, this is Asha.');
  expect(await violations(page)).toEqual([]);
  await press(page, modal.getByRole('button', { name: 'Send to 2 tickets' }));
  const strip = stripOf(asha);
  await expect(strip).toContainText('2 sent, 0 not sent, 1 skipped');
  await expect(strip.getByRole('listitem')).toContainText('Templates are sent by WhatsApp.');
  for (const { phone, name } of [one, two]) {
    const arrived = inbox.simulator.graph.sent.filter(({ to }) => to === phone).map(({ template }) => template?.text);
    expect(arrived).toEqual([`Hello ${name.split(' ')[0]}, this is Asha. May we go on with your question?`]);
  }
  await press(page, strip.getByRole('button', { name: 'Dismiss' }));
});

test('dialog and report are for everyone, in both themes and at any width', async ({ inbox, open }) => {
  const name = 'Fit';
  await crowd(inbox, name, 2);
  const asha = await open(inbox.asha);
  const { page } = asha;
  await page.setViewportSize({ width: 360, height: 740 });
  await asha.isLive();
  await tab(asha, /^Unassigned/).click();
  for (const n of [1, 2]) await expect(asha.row(`${name}${n} Rao`)).toBeVisible();
  await takeAll(asha, true);
  await tab(asha, /^Open/).click();
  for (const n of [1, 2]) {
    await asha.row(`${name}${n} Rao`).focus();
    await page.keyboard.press('Space');
  }
  const dialog = await openDialog(asha);
  await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Order {{lastOrderNumber}} for ');
  await dialog.getByRole('combobox', { name: 'Insert a placeholder' }).selectOption('userFirstName');
  await expect(dialog.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
    'Order {{lastOrderNumber}} for {{userFirstName}}',
  );
  await isForEveryone(page, () =>
    expect(dialog.getByText('There is no value for lastOrderNumber.').first()).toBeVisible(),
  );
  await withDatabase(inbox.dataDir, (db) =>
    db.query("update tickets set status = 'follow_up' where full_name like $1", [`${name}2 %`]),
  );
  await dialog.getByRole('button', { name: 'Send to 2 tickets' }).click();
  const strip = stripOf(asha);
  await expect(strip).toContainText('1 sent, 0 not sent, 1 skipped');
  const said = inbox.simulator.graph.sent.map(({ text }) => text);
  expect(said).toContain(`Order NOT_FOUND for ${name}1`);
  await isForEveryone(page, () => expect(strip.getByRole('button', { name: 'Dismiss' })).toBeVisible());
  await strip.getByRole('button', { name: 'Dismiss' }).click();
});

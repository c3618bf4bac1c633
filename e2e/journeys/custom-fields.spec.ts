import type { Locator, Page } from '@playwright/test';
import { VECTORS } from '@inbox/domain/testing/hostile';
import { scan } from '../hostile/scan';
import { setTrap, type Trap } from '../hostile/trap';
import { isForEveryone, violations } from '../harness/accessibility';
import { holdCall } from '../harness/hold-call';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { expect, test } from '../harness/test';

const section = ({ details }: InboxScreen, name: string) => details.getByRole('group', { name, exact: true });
const fieldsOf = (screen: InboxScreen) => section(screen, 'Custom Fields');
const linksOf = (screen: InboxScreen) => section(screen, 'Linked Tickets');
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const row = (place: Locator, name: string) => place.getByRole('combobox', { name, exact: true });
const text = (place: Locator, name: string) => place.getByRole('textbox', { name, exact: true });
const SAVE = '**/api/inbox/ticket/*/field-values/';

/** A custom field of the shop; answers its number. */
async function field(inbox: Inbox, ...words: string[]): Promise<string> {
  const told = await inbox.admin(['field', 'add', '--merchant', inbox.shop.slug, ...words]);
  return /^Field (\d+)/m.exec(told)?.[1] ?? '';
}
/** The fields of all journeys here. */
async function withFields(inbox: Inbox): Promise<void> {
  const reason = await field(inbox, '--name', 'Reason', '--options', 'Delivery,Return', '--fixed', 'yes');
  await field(inbox, '--name', 'Courier', '--required', 'yes', '--under', reason, '--when', 'Delivery');
  await field(inbox, '--name', 'Faults', '--type', 'multiple_input', '--options', 'Size,Colour', '--fixed', 'yes');
  await field(inbox, '--name', 'Promised', '--options', 'Today,Tomorrow');
}

const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).last();

async function openMine(inbox: Inbox, screen: InboxScreen, name: string): Promise<number> {
  const customer = inbox.customer(name);
  await customer.writes('Where is my order?');
  await screen.showAll();
  await screen.openTicketOf(customer.name);
  await button(screen.conversation, 'Assign to me').click();
  await expect(button(screen.conversation, 'Close')).toBeVisible();
  return screen.ticketId;
}

const WIDE = { width: 1600, height: 900 };

test('fields are filled in by keyboard, saved, seen live, and unsaved ones survive tickets and a reload', async ({
  inbox,
  open,
}) => {
  const asha = await open(inbox.asha, { viewport: WIDE });
  const { page } = asha;
  const other = inbox.customer('Other Omkar');
  await other.writes('Hello');
  const name = 'Fielded Farida';
  await openMine(inbox, asha, name);

  // Before the operator has made any.
  await asha.showSection('Custom Fields');
  await expect(fieldsOf(asha)).toContainText('No custom fields available.');
  expect(await violations(page)).toEqual([]);
  await withFields(inbox);
  await asha.showSection('Custom Fields');
  const fields = fieldsOf(asha);
  await expect(row(fields, 'Reason')).toBeVisible();
  await expect(text(fields, 'Courier')).toHaveCount(0);

  // By keyboard alone.
  await button(asha.details, 'Custom Fields').focus();
  await reach(page, 'Tab', row(fields, 'Reason'));
  await page.keyboard.type('Deliv');
  await expect(text(fields, 'Courier')).toBeVisible();
  await press(page, button(fields, 'Update'));
  await expect(toast(page, 'Please fill out Courier')).toBeVisible();
  await expect(text(fields, 'Courier')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('Blue Dart');
  await reach(page, 'Tab', row(fields, 'Faults'));
  await page.keyboard.type('col');
  await expect(fields.getByRole('option', { name: 'Colour' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(button(fields, 'Remove Colour from Faults')).toBeVisible();
  await reach(page, 'Tab', row(fields, 'Promised'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row(fields, 'Promised')).toHaveValue('Today');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Custom fields have been updated')).toBeVisible();
  await expect(
    asha.conversation.getByText(/updated the custom fields Reason, Courier, Faults, Promised\./),
  ).toBeVisible();

  // A colleague, who does not own the ticket, reads what is saved.
  const ravi = await open(inbox.ravi, { viewport: WIDE });
  await ravi.showAll();
  await ravi.openTicketOf(name);
  await ravi.showSection('Custom Fields');
  await expect(fieldsOf(ravi)).toContainText('Blue Dart');
  await expect(fieldsOf(ravi)).toContainText('Only the owner of this ticket may change these.');
  expect(await violations(ravi.page)).toEqual([]);

  await text(fields, 'Courier').fill('Delhivery');
  await asha.openTicketOf(other.name);
  await expect(fields).not.toContainText('not saved yet');
  await asha.openTicketOf(name);
  await expect(text(fields, 'Courier')).toHaveValue('Delhivery');
  await page.reload();
  await expect(text(fields, 'Courier')).toHaveValue('Delhivery');
  await expect(fieldsOf(ravi)).toContainText('Blue Dart');
  await button(fields, 'Update').click();
  await expect(toast(page, 'Custom fields have been updated')).toBeVisible();
  await expect(fieldsOf(ravi)).toContainText('Delhivery');

  // What is hidden is not saved.
  await row(fields, 'Reason').selectOption('Return');
  await expect(text(fields, 'Courier')).toHaveCount(0);
  await button(fields, 'Update').click();
  await expect(fieldsOf(ravi)).not.toContainText('Delhivery');
});

test('another agent’s values and what is changed here stand side by side, and neither is lost unseen', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/409/);
  await withFields(inbox);
  const asha = await open(inbox.asha, { viewport: WIDE });
  const name = 'Contested Chitra';
  const id = await openMine(inbox, asha, name);
  await asha.showSection('Custom Fields');
  // The same agent in a second browser.
  const second = await open(inbox.asha, { viewport: WIDE });
  await second.showAll();
  await second.openTicketOf(name);
  await second.showSection('Custom Fields');
  const [here, there] = [fieldsOf(asha), fieldsOf(second)];

  await row(here, 'Promised').fill('Monday');
  await row(there, 'Promised').fill('Friday');
  await button(there, 'Update').click();
  await expect(here).toContainText('A colleague has changed this to “Friday”.');
  await expect(row(here, 'Promised')).toHaveValue('Monday');
  expect(await violations(asha.page)).toEqual([]);
  await button(here, 'Update').click();
  await expect(toast(asha.page, 'Custom fields have been updated')).toBeVisible();
  await expect(row(there, 'Promised')).toHaveValue('Monday');

  // Saved while this page's own save is on its way.
  const held = await holdCall(asha.page, SAVE, 'request');
  await row(here, 'Promised').fill('Sunday');
  await button(here, 'Update').click();
  await held.requested;
  await expect(button(here, 'Updating')).toBeDisabled();
  await row(there, 'Promised').fill('Saturday');
  // Not by its toast: that of the save before may still be there.
  const saved = second.page.waitForResponse(
    (answer) => answer.url().includes('/field-values/') && answer.request().method() !== 'GET' && answer.ok(),
  );
  await button(there, 'Update').click();
  await saved;
  held.release();
  await expect(
    toast(asha.page, 'A colleague has changed these fields meanwhile. Check them and update again.'),
  ).toBeVisible();
  await expect(here).toContainText('A colleague has changed this to “Saturday”.');
  await expect(row(here, 'Promised')).toHaveValue('Sunday');
  await button(here, 'Use theirs in Promised').click();
  await expect(row(here, 'Promised')).toHaveValue('Saturday');
  expect(asha.ticketId).toBe(id);
});

for (const at of ['request', 'answer'] as const) {
  test(`a save that is left for another ticket stays with its own: ${at}`, async ({ inbox, open }) => {
    await withFields(inbox);
    const asha = await open(inbox.asha, { viewport: WIDE });
    const [left, other] = [`Left Leela ${at}`, `Next Nanda ${at}`];
    await openMine(inbox, asha, other);
    const id = await openMine(inbox, asha, left);
    await asha.showSection('Custom Fields');
    const fields = fieldsOf(asha);
    await row(fields, 'Promised').fill('Only for Leela');
    const call = await holdCall(asha.page, SAVE, at);
    await button(fields, 'Update').click();
    await call.requested;
    await asha.row(other).click();
    await expect(asha.conversation.getByRole('heading', { name: other })).toBeVisible();
    call.release();
    await expect(toast(asha.page, `#${id}: Custom fields have been updated`)).toBeVisible();
    await expect(row(fields, 'Promised')).toHaveValue('');
    await asha.row(left).click();
    await expect(row(fields, 'Promised')).toHaveValue('Only for Leela');
    await expect(fields).not.toContainText('not saved yet');
  });
}

test('tickets are linked, opened and parted by keyboard, and a colleague sees it live', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/404/);
  const other = inbox.customer('Twin Tara');
  await other.writes('The same order');
  const otherId = await inbox.ticketOf(inbox.asha, other.name);
  const asha = await open(inbox.asha, { viewport: WIDE });
  const { page } = asha;
  const id = await openMine(inbox, asha, 'Linked Lila');
  await asha.showSection('Linked Tickets');
  const ravi = await open(inbox.ravi, { viewport: WIDE, ticket: otherId });
  await ravi.showSection('Linked Tickets');
  await expect(linksOf(ravi)).toContainText('No linked tickets.');

  const links = linksOf(asha);
  await button(asha.details, 'Linked Tickets').focus();
  await reach(page, 'Tab', text(links, 'Ticket id'));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Enter ticket id')).toBeVisible();
  await page.keyboard.type('999999');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'ERROR! Could not add ticket id')).toBeVisible();
  await expect(links).toContainText('There is no such ticket. (404)');
  expect(await violations(page)).toEqual([]);
  await text(links, 'Ticket id').fill(`#${otherId}`);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Tickets have been linked')).toBeVisible();
  await expect(text(links, 'Ticket id')).toHaveValue('');
  await expect(text(links, 'Ticket id')).toBeFocused();
  const link = links.getByRole('link', { name: new RegExp(`#${otherId}`) });
  await expect(link).toHaveAttribute('href', new RegExp(`/inbox/tickets/${otherId}(?:\\?|$)`));
  await expect(linksOf(ravi).getByRole('link', { name: new RegExp(`#${id}`) })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await link.focus();
  await page.keyboard.press('Enter');
  await expect(asha.conversation.getByRole('heading', { name: other.name })).toBeVisible();
  await asha.openTicketOf('Linked Lila');
  await press(page, button(links, `Remove the link with #${otherId}`));
  await expect(toast(page, `The link with #${otherId} has been removed`)).toBeVisible();
  await expect(links).toContainText('No linked tickets.');
  await expect(text(links, 'Ticket id')).toBeFocused();
  await expect(linksOf(ravi)).toContainText('No linked tickets.');
  await expect(ravi.conversation.getByText(`Asha Menon removed the link with #${id}.`)).toBeVisible();
});

test('both sections are for everyone, in both themes and widths', async ({ inbox, open }) => {
  await withFields(inbox);
  const asha = await open(inbox.asha, { viewport: WIDE });
  await openMine(inbox, asha, 'Everyone’s Esha');
  const other = inbox.customer('A customer whose name is a rather long one, as some are');
  await other.writes('Hi');
  const otherId = await inbox.ticketOf(inbox.asha, other.name);
  for (const name of ['Custom Fields', 'Linked Tickets']) await asha.showSection(name);
  const [fields, links] = [fieldsOf(asha), linksOf(asha)];
  await row(fields, 'Reason').selectOption('Delivery');
  await row(fields, 'Faults').fill('Size');
  await row(fields, 'Faults').press('Enter');
  await button(fields, 'Update').click();
  await text(links, 'Ticket id').fill(String(otherId));
  await button(links, 'Add').click();
  await expect(toast(asha.page, 'Tickets have been linked')).toBeVisible();
  await isForEveryone(asha.page, async () => {
    await asha.showDetails();
    await expect(text(fields, 'Courier')).toHaveAttribute('aria-invalid', 'true');
    await expect(links.getByRole('link', { name: new RegExp(`#${otherId}`) })).toBeVisible();
    const overflow = () => asha.details.evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
});

test('hostile names, options and values stay text', async ({ inbox, open }) => {
  // A text of an argument has no NUL, and options are parted by commas.
  const hostile = VECTORS.map(({ content, mark }) => `${content} ${mark}`.replaceAll('\0', '')).filter(
    (content) => content.length <= 90 && !content.startsWith('-') && !/\p{Surrogate}/u.test(content),
  );
  // The whole corpus passes through the panel's own test; here a browser sees some of it, with all that is around it.
  const names = hostile.filter((_, at) => at % 60 === 0);
  for (const name of names) await field(inbox, '--name', name);
  const options = hostile.filter((one) => !one.includes(',') && !one.includes('\n')).slice(0, 100);
  await field(inbox, '--name', 'Hostile options', '--type', 'multiple_input', '--options', options.join(','));

  let trap: Trap = { sprung: [] };
  const asha = await open(inbox.asha, {
    viewport: WIDE,
    prepare: async (page) => void (trap = await setTrap(page, inbox.url)),
  });
  await openMine(inbox, asha, 'Trapped Tanvi');
  await asha.showSection('Custom Fields');
  const fields = fieldsOf(asha);
  await expect(row(fields, 'Hostile options')).toBeVisible();
  await row(fields, 'Hostile options').click();
  await expect(fields.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(await scan(asha.page)).toEqual([]);
  const [first = '', second = ''] = options;
  await row(fields, 'Hostile options').fill(first);
  await row(fields, 'Hostile options').press('Enter');
  await row(fields, 'Hostile options').fill(second);
  await row(fields, 'Hostile options').press('Enter');
  const free = fields.getByRole('textbox');
  for (let at = 0; at < (await free.count()); at++) await free.nth(at).fill(hostile[at * 7] ?? '');
  await button(fields, 'Update').click();
  await expect(toast(asha.page, 'Custom fields have been updated')).toBeVisible();
  expect(await scan(asha.page)).toEqual([]);

  const ravi = await open(inbox.ravi, { viewport: WIDE, ticket: asha.ticketId });
  await ravi.showSection('Custom Fields');
  await expect(fieldsOf(ravi)).toContainText('Only the owner');
  expect(await scan(ravi.page)).toEqual([]);
  expect(trap.sprung).toEqual([]);
});

import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import { holdCall } from '../harness/hold-call';
import type { InboxScreen } from '../harness/inbox-screen';
import { command, press, reach } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';

const dialogOf = ({ page }: InboxScreen): Locator => page.getByRole('dialog', { name: 'Create New Ticket' });
const field = (dialog: Locator, name: string): Locator => dialog.getByRole('textbox', { name, exact: true });

/** Opens the dialog from the list's add menu. */
async function openDialog(screen: InboxScreen): Promise<Locator> {
  await screen.list.getByRole('button', { name: 'Add', exact: true }).click();
  await screen.page.getByRole('menuitem', { name: 'Create New Ticket' }).click();
  const dialog = dialogOf(screen);
  await expect(dialog).toBeVisible();
  return dialog;
}

test(
  'a ticket is made by phone with the keyboard alone, and a colleague sees it at once',
  core,
  async ({ inbox, open, guard }) => {
    guard.expects(/409 .*create-phone-ticket/);
    const known = inbox.customer('Phoning Pallavi');
    await known.writes('I will call you');
    const [asha, ravi] = [await open(inbox.asha), await open(inbox.ravi)];
    await Promise.all([asha.isLive(), ravi.isLive()]);
    await ravi.showAll();
    const { page } = asha;
    const { keyboard } = page;

    await press(page, asha.list.getByRole('button', { name: 'Add', exact: true }));
    await reach(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Create New Ticket' }));
    await keyboard.press('Enter');
    const dialog = dialogOf(asha);
    await expect(field(dialog, 'Phone number')).toBeFocused();
    await keyboard.type(`+${known.phone.slice(0, 2)} ${known.phone.slice(2, 7)}-${known.phone.slice(7)}`);
    await expect(dialog.getByText('Known customer: Phoning Pallavi')).toBeVisible();
    await expect(field(dialog, 'First name')).toHaveValue('Phoning');
    await expect(field(dialog, 'Last name')).toHaveValue('Pallavi');
    await reach(page, 'Tab', field(dialog, 'Subject'));
    await keyboard.type('Wants another size');
    await reach(page, 'Tab', dialog.getByRole('combobox', { name: 'Tags' }));
    await keyboard.type('by phone, sizes');
    await reach(page, 'Tab', field(dialog, 'Notes'));
    await keyboard.type('Call back after six');
    expect(await violations(page)).toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Create', exact: true }));

    await expect(page.getByText('Ticket has been created')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(asha.conversation.getByRole('heading', { name: known.name })).toBeVisible();
    await expect(asha.conversation.getByText(`Asha Menon created ticket #${asha.ticketId}.`)).toBeVisible();
    await expect(asha.conversation.getByText('sizes', { exact: true }).first()).toBeVisible();
    const created = ravi.list.locator(`[data-ticket-id="${asha.ticketId}"]`);
    await expect(created).toContainText('Wants another size');

    // It runs: a second one for the same caller is the server's to refuse, and what was typed is there for the next try.
    const { ticketId } = asha;
    await command(page, 'Create New Ticket');
    await expect(field(dialog, 'Phone number')).toBeFocused();
    await keyboard.type(known.phone);
    await field(dialog, 'Subject').fill('The same again');
    await keyboard.press('Enter');
    const refusal = `This customer has ticket #${ticketId} already, which is not closed.`;
    await expect(dialog.getByRole('alert')).toHaveText(refusal);
    await expect(field(dialog, 'Subject')).toHaveValue('The same again');
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
);

test('a ticket by e-mail is given to a colleague, who answers the customer', async ({ inbox, open, guard }) => {
  const customer = inbox.customer('Mailing Madhu');
  const asha = await open(inbox.asha);
  await asha.isLive();
  const ravi = await open(inbox.ravi);
  await ravi.isLive();
  guard.expects(/400 .*create-phone-ticket/);

  const dialog = await openDialog(asha);
  await dialog.getByRole('radio', { name: 'Email', exact: true }).check({ force: true });
  await field(dialog, 'First name').fill('Madhu');
  await field(dialog, 'Notes').fill('Met at the fair');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a phone number or an email address.');
  await expect(field(dialog, 'Notes')).toHaveValue('Met at the fair');

  await field(dialog, 'Email').fill(customer.address);
  await expect(dialog.getByText('A new customer')).toBeVisible();
  await expect(field(dialog, 'First name')).toHaveValue('Madhu');
  await field(dialog, 'Subject').fill('Your order from the fair');
  await dialog.getByRole('combobox', { name: 'Owner' }).selectOption({ label: inbox.ravi.full_name });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(asha.conversation.getByRole('heading', { name: 'Madhu' })).toBeVisible();
  await expect(asha.conversation.getByText('Asha Menon assigned the ticket to Ravi Nair.')).toBeVisible();

  await ravi.list.locator(`[data-ticket-id="${asha.ticketId}"]`).click();
  await expect(ravi.conversation.getByRole('heading', { name: 'Madhu' })).toBeVisible();
  await ravi.send('Your sarees are packed');
  await expect
    .poll(() => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address)).length, { timeout: 30_000 })
    .toBe(1);
});

test('a lookup that fails says so and can be repeated', async ({ inbox, open, guard }) => {
  const known = inbox.customer('Lost Lata');
  await known.writes('Hello');
  const asha = await open(inbox.asha);
  await asha.isLive();
  guard.expects(/503 .*customer-info/);
  const { page } = asha;
  const dialog = await openDialog(asha);
  await page.route('**/api/inbox/customer-info/**', (route) => route.fulfill({ status: 503 }));
  await field(dialog, 'Phone number').pressSequentially(known.phone);
  await field(dialog, 'Subject').fill('Goes on');
  await expect(dialog.getByText('Something went wrong. Please try again.')).toBeVisible();
  await page.unroute('**/api/inbox/customer-info/**');
  await dialog.getByRole('button', { name: 'Look up again' }).click();
  await expect(dialog.getByText('Known customer: Lost Lata')).toBeVisible();
  await expect(field(dialog, 'Subject')).toHaveValue('Goes on');
});

test('an answer that gets lost and a second click make one ticket', async ({ inbox, open, guard }) => {
  const customer = inbox.customer('Again Anand');
  const asha = await open(inbox.asha);
  await asha.isLive();
  const { page } = asha;
  guard.expects(/ERR_INTERNET_DISCONNECTED.*create-phone-ticket/);
  const dialog = await openDialog(asha);
  await dialog.getByRole('radio', { name: 'Email', exact: true }).check({ force: true });
  await field(dialog, 'Email').fill(customer.address);
  await field(dialog, 'First name').fill('Tara');

  // The server makes it, and its answer never comes.
  const url = '**/api/inbox/create-phone-ticket/';
  await page.route(url, async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText('It is not known whether the ticket was created.')).toBeVisible();
  await page.unroute(url);
  await page.reload();
  await asha.isLive();
  const reopened = await openDialog(asha);
  const held = await holdCall(page, url, 'request');
  const again = reopened.getByRole('button', { name: 'Try again' });
  await again.click();
  await held.requested;
  await reopened.getByRole('button', { name: 'Creating...' }).click();
  held.release();
  await expect(asha.conversation.getByRole('heading', { name: 'Tara' })).toBeVisible();

  await asha.showAll();
  await expect(asha.row('Tara')).toHaveCount(1);
});

test('the dialog is for everyone, in both themes and widths', async ({ inbox, open, guard }) => {
  guard.expects(/400 .*create-phone-ticket/);
  const asha = await open(inbox.asha, { viewport: { width: 360, height: 720 } });
  await expect(asha.list.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  const dialog = await openDialog(asha);
  await field(dialog, 'Phone number').fill('98');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await isForEveryone(asha.page, async () => {
    await expect(dialog.getByRole('alert')).toHaveText('Enter a Valid Number');
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  });
});

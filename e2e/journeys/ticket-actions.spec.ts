import type { Locator } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { inTimeForUndo } from '../harness/hold-outbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { expect, test } from '../harness/test';

const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });

/** The list with no ticket open, whatever its filters. */
const LIST = /\/inbox\/tickets(?:\?|$)/;

/** Chooses from the menu of a header's button. */
async function pick({ page, conversation }: InboxScreen, menu: string, item: string): Promise<void> {
  await button(conversation, menu).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the owner sets priority, tags, subscribers, a link and a follow-up; a colleague sees each and edits none', async ({
  inbox,
  open,
  guard,
}) => {
  // The link to a ticket that is not there is refused.
  guard.expects(/404/);
  const [customer, other] = [inbox.customer('Priya Raghunathan'), inbox.customer('Linked Lata')];
  await customer.writes('The kurta is too small.');
  await other.writes('The same order.');
  const otherId = await inbox.ticketOf(inbox.asha, other.name);
  const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
  for (const screen of [asha, ravi]) {
    await screen.page.setViewportSize({ width: 1600, height: 900 });
    await screen.isLive();
    await screen.showAll();
    await screen.openTicketOf(customer.name);
  }
  const id = asha.ticketId;

  await button(asha.conversation, 'Assign to me').click();
  await expect(asha.page.getByText('Ticket has been assigned to you')).toBeVisible();
  await expect(ravi.conversation.getByText('Asha Menon took the ticket.')).toBeVisible();

  await button(asha.conversation, 'Priority: None').click();
  expect(await violations(asha.page)).toEqual([]);
  await asha.page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(button(asha.conversation, 'Priority: High')).toBeVisible();
  await expect(asha.row(customer.name)).toContainText('High');
  await expect(ravi.conversation.getByText('Asha Menon set the priority to High.')).toBeVisible();
  await expect(button(ravi.conversation, /^Priority/)).toHaveCount(0);

  // By keyboard alone.
  const tags = asha.conversation.getByRole('combobox', { name: 'Add a tag' });
  await tags.focus();
  await asha.page.keyboard.type('exchange');
  expect(await violations(asha.page)).toEqual([]);
  await asha.page.keyboard.press('Enter');
  await expect(button(asha.conversation, 'Remove tag exchange')).toBeVisible();
  await expect(ravi.conversation.getByRole('region', { name: 'Tags' })).toContainText('exchange');
  await expect(ravi.conversation.getByRole('combobox', { name: 'Add a tag' })).toHaveCount(0);

  await pick(asha, 'More actions', 'Add link');
  const link = asha.page.getByRole('dialog', { name: 'Add link' });
  await expect(link.getByRole('textbox', { name: 'Ticket id' })).toBeFocused();
  await asha.page.keyboard.press('Enter');
  await expect(asha.page.getByText('Enter ticket id')).toBeVisible();
  await asha.page.keyboard.type('999999');
  await asha.page.keyboard.press('Enter');
  await expect(asha.page.getByText('ERROR! Could not add ticket id')).toBeVisible();
  expect(await violations(asha.page)).toEqual([]);
  await link.getByRole('textbox', { name: 'Ticket id' }).fill(String(otherId));
  await asha.page.keyboard.press('Enter');
  await expect(asha.page.getByText('Tickets have been linked')).toBeVisible();
  await expect(ravi.conversation.getByText(`Asha Menon linked this ticket with #${otherId}.`)).toBeVisible();

  await pick(asha, 'More actions', 'Subscribers');
  const subscribers = asha.page.getByRole('dialog', { name: 'Subscribers' });
  await subscribers.getByRole('combobox', { name: 'Add a subscriber' }).selectOption('Ravi Nair');
  await button(subscribers, 'Add').click();
  await expect(subscribers.getByRole('listitem')).toContainText('Ravi Nair');
  expect(await violations(asha.page)).toEqual([]);
  await expect(ravi.conversation.getByText('Asha Menon added Ravi Nair as a subscriber.')).toBeVisible();
  await button(subscribers, 'Remove Ravi Nair').click();
  await expect(ravi.page).toHaveURL(LIST);
  await button(subscribers, 'Done').click();

  await pick(asha, 'More actions', 'Follow up');
  const followUp = asha.page.getByRole('dialog', { name: 'Follow up' });
  await followUp.getByRole('combobox', { name: 'Follow up in' }).selectOption('23 hours');
  expect(await violations(asha.page)).toEqual([]);
  await button(followUp, 'Save').click();
  await expect(asha.conversation.locator('header').getByText('Follow up')).toBeVisible();
  await expect(asha.conversation.getByText('Asha Menon set a follow-up in 23 hours.')).toBeVisible();
  // The customer writes before the time is up: the ticket is open again.
  await customer.writes('And one more thing.');
  await expect(asha.conversation.locator('header').getByText('Open', { exact: true })).toBeVisible();

  await pick(asha, 'More actions', 'Mark as Unread');
  await expect(asha.page).toHaveURL(LIST);
  await expect(asha.list.locator(`[data-ticket-id="${id}"]`)).toHaveAttribute('data-unread', 'true');
});

test('the survey reaches the customer, by WhatsApp with the close and by e-mail after it', async ({ inbox, open }) => {
  const question = 'How did we do? Answer 1 to 5.';
  await inbox.admin(['merchant', 'set', '--merchant', inbox.shop.slug, '--csat', 'yes', '--csat-text', question]);
  const [chatting, mailing] = [inbox.customer('Satisfied Sana'), inbox.customer('Mailing Mohan')];
  await chatting.writes('Thank you!');
  await mailing.mails({ subject: 'Invoice', text: 'Thanks for the invoice.' });
  const asha = await open(inbox.asha);
  await asha.page.setViewportSize({ width: 1600, height: 900 });
  await asha.isLive();
  await asha.showAll();

  await asha.openTicketOf(chatting.name);
  const chat = asha.ticketId;
  await button(asha.conversation, 'Assign to me').click();
  await pick(asha, 'More ways to close', 'Close and send CSAT');
  await expect(asha.page.getByText(`#${chat} has been closed`)).toBeVisible();
  await expect(asha.page.getByText('CSAT sent')).toBeVisible();
  const texts = () =>
    inbox.simulator.graph.sent.filter(({ to }) => to.replace(/\D/g, '') === chatting.phone).map(({ text }) => text);
  // It waits ten seconds, in which the close can be taken back.
  await expect.poll(texts).toEqual([question]);

  await asha.openTicketOf(mailing.name);
  await button(asha.conversation, 'Assign to me').click();
  await button(asha.conversation, 'Close').click();
  await expect(asha.page).toHaveURL(LIST);
  await asha.openTicketOf(mailing.name);
  await button(asha.conversation, 'Send CSAT').click();
  await expect(asha.conversation.getByText('Asha Menon sent the satisfaction survey.')).toBeVisible();
  await expect(button(asha.conversation, 'Send CSAT')).toHaveCount(0);
  const mails = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(mailing.address));
  await expect
    .poll(() => mails().map(({ subject, text }) => [subject, text.trim()]))
    .toEqual([['Re: Invoice', question]]);
});

test('a close is taken back from its toast, with its survey; and a closed ticket is opened again', async ({
  inbox,
  open,
}) => {
  await inbox.admin(['merchant', 'set', '--merchant', inbox.shop.slug, '--csat', 'yes']);
  const customer = inbox.customer('Hasty Hari');
  await customer.writes('One more thing');
  const asha = await open(inbox.asha, { prepare: (page) => page.clock.install() });
  await asha.page.setViewportSize({ width: 1600, height: 900 });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const id = asha.ticketId;
  await button(asha.conversation, 'Assign to me').click();
  await pick(asha, 'More ways to close', 'Close and send CSAT');
  await expect(asha.page).toHaveURL(LIST);
  // The next toast needs the clock again.
  await inTimeForUndo(inbox, asha.page, () => asha.page.getByRole('button', { name: 'Undo' }).click());
  await expect(asha.page.getByText(`#${id} is as it was before it was closed`)).toBeVisible();

  await asha.openTicketOf(customer.name);
  await expect(asha.conversation.getByText('Asha Menon took back the closing of the ticket.')).toBeVisible();
  await expect(
    asha.conversation.getByText('Asha Menon took back the satisfaction survey before it was sent.'),
  ).toBeVisible();
  await button(asha.conversation, 'Close').click();
  await expect(asha.page).toHaveURL(LIST);
  await asha.openTicketOf(customer.name);
  await button(asha.conversation, 'Reopen').click();
  await expect(button(asha.conversation, 'Close')).toBeVisible();
  expect(inbox.simulator.graph.sent.filter(({ to }) => to.replace(/\D/g, '') === customer.phone)).toEqual([]);
});

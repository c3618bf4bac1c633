import { expect, type Locator } from '@playwright/test';
import { openSection, type InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON, words, type Fault } from './fault';
import { clearToasts, type Row } from './row';

const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });

const SERVER = 'Internal Server error. Please refresh the page and try again';

/** Spec section 8's words are for a server that answered. */
const notLoaded = (fault: Fault): string => (fault === 'hang' ? words.hang : SERVER);

export interface TicketWorld {
  /** Whose conversation is opened, and what they wrote. */
  customer: string;
  wrote: string;
  /** Another ticket to be linked. */
  otherId: number;
}

/** Opening a ticket and taking it. */
export function openingRows(
  screen: InboxScreen,
  fault: Fault,
  { customer, other, wrote }: Record<'customer' | 'other' | 'wrote', string>,
): Row[] {
  const { page, conversation, details } = screen;
  const toast = (text: string) => page.getByText(text, { exact: true }).last();
  return [
    {
      // First: a row's neighbours are loaded before they are opened.
      call: 'content',
      path: /\/content-v2\//,
      ask: () => screen.row(customer).click(),
      seen: () => expect(conversation.getByText(notLoaded(fault))).toBeVisible(),
      again: async () => {
        await button(conversation, 'Retry').click();
        await expect(screen.bubble(wrote)).toBeVisible();
      },
    },
    {
      call: 'customerDetails',
      path: /\/customer_details\//,
      retried: true,
      ask: () => screen.row(other).click(),
      seen: async () => {
        await expect(details.getByText(words[fault])).toBeVisible();
        await expect(conversation.getByRole('heading', { name: other })).toBeVisible();
      },
      again: async () => {
        await button(details, 'Retry').first().click();
        await expect(details.getByText(other).first()).toBeVisible();
        await screen.openTicketOf(customer);
      },
    },
    {
      call: 'markRead',
      path: /\/ticket\/mark-read\//,
      ask: async () => {
        await button(conversation, 'More actions').click();
        await page.getByRole('menuitem', { name: 'Mark as Unread' }).click();
        await expect(screen.row(customer)).toHaveAccessibleName(/unread/i);
        await screen.row(other).click();
        await expect(conversation.getByRole('heading', { name: other })).toBeVisible();
        await screen.row(customer).click();
      },
      seen: async () => {
        await expect(screen.bubble(wrote)).toBeVisible();
        await expect(screen.row(customer)).toHaveAccessibleName(/unread/i);
      },
      again: async () => {
        await passTime(page, 5_000, () => expect(screen.row(customer)).not.toHaveAccessibleName(/unread/i, SOON));
        await screen.leaveList();
      },
    },
    {
      call: 'transfer',
      path: /\/transfer\/owner-ship\//,
      ask: () => button(conversation, 'Assign to me').click(),
      seen: async () => {
        await expect(toast(words[fault])).toBeVisible();
        await expect(button(conversation, 'Assign to me')).toBeEnabled();
      },
      again: async () => {
        await clearToasts(screen);
        await button(conversation, 'Assign to me').click();
        await expect(toast('Ticket has been assigned to you')).toBeVisible();
      },
    },
  ];
}

/** The time that one's own ticket has been handled: asked for when it opens, reported when it is left. */
export function timerRows(
  screen: InboxScreen,
  { customer, other, wrote }: Record<'customer' | 'other' | 'wrote', string>,
): Row[] {
  const { page, conversation } = screen;
  const timer = conversation.getByRole('timer', { name: 'Handling time' });
  const path = /\/ticket\/handled-time\//;
  return [
    {
      call: 'reportHandledTime',
      path,
      ask: async () => {
        // Nothing is reported of less than a second.
        await page.clock.runFor(2_000);
        await screen.openTicketOf(other);
      },
      seen: () => expect(conversation.getByRole('heading', { name: other })).toBeVisible(),
      again: (answers) => answers.comeLater('POST'),
    },
    {
      call: 'handledTime',
      path,
      ask: () => screen.openTicketOf(customer),
      seen: async () => {
        await expect(screen.bubble(wrote)).toBeVisible();
        await expect(conversation.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
      },
      again: () => passTime(page, 5_000, () => expect(timer).toBeVisible(SOON)),
    },
  ];
}

/** Working on one's own ticket, to its close. */
export function ticketRows(screen: InboxScreen, fault: Fault, { customer, wrote, otherId }: TicketWorld): Row[] {
  const { page, conversation, details, list } = screen;
  const toast = (text: string) => page.getByText(text, { exact: true }).last();
  const tag = `tag ${fault}`;
  const tags = conversation.getByRole('combobox', { name: 'Add a tag' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).last();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const find = conversation.getByRole('search', { name: 'Find in conversation' });
  const pick = async (item: string) => {
    await button(conversation, 'More actions').click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  return [
    {
      call: 'customerOrders',
      path: /\/conversations\/\d+\/orders\//,
      retried: true,
      ask: () => openSection(details, 'Orders'),
      seen: () => expect(details.getByText(words[fault])).toBeVisible(),
      again: async () => {
        await button(details, 'Retry').click();
        await expect(details.getByText('No orders!')).toBeVisible();
      },
    },
    {
      // Orders are shown also when nobody knows how old they are.
      call: 'customerShop',
      path: /\/conversations\/\d+\/shop\//,
      ask: () => button(details, 'Reload').click(),
      seen: () => expect(details.getByText('No orders!')).toBeVisible(),
      again: async () => {
        await button(details, 'Reload').click();
        await expect(details.getByText('No orders!')).toBeVisible();
      },
    },
    {
      call: 'customerCheckouts',
      path: /\/abandoned_checkouts\//,
      retried: true,
      ask: () => details.getByRole('tab', { name: 'Abandoned Checkouts' }).click(),
      seen: () => expect(details.getByText(words[fault])).toBeVisible(),
      again: async () => {
        await button(details, 'Retry').click();
        await expect(details.getByText('No abandoned checkouts!')).toBeVisible();
      },
    },
    {
      call: 'correctCustomer',
      path: /\/customer_details\//,
      ask: async () => {
        await button(details, 'Correct details').click();
        await dialog('Correct customer details').getByRole('textbox', { name: 'City' }).fill('Pune');
        await button(dialog('Correct customer details'), 'Save').click();
      },
      seen: async () => {
        await expect(dialog('Correct customer details').getByText(words[fault])).toBeVisible();
        await expect(dialog('Correct customer details').getByRole('textbox', { name: 'City' })).toHaveValue('Pune');
      },
      again: async () => {
        await button(dialog('Correct customer details'), 'Save').click();
        await expect(dialog('Correct customer details')).toHaveCount(0);
        await expect(details.getByText('Pune', { exact: true })).toBeVisible();
      },
    },
    {
      call: 'ticketTags',
      path: /\/ticket\/tags\//,
      ask: () => tags.click(),
      seen: async () => {
        await expect(conversation.getByText('The tags could not be loaded.')).toBeVisible();
        await expect(tags).toBeEnabled();
      },
      again: async () => {
        await button(conversation.getByRole('region', { name: 'Tags' }), 'Retry').click();
        await expect(conversation.getByText('The tags could not be loaded.')).toHaveCount(0);
        await tags.press('Escape');
      },
    },
    {
      call: 'addTags',
      path: /\/add-tags\//,
      ask: async () => {
        await tags.fill(tag);
        await tags.press('Enter');
      },
      seen: async () => {
        await expect(button(conversation, `Add tag ${tag} again`)).toBeVisible();
        await expect(conversation.getByRole('region', { name: 'Tags' })).toContainText(tag);
      },
      again: async () => {
        await button(conversation, `Add tag ${tag} again`).click();
        await expect(button(conversation, `Remove tag ${tag}`)).toBeVisible();
        await tags.press('Escape');
      },
    },
    {
      call: 'removeTags',
      path: /\/remove-tags\//,
      ask: () => button(conversation, `Remove tag ${tag}`).click(),
      seen: async () => {
        await expect(toast(words[fault])).toBeVisible();
        await expect(button(conversation, `Remove tag ${tag}`)).toBeVisible();
      },
      again: async () => {
        await button(conversation, `Remove tag ${tag}`).click();
        await expect(button(conversation, `Remove tag ${tag}`)).toHaveCount(0);
        await tags.press('Escape');
      },
    },
    {
      call: 'followUp',
      path: /\/follow-up\//,
      ask: async () => {
        await pick('Follow up');
        await dialog('Follow up').getByRole('combobox').selectOption('7 hours');
        await button(dialog('Follow up'), 'Save').click();
      },
      seen: async () => {
        await expect(toast(words[fault])).toBeVisible();
        await expect(dialog('Follow up').getByRole('combobox')).toHaveValue('7');
      },
      again: async () => {
        await clearToasts(screen);
        await button(dialog('Follow up'), 'Save').click();
        await expect(page.getByText(/opens again on/).last()).toBeVisible();
        // The toast, which would cover the menu, comes a moment after what is announced.
        await expect(page.getByRole('button', { name: 'Dismiss', exact: true })).not.toHaveCount(0);
        await clearToasts(screen);
        await pick('End follow-up');
        await expect(page.getByText(/^The follow-up of #\d+ has ended$/)).toBeVisible();
      },
    },
    {
      call: 'linkTicket',
      path: /\/link-ticket\//,
      ask: async () => {
        await pick('Add link');
        await dialog('Add link').getByRole('textbox', { name: 'Ticket id' }).fill(String(otherId));
        await button(dialog('Add link'), 'Add').click();
      },
      seen: async () => {
        await expect(toast('ERROR! Could not add ticket id')).toBeVisible();
        await expect(dialog('Add link').getByRole('textbox', { name: 'Ticket id' })).toHaveValue(String(otherId));
      },
      again: async () => {
        await button(dialog('Add link'), 'Add').click();
        await expect(toast('Tickets have been linked')).toBeVisible();
      },
    },
    {
      call: 'findInConversation',
      path: /\/find\//,
      ask: async () => {
        await button(conversation, 'Find in conversation').click();
        await find.getByRole('searchbox').fill(wrote);
      },
      seen: async () => {
        await expect(find.getByText('The search failed.')).toBeVisible();
        await expect(find.getByRole('searchbox')).toHaveValue(wrote);
      },
      again: async () => {
        await button(find, 'Retry').click();
        await expect(find.getByText('1 of 1')).toBeVisible();
        await find.getByRole('searchbox').press('Escape');
      },
    },
    {
      call: 'undoClose',
      path: /\/set-status\/undo\//,
      ask: async () => {
        await button(conversation, 'Close').click();
        await undo.click();
      },
      seen: async () => {
        await expect(toast(words[fault])).toBeVisible();
        await expect(undo).toBeVisible();
      },
      again: async () => {
        await expect(async () => {
          // A toast that leaves moves the others: a click that misses is made again.
          if (await undo.isVisible()) await undo.click({ timeout: 2_000 });
          await expect(page.getByText(/is as it was before it was closed$/)).toBeVisible({ timeout: 5_000 });
        }).toPass({ timeout: 60_000 });
        await screen.row(customer).click();
        await expect(screen.bubble(wrote)).toBeVisible();
      },
    },
    {
      call: 'setStatus',
      path: /\/set-status\/$/,
      ask: () => button(conversation, 'Close').click(),
      seen: async () => {
        await expect(toast(words[fault])).toBeVisible();
        await expect(screen.bubble(wrote)).toBeVisible();
      },
      again: async () => {
        await clearToasts(screen);
        await button(conversation, 'Close').click();
        await expect(page.getByText(/^#\d+ has been closed$/)).toBeVisible();
        await expect(list).toBeVisible();
      },
    },
  ];
}

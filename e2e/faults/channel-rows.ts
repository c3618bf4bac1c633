import { reportCall } from '@inbox/simulate';
import { expect } from '@playwright/test';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON, words, type Fault } from './fault';
import type { Row } from './row';

/** A comment ticket: answering a comment, hiding and deleting it. */
export function commentRows(screen: InboxScreen, fault: Fault, { commenter }: { commenter: string }): Row[] {
  const { page, conversation } = screen;
  const comment = conversation.getByRole('article', { name: new RegExp(`^${commenter}`) });
  const button = (name: string) => comment.getByRole('button', { name, exact: true }).first();
  const box = conversation.getByRole('textbox', { name: `Reply to ${commenter}` });
  const answer = `Answer through ${fault}`;
  const own = conversation.locator('article[data-own]', { hasText: answer });
  return [
    {
      call: 'commentReply',
      path: /\/comment\/reply\//,
      ask: async () => {
        await button('Reply').click();
        await box.fill(answer);
        await box.press('Enter');
      },
      seen: async () => {
        await expect(conversation.getByRole('alert').filter({ hasText: words[fault] })).toBeVisible();
        await expect(box).toHaveValue(answer);
      },
      again: async () => {
        await box.press('Enter');
        await expect(own).toContainText('Sent');
        await expect(own).toHaveCount(1);
      },
    },
    {
      call: 'commentReply (hide)',
      path: /\/comment\/reply\//,
      ask: () => button('Hide').click(),
      seen: async () => {
        await expect(comment.getByRole('alert').filter({ hasText: words[fault] })).toBeVisible();
        await expect(button('Hide')).toBeEnabled();
      },
      again: async () => {
        await button('Hide').click();
        await expect(comment.getByText('Hidden', { exact: true })).toBeVisible();
      },
    },
    {
      call: 'commentDelete',
      path: /\/comment\/delete\//,
      ask: async () => {
        await button('Delete').click();
        await expect(conversation.getByText('Delete this comment for everyone?')).toBeVisible();
        await button('Delete').click();
      },
      seen: async () => {
        await expect(comment.getByRole('alert').filter({ hasText: words[fault] })).toBeVisible();
        await expect(comment.getByText('Does it come in green?')).toBeVisible();
      },
      again: async () => {
        if (!(await conversation.getByText('Delete this comment for everyone?').isVisible()))
          await button('Delete').click();
        await button('Delete').click();
        await expect(page.getByText('This message was deleted by the sender')).toBeVisible();
      },
    },
  ];
}

/** A phone ticket: what is known of its customer, and calling back. */
export function phoneRows(screen: InboxScreen, fault: Fault, { inbox, phone }: { inbox: Inbox; phone: string }): Row[] {
  const { page, conversation, details } = screen;
  const call = conversation.getByRole('button', { name: 'Call', exact: true });
  return [
    {
      call: 'customerTickets',
      path: /\/conversation\/\d+\/tickets\//,
      retried: true,
      ask: () => screen.row(phone).click(),
      seen: async () => {
        await expect(details.getByText(words[fault])).toBeVisible();
        await expect(conversation.getByText(`Incoming call from ${phone}.`)).toBeVisible();
      },
      again: async () => {
        const retry = details.getByRole('button', { name: 'Retry' }).first();
        // What happens to a ticket of the customer, such as the end of the call, loads them anew by itself.
        await expect(async () => {
          if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
          await expect(details.getByText('No other tickets of this customer.')).toBeVisible({ timeout: 2_000 });
        }).toPass();
      },
    },
    {
      call: 'callAccounts',
      path: /\/exotel\/active\/accounts\//,
      ask: async () => {
        await conversation.getByRole('button', { name: 'Assign to me', exact: true }).click();
        // Before the time passes that a call may hang: a toast is gone after less.
        await expect(page.getByText('Ticket has been assigned to you', { exact: true })).toBeVisible();
      },
      // No call is offered through accounts that are not known; the rest of the ticket works.
      seen: () => expect(call).toHaveCount(0),
      again: () => passTime(page, 5_000, () => expect(call).toBeVisible(SOON)),
    },
    {
      call: 'connectCall',
      path: /\/exotel\/connect-calls\//,
      ask: () => call.click(),
      seen: async () => {
        if (fault === 'hang') {
          // The provider may take a minute.
          await expect(page.getByText('The telephony provider has not answered yet.')).toBeVisible();
          await page.clock.fastForward(45_000);
        }
        await expect(page.getByText('Could not place a call. Please try again later').first()).toBeVisible();
        await expect(call).toBeEnabled();
      },
      again: async () => {
        await passTime(page, 4_000, () => expect(page.getByRole('dialog')).toHaveCount(0, SOON));
        await call.click();
        await expect(page.getByRole('dialog').getByText(/rings first/)).toBeVisible();
        await passTime(page, 4_000, () => expect(page.getByRole('dialog')).toHaveCount(0, SOON));
        const placed = inbox.simulator.calls.findLast(({ to }) => to === phone);
        if (placed) await reportCall(inbox.url, placed, 'terminal');
        await expect(conversation.getByText('The call ended after 2 min 5 s.')).toBeVisible();
      },
    },
  ];
}

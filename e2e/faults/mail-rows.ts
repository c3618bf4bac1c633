import { expect } from '@playwright/test';
import type { Inbox } from '../harness/inbox';
import { holdOutbox } from '../harness/hold-outbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON, type Fault } from './fault';
import type { Row } from './row';

/** A mail with pictures of another server is open: showing them, answering it, and taking the answer back. */
export function mailRows(
  screen: InboxScreen,
  fault: Fault,
  { inbox, writer }: { inbox: Inbox; writer: string },
): Row[] {
  const { page, conversation, replyBox } = screen;
  const answer = `Too early through ${fault}`;
  const undo = page.getByRole('button', { name: `Undo sending to ${writer}` });
  const bar = page.getByRole('status', { name: 'E-mails that can be taken back' });
  const shown = conversation.frameLocator('iframe[title]').locator('img');
  const failed = conversation.getByText('The images could not be loaded.');
  return [
    {
      call: 'mailImages',
      path: /\/mail-images\/$/,
      ask: () => conversation.getByRole('button', { name: 'Show images' }).press('Enter'),
      seen: () => expect(failed).toBeVisible(),
      again: async () => {
        await conversation.getByRole('button', { name: 'Retry' }).press('Enter');
        await expect(shown).toHaveAttribute('src', /\/mail-images\/.+\?url=/);
        await expect(failed).toHaveCount(0);
      },
    },
    {
      call: 'undoReply',
      path: /\/reply\/undo\//,
      ask: async () => {
        await screen.send(answer);
        await expect(undo).toBeVisible();
        // However busy the machine is, it does not leave meanwhile.
        await holdOutbox(inbox);
        await undo.click();
      },
      seen: async () => {
        // It may have been taken back.
        await expect(bar).toContainText('The inbox has not answered yet; it is asked again by itself.');
        await expect(screen.bubble(answer)).toBeVisible();
      },
      again: async () => {
        await passTime(page, 2_000, () => expect(replyBox).toHaveValue(answer, SOON));
        await expect(conversation.getByText('Asha Menon took back an e-mail before it was sent.')).toBeVisible();
        await replyBox.fill('');
      },
    },
  ];
}

import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON, type Fault } from './fault';
import { quickReplyRows } from './quick-reply-rows';
import type { Row } from './row';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Answering: what was written and attached is never lost, whatever the call meets. */
export function replyRows(screen: InboxScreen, fault: Fault): Row[] {
  const { page, reply, replyBox, quickReplies } = screen;
  const text = `Reply through ${fault}`;
  const file = `${fault.replace(' ', '-')}.png`;
  const panel = quickReplies;
  return [
    {
      call: 'reply',
      path: /\/ticket\/reply\/$/,
      ask: () => screen.send(text),
      seen: async () => {
        const bubble = screen.bubble(text);
        await expect(bubble).toBeVisible();
        await expect(replyBox).toHaveText('');
        // It is tried again by itself.
        await expect(bubble).toContainText('The server is not answering, trying again');
      },
      again: async () => {
        const bubble = screen.bubble(text);
        const state = async () => `${await bubble.getAttribute('data-status')}: ${await bubble.innerText()}`;
        await passTime(page, 31_000, async () => {
          await expect.poll(state, SOON).toMatch(/^sent:/);
        });
        await expect(bubble).toHaveCount(1);
      },
    },
    {
      call: 'upload',
      path: /\/conversations\/\d+\/media\//,
      ask: () => reply.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'image/png', buffer: PIXEL }),
      seen: async () => {
        const tray = reply.getByRole('list', { name: 'Attached files' });
        await expect(tray).toContainText(file);
        // A long upload may take longer than ten seconds, and goes on.
        const told = fault === 'hang' ? /^The server is not answering/ : 'Error. Try uploading again';
        await expect(tray.getByText(told)).toBeVisible();
        await expect(reply.getByRole('button', { name: `Upload ${file} again` })).toBeVisible();
      },
      again: async () => {
        await reply.getByRole('button', { name: `Upload ${file} again` }).click();
        await reply.getByRole('button', { name: `Remove ${file}` }).click();
      },
    },
    {
      call: 'quickReplies',
      path: /\/canned-message\//,
      retried: true,
      ask: async () => {
        await screen.showQuickReplies();
        await expect(panel.getByRole('searchbox')).toBeVisible();
      },
      seen: async () => {
        await expect(panel.getByText('Internal Server error. Please refresh the page and try again')).toBeVisible();
        await expect(panel.getByRole('searchbox')).toBeVisible();
      },
      again: async () => {
        await panel.getByRole('button', { name: 'Retry' }).click();
        await expect(panel.getByText('Hmmm. Nothing created yet')).toBeVisible();
      },
    },
    ...quickReplyRows(screen, fault),
  ];
}

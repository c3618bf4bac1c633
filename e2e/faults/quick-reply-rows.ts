import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { words, type Fault } from './fault';
import { clearToasts, type Row } from './row';

/** Changing quick replies, in the panel that is open and empty; it is so again at the end, and closed. */
export function quickReplyRows(screen: InboxScreen, fault: Fault): Row[] {
  const { page, quickReplies: panel, replyBox } = screen;
  const told = fault === 'hang' ? 'There has been an error. Please try again in some time.' : words[fault];
  const file = { name: 'replies.csv', mimeType: 'text/csv', buffer: Buffer.from('/faulty,A quick reply') };
  const row = panel.getByRole('listitem').filter({ hasText: '/faulty' });
  const toast = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  const choose = async (item: string) => {
    await row.hover();
    await row.getByRole('button', { name: 'More about /faulty' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = page.getByRole('dialog');
  const confirm = async () => {
    await choose('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
  };
  return [
    {
      call: 'importQuickReplies',
      path: /\/canned-message\/import\/$/,
      ask: async () => {
        await panel.getByRole('button', { name: 'Import and export' }).click();
        await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
        await dialog.getByLabel('CSV file').setInputFiles(file);
        await dialog.getByRole('button', { name: 'Import 1 quick reply' }).click();
      },
      seen: async () => {
        await toast(told);
        await expect(dialog.getByText('/faulty')).toBeVisible();
      },
      again: async () => {
        await dialog.getByRole('button', { name: 'Import 1 quick reply' }).click();
        await expect(row).toContainText('A quick reply');
      },
    },
    {
      call: 'countQuickReplyUse',
      path: /\/canned-message\/\d+\/used\/$/,
      ask: async () => {
        await row.hover();
        await row.getByRole('button', { name: 'Put /faulty into the reply' }).click();
      },
      // Only the order of the list depends on it: nobody is told.
      seen: () => expect(replyBox).toHaveValue('A quick reply'),
      again: () => replyBox.fill(''),
    },
    {
      call: 'saveQuickReply',
      path: /\/canned-message\/$/,
      ask: async () => {
        await choose('Edit');
        await panel.getByRole('textbox', { name: 'Message' }).fill('Another');
        await panel.getByRole('button', { name: 'Save' }).click();
      },
      seen: async () => {
        await toast(told);
        await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue('Another');
      },
      again: async () => {
        await panel.getByRole('button', { name: 'Save' }).click();
        await expect(row).toContainText('Another');
      },
    },
    {
      call: 'deleteQuickReply',
      path: /\/canned-message\/\d+\/delete\/$/,
      ask: confirm,
      seen: async () => {
        await toast(told);
        await expect(row).toBeVisible();
      },
      again: async () => {
        await confirm();
        await expect(panel.getByText('Hmmm. Nothing created yet')).toBeVisible();
        await clearToasts(screen);
        await panel.getByRole('button', { name: 'Close quick replies' }).click();
      },
    },
  ];
}

import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import type { Row } from './row';

/** A mail is open: writing the signature below its answers. None is left at the end. */
export function signatureRows({ page, conversation }: InboxScreen): Row[] {
  const drawer = page.getByRole('dialog', { name: /^Reply: / });
  const dialog = page.getByRole('dialog', { name: 'Signature' });
  const text = dialog.getByRole('textbox', { name: 'Signature' });
  const save = dialog.getByRole('button', { name: 'Save' });
  const open = () => drawer.getByRole('button', { name: 'Signature' }).click();
  return [
    {
      call: 'mailSignatures',
      path: /\/email\/signatures\/$/,
      ask: async () => {
        await conversation.getByRole('button', { name: 'Reply', exact: true }).first().click();
        await open();
      },
      seen: async () => {
        await expect(dialog.getByText('Your signatures could not be loaded.')).toBeVisible();
        await expect(save).toBeDisabled();
      },
      again: async () => {
        await dialog.getByRole('button', { name: 'Retry' }).click();
        await expect(text).toHaveText('');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(dialog).toHaveCount(0);
      },
    },
    {
      call: 'saveMailSignature',
      path: /\/email\/signatures\/$/,
      ask: async () => {
        await open();
        await text.click();
        await page.keyboard.type('Asha');
        await save.click();
      },
      seen: async () => {
        const said = page.getByText('The signature could not be saved. Please try again.', { exact: true });
        await expect(said.last()).toBeVisible();
        await expect(text).toHaveText('Asha');
      },
      again: async () => {
        await save.click();
        await expect(drawer.getByRole('textbox', { name: 'Message' })).toContainText('Asha');
        await open();
        await text.click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.press('Delete');
        await save.click();
        await expect(dialog).toHaveCount(0);
        await drawer.getByRole('button', { name: 'Close and keep the draft' }).click();
        await expect(drawer).toHaveCount(0);
      },
    },
  ];
}

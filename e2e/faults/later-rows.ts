import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { words, type Fault } from './fault';
import type { Row } from './row';

/** A mail is open: answering it later, changing that, and calling it off. Nothing of it is left at the end. */
export function laterRows(screen: InboxScreen, fault: Fault): Row[] {
  const { page, conversation } = screen;
  const answer = `Later through ${fault}`;
  const drawer = page.getByRole('dialog', { name: /^Reply: / });
  const text = drawer.getByRole('textbox', { name: 'Message' });
  const list = conversation.getByRole('list', { name: 'E-mails that are sent later' });
  const toast = (said: string) => expect(page.getByText(said, { exact: true }).first()).toBeVisible();
  const plan = async () => {
    await drawer.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: 'In 1 hour' }).click();
  };
  const planned = async () => {
    await expect(drawer).toHaveCount(0);
    await expect(list).toContainText(answer);
  };
  const edit = list.getByRole('button', { name: /^Edit / });
  const callOff = list.getByRole('button', { name: /^Cancel sending: / });
  return [
    {
      call: 'sendLater',
      path: /\/ticket\/reply\/later\/$/,
      ask: async () => {
        await conversation.getByRole('button', { name: 'Reply', exact: true }).first().click();
        await expect(text).toBeFocused();
        await page.keyboard.type(answer);
        await plan();
      },
      seen: async () => {
        await toast('The e-mail could not be planned. Please try again.');
        await expect(text).toHaveText(answer);
      },
      again: async () => {
        await plan();
        await planned();
      },
    },
    {
      call: 'scheduledText',
      path: /\/inbox\/reply\/later\/[^/]+\/$/,
      ask: () => edit.click(),
      seen: async () => {
        await toast(words[fault]);
        await expect(list).toContainText(answer);
      },
      again: async () => {
        await edit.click();
        await expect(text).toHaveText(answer);
        await plan();
        await planned();
      },
    },
    {
      call: 'cancelScheduled',
      path: /\/reply\/later\/[^/]+\/cancel\/$/,
      ask: () => callOff.click(),
      seen: async () => {
        await toast(words[fault]);
        await expect(list).toContainText(answer);
      },
      again: async () => {
        await callOff.click();
        await expect(list).toHaveCount(0);
      },
    },
  ];
}

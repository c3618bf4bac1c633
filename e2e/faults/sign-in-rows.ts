import { expect } from '@playwright/test';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { words, type Fault } from './fault';
import type { Row } from './row';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The dialog on signing in: what it shows, and the end of a session that is there for this alone. */
export function signInRows({ page }: InboxScreen, fault: Fault, { url, asha }: Inbox): Row[] {
  const dialog = page.getByRole('dialog', { name: 'Sign-in and security' });
  const open = async () => {
    await page.getByRole('button', { name: /, account of / }).click();
    await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  };
  const says = () => expect(dialog.getByRole('alert')).toContainText(words[fault]);
  const sessions = dialog.getByRole('region', { name: 'Where you are signed in' });
  const end = sessions.getByRole('button', { name: /^End Firefox on Windows/ }).first();
  return [
    {
      call: 'signInState',
      path: /\/agent\/sign-in\//,
      ask: open,
      seen: says,
      again: async () => {
        await dialog.getByRole('button', { name: 'Retry' }).click();
        await expect(sessions.getByText('This browser')).toBeVisible();
        await page.keyboard.press('Escape');
      },
    },
    {
      call: 'endSession',
      path: /\/agent\/sessions\/[^/]+\/end\//,
      ask: async () => {
        const body = new URLSearchParams({ email: asha.email, password: asha.password });
        await fetch(`${url}/main-site/login`, {
          method: 'POST',
          body,
          headers: { 'user-agent': FIREFOX },
          redirect: 'manual',
        });
        await open();
        await end.click();
      },
      seen: async () => {
        await says();
        await expect(end).toBeVisible();
      },
      again: async () => {
        await end.click();
        await expect(sessions.getByText('1 session has ended.')).toBeVisible();
        await page.keyboard.press('Escape');
      },
    },
  ];
}

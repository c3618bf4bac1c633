import { expect } from '@playwright/test';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { clearToasts, type Row } from './row';

/** The shell: the agent's own status, what the shop is set to, and who works in it. */
export function shellRows(screen: InboxScreen): Row[] {
  const { page, conversation } = screen;
  const status = page.getByRole('button', { name: /^Your status: / });
  const refresh = page.getByRole('button', { name: /^Refresh/ });
  const choose = async (name: string) => {
    await status.click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  /** With the list, which is loaded before a hang moves the clock. */
  const refreshAll = async () => {
    await refresh.click();
    await expect(refresh).not.toHaveAccessibleName('Refreshing');
  };
  const everything = async () => {
    await expect(status).toBeVisible();
    await expect(page.getByRole('region', { name: 'Tickets', exact: true })).toBeVisible();
  };
  return [
    {
      call: 'setAgentStatus',
      path: /\/agent\/online_status\//,
      ask: () => choose('Break'),
      seen: () => expect(page.getByText('Your status could not be changed. Please try again.')).toBeVisible(),
      again: async () => {
        await clearToasts(screen);
        await choose('Break');
        await expect(status).toHaveAccessibleName('Your status: Break');
        await choose('Online');
        await expect(status).toHaveAccessibleName('Your status: Online');
      },
    },
    {
      call: 'settings',
      path: /\/inbox\/settings\//,
      // What the page knew of the shop stays in force.
      ask: refreshAll,
      seen: everything,
      again: (answers) => answers.comeLater(),
    },
    {
      call: 'paymentCheck',
      path: /\/config\/has_error\//,
      ask: refreshAll,
      seen: everything,
      again: (answers) => answers.comeLater(),
    },
    {
      call: 'allAgents',
      path: /\/all_agents\//,
      // Those that were known stay.
      ask: refreshAll,
      seen: async () => {
        await conversation.getByRole('button', { name: /^(?:Assign|Transfer)$/ }).click();
        await expect(conversation.getByRole('button', { name: 'Ravi Nair', exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
      },
      again: (answers) => answers.comeLater(),
    },
  ];
}

/**
 * Leaving the shell, last of all: nothing of the agent stays, and the server ends the session as soon as it hears of it.
 * @param token of a session for this alone
 */
export function logoutRows(screen: InboxScreen, { inbox, token }: { inbox: Inbox; token: string }): Row[] {
  const { page, list } = screen;
  const statusOfSession = async () => {
    const authorization = `jwt ${token}`;
    return (await fetch(`${inbox.url}/api/inbox/agent/online_status/`, { headers: { authorization } })).status;
  };
  return [
    {
      call: 'logout',
      path: /\/shopify\/logout\//,
      ask: async () => {
        await page.goto(`/validate?token=${token}`);
        await screen.isLive();
        await page.getByRole('button', { name: /^Your status: / }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
      },
      seen: async () => {
        await expect(page).toHaveURL(/\/main-site\/login/);
        expect(await statusOfSession()).toBe(200);
      },
      // A later page of this browser has the server end it.
      again: async () => {
        await page.goto(`/validate?token=${await inbox.token(inbox.asha)}`);
        await expect(list).toBeVisible();
        await expect.poll(statusOfSession).toBe(401);
      },
    },
  ];
}

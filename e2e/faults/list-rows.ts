import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { isRefusal, words, type Fault } from './fault';
import type { Row } from './row';

const WHY_BROKEN: Partial<Record<Fault, string>> = {
  hang: 'The connection broke',
  cut: 'The connection broke',
};

/**
 * The list, and what is done with many tickets.
 * @param other whose ticket is chosen: a row that was in the focus is loaded before it is opened
 */
export function listRows(
  screen: InboxScreen,
  fault: Fault,
  { customer, other }: Record<'customer' | 'other', string>,
): Row[] {
  const { page, list } = screen;
  const toast = (text: string) => page.getByText(text, { exact: true }).last();
  const channel = (name: RegExp) => list.getByRole('tablist', { name: 'Channel' }).getByRole('tab', { name }).click();
  const unknown = list.getByText('number not known');
  const search = list.getByRole('searchbox');
  const failed = list.getByText('Internal Server error. Please refresh the page and try again');
  const bar = list.getByRole('group', { name: 'Chosen tickets' });
  const markUnread = async () => {
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as Unread' }).click();
  };
  const report = page.getByRole('dialog', { name: 'Export conversations' });
  return [
    {
      call: 'foundCount',
      path: /\/found-count\//,
      ask: async () => {
        await search.fill(customer);
        await search.press('Enter');
      },
      seen: async () => {
        await expect(screen.row(customer)).toBeVisible();
        await expect(list.getByText('Only tickets of the chosen agents')).toBeVisible();
      },
      again: async () => {
        await page.clock.fastForward(5_000);
        await expect(list.getByText('Only tickets of the chosen agents')).toHaveCount(0);
        await expect(list.getByText('1 of 1', { exact: true })).toBeVisible();
      },
    },
    {
      call: 'ticketCounter',
      path: /\/ticket\/counter\//,
      // Sets filters that count other numbers.
      ask: () => screen.showAll(),
      seen: async () => {
        await expect(unknown.first()).toBeAttached();
        await expect(screen.row(customer)).toBeVisible();
      },
      again: async () => {
        await page.clock.fastForward(5_000);
        await expect(unknown).toHaveCount(0);
      },
    },
    {
      call: 'ticketList',
      path: /\/ticket\/list\//,
      ask: () => channel(/^whatsapp/i),
      seen: () => expect(failed).toBeVisible(),
      again: async () => {
        await list.getByRole('button', { name: 'Retry' }).click();
        await expect(screen.row(customer)).toBeVisible();
        await channel(/^All/);
        await expect(screen.row(customer)).toBeVisible();
      },
    },
    {
      call: 'exportConversations',
      path: /\/export\/conversations\//,
      ask: async () => {
        await list.getByRole('button', { name: 'More of the list' }).click();
        await page.getByRole('menuitem', { name: 'Export conversations' }).click();
        await report.getByRole('button', { name: 'Export', exact: true }).click();
      },
      seen: async () => {
        const told = isRefusal(fault) ? words[fault] : 'Error! Please try again later.';
        await expect(report.getByText(told)).toBeVisible();
      },
      again: async () => {
        const done = page.getByText('Report will be emailed shortly.');
        // An agent has one report at a time: that of another page may still be written.
        await expect(async () => {
          if (await report.isVisible()) await report.getByRole('button', { name: 'Export', exact: true }).click();
          await expect(done).toBeVisible({ timeout: 2_000 });
        }).toPass({ timeout: 20_000 });
      },
    },
    {
      call: 'markManyUnread',
      path: /\/tickets\/mark-unread\//,
      // A bulk action shows its progress and may take longer than ten seconds.
      ask: async () => {
        await screen.row(other).focus();
        await page.keyboard.press('Space');
        await markUnread();
      },
      seen: async () => {
        if (isRefusal(fault)) {
          await expect(toast(words[fault])).toBeVisible();
          await expect(bar).toContainText('1 chosen');
        } else if (fault === 'hang') {
          await expect(list.getByRole('progressbar', { name: 'Marking as unread' })).toBeVisible();
        } else {
          await expect(list.getByRole('alert')).toContainText(WHY_BROKEN[fault] ?? 'The server failed');
        }
      },
      again: async () => {
        if (isRefusal(fault)) await markUnread();
        else await list.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByText(/^#\d+ has been marked as unread$/)).toBeVisible();
      },
    },
  ];
}

/** The shell: the agent's own status. */
export function shellRows({ page }: InboxScreen): Row[] {
  const status = page.getByRole('button', { name: /^Your status: / });
  const choose = async (name: string) => {
    await status.click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  return [
    {
      call: 'setAgentStatus',
      path: /\/agent\/online_status\//,
      ask: () => choose('Break'),
      seen: () => expect(page.getByText('Your status could not be changed. Please try again.')).toBeVisible(),
      again: async () => {
        await choose('Break');
        await expect(status).toHaveAccessibleName('Your status: Break');
        await choose('Online');
        await expect(status).toHaveAccessibleName('Your status: Online');
      },
    },
  ];
}

import { expect } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON, type Fault } from './fault';
import type { Row } from './row';

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
  const channel = (name: RegExp) => list.getByRole('tablist', { name: 'Channel' }).getByRole('tab', { name }).click();
  const unknown = list.getByText('number not known');
  const search = list.getByRole('searchbox');
  const failed = list.getByText('Internal Server error. Please refresh the page and try again');
  const bar = list.getByRole('group', { name: 'Chosen tickets' });
  const markUnread = async () => {
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as Unread' }).click();
  };
  const choose = async () => {
    await screen.row(other).focus();
    await page.keyboard.press('Space');
  };
  const act = (name: string) => bar.getByRole('button', { name, exact: true }).click();
  const take = async () => {
    await act('Assign');
    await list.getByRole('button', { name: 'assign me', exact: true }).click();
  };
  /** Of a bulk action, which shows its progress and may take longer than ten seconds. */
  const isTold = async (working: string) => {
    if (fault === 'hang') await expect(list.getByRole('progressbar', { name: working })).toBeVisible();
    else await expect(list.getByRole('alert')).toContainText('The server failed');
  };
  const again = async (done: RegExp) => {
    await list.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(done)).toBeVisible();
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
        const unsure = list.getByText('Only tickets of the chosen agents');
        await passTime(page, 5_000, () => expect(unsure).toHaveCount(0, SOON));
        await expect(list.getByText('1 of 1 found', { exact: true })).toBeVisible();
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
      again: () => passTime(page, 5_000, () => expect(unknown).toHaveCount(0, SOON)),
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
      seen: () => expect(report.getByText('Error! Please try again later.')).toBeVisible(),
      again: async () => {
        await report.getByRole('button', { name: 'Export', exact: true }).click();
        await expect(page.getByText('Report will be emailed shortly.')).toBeVisible();
      },
    },
    {
      call: 'markManyUnread',
      path: /\/tickets\/mark-unread\//,
      ask: async () => {
        await choose();
        await markUnread();
      },
      seen: () => isTold('Marking as unread'),
      again: () => again(/^#\d+ has been marked as unread$/),
    },
    {
      call: 'transfer (bulk)',
      path: /\/transfer\/owner-ship\//,
      ask: async () => {
        await choose();
        await take();
      },
      seen: () => isTold('Assigning'),
      again: () => again(/^#\d+ has been assigned to you$/),
    },
    {
      call: 'setStatus (bulk close)',
      path: /\/set-status\/$/,
      ask: async () => {
        await choose();
        await act('Close');
      },
      seen: () => isTold('Closing'),
      again: () => again(/^#\d+ has been closed$/),
    },
  ];
}

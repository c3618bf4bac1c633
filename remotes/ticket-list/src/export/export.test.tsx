/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dayOf, daysAfter, END_OF_LIST, NO_FILTERS } from '@inbox/domain';
import { aTicket, createFakePorts, refusalOr, saidOfFaults, type Answers } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../testing/lay-out';
import { afterRows, showList } from '../testing/list-screen';

/** Noon in India: the day is the same for the whole file, whenever it runs. */
const NOON = Date.parse('2026-11-20T06:30:00Z');
jest.spyOn(Date, 'now').mockReturnValue(NOON);

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./export-dialog');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

const SHOWN = { ...NO_FILTERS, ticket_status: 'open', tag_filter: ['refund'] } as const;

async function open(exportConversations: Answers['exportConversations']) {
  const fake = createFakePorts({
    answers: {
      allAgents: afterRows([]),
      ticketCounter: afterRows({}),
      ticketList: () => ({ tickets: [aTicket({ tags: 'refund' })], oldest_timestamp: END_OF_LIST, seq: 1 }),
      ...(exportConversations && { exportConversations }),
    },
  });
  fake.shell.own('list.asked').set({ filters: { ...SHOWN, tag_filter: [...SHOWN.tag_filter] } });
  const { user } = await showList([], fake);
  await user.click(await screen.findByRole('button', { name: 'More of the list' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export conversations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export conversations' });
  return { user, fake, dialog };
}
const asked = (fake: Awaited<ReturnType<typeof open>>['fake']) =>
  fake.calls.filter(({ name }) => name === 'exportConversations').map(({ input }) => input);
const day = (back: number) => daysAfter(dayOf(NOON), -back);

describe('the export', () => {
  it('orders the filters of the list, of the chosen days, and says so', async () => {
    const { user, fake, dialog } = await open(() => ({}));
    fireEvent.change(within(dialog).getByLabelText('From'), { target: { value: day(7) } });
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: day(1) } });
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Report will be emailed shortly.' }]));
    expect(asked(fake)).toEqual([
      { body: { filters: { ...SHOWN, date_filter_start: day(7), date_filter_end: day(1) } } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for no day ahead', async () => {
    const { user, fake, dialog } = await open(() => ({}));
    fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: day(-1) } });
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    expect(within(dialog).getByText('The date cannot be in the future.')).toBeVisible();
    expect(asked(fake)).toEqual([]);
  });

  it('that fails says so, with the reason where it is refused, and may be tried again', async () => {
    const { user, fake, dialog } = await open(() => ({}));
    const said = await saidOfFaults(async (error) => {
      fake.answer({ exportConversations: () => Promise.reject(error) });
      fake.toasts.length = 0;
      fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }));
      await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'Error! Please try again later.' }]));
      return (await within(dialog).findByRole('alert')).textContent;
    });
    expect(said).toEqual(refusalOr('Error! Please try again later.'));
    fake.answer({ exportConversations: () => ({}) });
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(fake.toasts).toHaveLength(2));
  });

  it('opens when the shell asks for it', async () => {
    const { user, fake } = await open(() => ({}));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => fake.shell.send('act.ticket-list', { action: 'export' }));
    expect(await screen.findByRole('dialog', { name: 'Export conversations' })).toBeVisible();
  });
});

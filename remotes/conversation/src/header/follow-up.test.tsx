/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { formatMessageTime, type Ticket } from '@inbox/domain';
import { aLiveEvent, anAgent, aTicket, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { giveLayout } from '../testing/layout';
import { header, MINUTE, mine, now, openTicket, pick } from '../testing/header-screen';

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a follow-up', () => {
  it('is for no or 1 to 23 hours while the ticket is open, and says when it opens again', async () => {
    const due = new Date(now + 5 * 60 * MINUTE);
    const follow_up_at = due.toISOString();
    const followUp = jest.fn(() => ({ ticket: mine({ status: 'follow_up', follow_up_at, rev: 2 }) }));
    const { fake, inputOf } = await openTicket({ answers: { followUp } });
    await pick('More actions', 'Follow up');
    const dialog = await screen.findByRole('dialog', { name: 'Follow up' });
    const choices = within(dialog).getAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual([
      'no',
      '1 hour',
      ...Array.from({ length: 22 }, (_, n) => `${n + 2} hours`),
    ]);
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Follow up in' }), '5 hours');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(header().getByText('Follow up')).toBeVisible();
    expect(inputOf('followUp')).toEqual({ body: { ticket_id: 1, follow_up_hr: 5 } });
    await waitFor(() =>
      expect(fake.toasts).toEqual([{ kind: 'success', text: `#1 opens again on ${formatMessageTime(due)}` }]),
    );
  });

  it("is not set by 'no': the ticket stays open without a request", async () => {
    const { fake } = await openTicket();
    await pick('More actions', 'Follow up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow up' }));
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'no');
    expect(dialog.getByText('The ticket stays open.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.calls.filter(({ name }) => name === 'followUp')).toEqual([]);
  });

  it("that runs is ended from the menu, or changed; 'no' ends it as well", async () => {
    const follow_up_at = new Date(now + 3.5 * 60 * MINUTE).toISOString();
    const running = mine({ status: 'follow_up', follow_up_at });
    const followUp: Answers['followUp'] = ({ body }) => ({
      ticket: body.follow_up_hr === 0 ? mine({ rev: 3 }) : mine({ status: 'follow_up', follow_up_at, rev: 2 }),
    });
    const { fake } = await openTicket({ ticket: running, answers: { followUp } });
    const hours = () => fake.calls.flatMap(({ name, input }) => (name === 'followUp' ? [input] : []));
    await pick('More actions', 'Change follow-up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change follow-up' }));
    expect(dialog.getByRole('combobox')).toHaveDisplayValue('4 hours');
    expect(
      dialog
        .getAllByRole('option')
        .map((choice) => choice.textContent)
        .slice(0, 2),
    ).toEqual(['no', '1 hour']);
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'no');
    expect(dialog.getByText('The ticket opens again now.')).toBeVisible();
    await userEvent.selectOptions(dialog.getByRole('combobox'), '2 hours');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await pick('More actions', 'End follow-up');
    await waitFor(() => expect(fake.toasts.at(-1)?.text).toBe('The follow-up of #1 has ended'));
    expect(hours()).toMatchObject([{ body: { follow_up_hr: 2 } }, { body: { follow_up_hr: 0 } }]);
    expect(header().getByText('Open')).toBeVisible();
  });

  it('that is refused stays open and says why', async () => {
    const followUp = () => {
      throw new ApiError('refused', 'A follow-up is for open tickets.', { status: 409 });
    };
    const { fake } = await openTicket({ answers: { followUp } });
    await pick('More actions', 'Follow up');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'A follow-up is for open tickets.' }]));
    expect(screen.getByRole('dialog', { name: 'Follow up' })).toBeVisible();
  });

  it('that is due is told to its owner', async () => {
    const { fake } = await openTicket({ ticket: mine({ status: 'follow_up' }) });
    const due = (by: Ticket['owner_id'], owner_id: number) =>
      act(() =>
        fake.emitLive(
          aLiveEvent({ type: 'tickets.status_updated', by, tickets: [aTicket({ id: 7, owner_id, status: 'open' })] }),
        ),
      );
    due(null, 2);
    due(anAgent({ id: 2 }).id, 1);
    due(null, 1);
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'info', text: 'The follow-up time of #7 is up' }]));
  });
});

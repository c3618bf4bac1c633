/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { aProfile, aTicket } from '@inbox/panel/testing';
import { act, waitFor } from '@testing-library/react';
import { giveLayout } from '../../testing/layout';
import { ago, csat, header, mine, openTicket, pick, press } from '../../testing/header-screen';

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('closing', () => {
  const closed = mine({ status: 'closed', rev: 2 });

  it('says so, can be taken back, and goes back to the list', async () => {
    const { fake } = await openTicket({ answers: { setStatus: () => ({ tickets: [closed], failed: [] }) } });
    await press('Close');
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'tickets' }]));
    expect(fake.toasts).toMatchObject([{ kind: 'success', text: '#1 has been closed', action: { label: 'Undo' } }]);
  });

  it('with the survey says both, and goes back to the list', async () => {
    const setStatus = () => ({ tickets: [closed], failed: [], changed: 1 });
    const { fake, inputOf } = await openTicket({ profile: csat, answers: { setStatus } });
    await pick('More ways to close', 'Close and send CSAT');
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'tickets' }]));
    expect(fake.toasts.map(({ text }) => text)).toEqual(['#1 has been closed', 'CSAT sent']);
    expect(inputOf('setStatus')).toMatchObject({ body: { ticket_ids: [1], status: 'closed', send_csat: true } });
  });

  it.each([
    ['and the survey with it', false, ['#1 is as it was before it was closed']],
    [
      'but not its survey, which had left',
      true,
      ['#1 is as it was before it was closed', 'The CSAT survey of #1 had left already.'],
    ],
  ])('is taken back from its toast %s', async (_name, is_csat_sent, said) => {
    const setStatus = () => ({ tickets: [closed], failed: [], changed: 1 });
    const undoClose = () => ({ tickets: [mine({ rev: 3, is_csat_sent })], failed: [], changed: 1 });
    const { fake, inputOf } = await openTicket({ profile: csat, answers: { setStatus, undoClose } });
    await pick('More ways to close', 'Close and send CSAT');
    await waitFor(() => expect(fake.toasts).toHaveLength(2));
    const undo = fake.toasts.find(({ action }) => action?.label === 'Undo')?.action?.id ?? '';
    // The agent has gone on to the list by then.
    act(() => fake.openTicket(null));
    await act(async () => fake.shell.emit('toast.acted', { id: undo }));
    await waitFor(() => expect(fake.toasts.slice(2).map(({ text }) => text)).toEqual(said));
    const { ref } = (inputOf('setStatus') as { body: { ref: string } }).body;
    expect(inputOf('undoClose')).toEqual({ body: { closed_ref: ref } });
  });

  it.each([
    [
      'there was nothing left to undo',
      () => ({ tickets: [], failed: [], changed: 0 }),
      'There is nothing left to undo.',
    ],
    [
      'the server says why not',
      () => ({
        tickets: [],
        failed: [{ ticket_id: closed.id, message: 'The conversation goes on in a newer ticket.' }],
      }),
      '#1: The conversation goes on in a newer ticket.',
    ],
  ])('tells when %s', async (_name, undoClose, said) => {
    const setStatus = () => ({ tickets: [closed], failed: [], changed: 1 });
    const { fake } = await openTicket({ answers: { setStatus, undoClose } });
    await press('Close');
    await waitFor(() => expect(fake.toasts).toHaveLength(1));
    await act(async () => fake.pressToast());
    await waitFor(() => expect(fake.toasts.at(-1)?.text).toBe(said));
  });

  it('offers Undo once more when the undo itself failed', async () => {
    const setStatus = () => ({ tickets: [closed], failed: [], changed: 1 });
    let times = 0;
    const undoClose = () => {
      times += 1;
      if (times === 1) throw new ApiError('server', 'Something went wrong. Please try again.');
      return { tickets: [mine({ rev: 3 })], failed: [], changed: 1 };
    };
    const { fake } = await openTicket({ answers: { setStatus, undoClose } });
    await press('Close');
    await waitFor(() => expect(fake.toasts).toHaveLength(1));
    await act(async () => fake.pressToast());
    await waitFor(() => expect(fake.toasts.at(-1)).toMatchObject({ kind: 'error', action: { label: 'Undo' } }));
    await act(async () => fake.pressToast());
    await waitFor(() => expect(fake.toasts.at(-1)?.text).toBe('#1 is as it was before it was closed'));
  });

  it.each([
    ['its owner', closed, aProfile(), true],
    ['who may assign to others', { ...closed, owner_id: 2 }, aProfile(), true],
    ['nobody else', { ...closed, owner_id: 2 }, aProfile({ can_assign_ticket_to_other_agent: false }), false],
  ])('a closed ticket is opened again by %s', async (_name, ticket, profile, offered) => {
    const setStatus = () => ({ tickets: [mine({ rev: 3 })], failed: [], changed: 1 });
    const { fake, inputOf } = await openTicket({ ticket: aTicket(ticket), profile, answers: { setStatus } });
    if (!offered) return expect(header().queryByRole('button', { name: 'Reopen' })).toBeNull();
    await press('Reopen');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: '#1 is open again' }]));
    expect(inputOf('setStatus')).toMatchObject({ body: { ticket_ids: [1], status: 'open' } });
    expect(await header().findByRole('button', { name: 'Close' })).toBeVisible();
  });

  it('tells when the survey could not be sent', async () => {
    const failed = [{ ticket_id: closed.id, message: 'Whatsapp session expired.' }];
    const setStatus = () => ({ tickets: [closed], failed, changed: 1 });
    const { fake } = await openTicket({ profile: csat, answers: { setStatus } });
    await pick('More ways to close', 'Close and send CSAT');
    await waitFor(() =>
      expect(fake.toasts.map(({ text }) => text)).toEqual(['#1 has been closed', 'Whatsapp session expired.']),
    );
  });

  it('a closed ticket offers the survey alone', async () => {
    const setStatus = () => ({ tickets: [{ ...closed, rev: 3, is_csat_sent: true }], failed: [], changed: 1 });
    const { fake } = await openTicket({ ticket: closed, profile: csat, answers: { setStatus } });
    await press('Send CSAT');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'CSAT sent' }]));
    await waitFor(() => expect(header().queryByRole('button', { name: 'Send CSAT' })).toBeNull());
    expect(fake.navigations).toEqual([]);
  });

  it.each([
    ['the merchant has none', aProfile({ is_csat_enabled: false }), mine()],
    ['it was sent', csat, mine({ is_csat_sent: true })],
    ['the session is over', csat, mine({ session_expiry_at: ago(25 * 60) })],
  ])('offers no survey when %s', async (_name, profile, ticket) => {
    await openTicket({ profile, ticket });
    expect(header().getByRole('button', { name: 'Close' })).toBeVisible();
    expect(header().queryByRole('button', { name: 'More ways to close' })).toBeNull();
  });
});

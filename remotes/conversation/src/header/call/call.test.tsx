/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type AccountId, type Ticket } from '@inbox/domain';
import {
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  refusalOr,
  saidOfFaults,
  type Answers,
} from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

const line = (id: number, name: string) => ({ id: id as AccountId, name });
const phone = (changes: Parameters<typeof aTicket>[0] = {}) =>
  aTicket({ id: 1, conversation_source: 'phone', status: 'open', owner_id: 1, ...changes });

async function open({ ticket = phone(), answers = {} }: { ticket?: Ticket; answers?: Answers } = {}) {
  const all: Answers = {
    allAgents: () => [],
    content: () => ({
      ticket,
      siblings: [],
      content: [],
      oldest_timestamp: END_OF_LIST,
      seq: 0,
      server_time: new Date().toISOString(),
    }),
    markRead: () => ({ ticket }),
    callAccounts: () => [line(7, 'Care line')],
    connectCall: () => ({ message: 'Your phone rings first.' }),
    ...answers,
  };
  const fake = createFakePorts({ profile: aProfile(), answers: all, open: ticket.id });
  await mountPanel(panel, { fake });
  await screen.findByRole('banner');
  const asked = (name: string) => fake.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { fake, asked };
}

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Call' }));
const settled = () => act(() => Promise.resolve());

beforeEach(() => {
  localStorage.clear();
  giveLayout();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a call', () => {
  it('is being connected, then says what the server says, and clears after three seconds', async () => {
    let answer: (answer: { message: string | null }) => void = () => undefined;
    const connectCall = () => new Promise<{ message: string | null }>((resolve) => (answer = resolve));
    const { fake, asked } = await open({ answers: { connectCall } });
    await press();
    expect(await screen.findByText('Connecting the call... Please Wait')).toBeVisible();
    expect(asked('connectCall')).toEqual([{ body: { ticket_id: 1, exotel_acc_id: 7 } }]);
    jest.useFakeTimers();
    answer({ message: 'Your phone rings first.' });
    await act(() => jest.advanceTimersByTimeAsync(2_900));
    expect(screen.getByText('Your phone rings first.')).toBeVisible();
    expect(fake.toasts).toEqual([{ kind: 'success', text: 'Your phone rings first.' }]);
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText('Your phone rings first.')).toBeNull();
  });

  it('says within ten seconds that the provider is slow, and goes on waiting', async () => {
    let answer: (answer: { message: string | null }) => void = () => undefined;
    const connectCall = () => new Promise<{ message: string | null }>((resolve) => (answer = resolve));
    await open({ answers: { connectCall } });
    const button = await screen.findByRole('button', { name: 'Call' });
    jest.useFakeTimers();
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(9_500));
    const slow = 'Connecting the call... Please Wait. The telephony provider has not answered yet.';
    expect(screen.getByText(slow)).toBeVisible();
    answer({ message: 'Your phone rings first.' });
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText('Your phone rings first.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByText(slow)).toBeNull();
  });

  it.each<[string, Answers['connectCall'], string, string]>([
    ['was taken without a word', () => ({ message: null }), 'success', 'Connecting your call. Please wait'],
    [
      'was refused',
      () => {
        throw new ApiError('refused', 'Please enter a valid phone number', { status: 409 });
      },
      'error',
      'Please enter a valid phone number',
    ],
    [
      'never reached the server',
      () => {
        throw new ApiError('offline', 'The inbox cannot be reached.');
      },
      'error',
      'Could not place a call. Please try again later',
    ],
  ])('that %s is told', async (_name, connectCall, kind, text) => {
    const { fake } = await open({ answers: { ...(connectCall && { connectCall }) } });
    await press();
    await waitFor(() => expect(fake.toasts).toEqual([{ kind, text }]));
    expect(screen.getByText(text)).toBeVisible();
  });

  it('says why it failed in the server’s words when it was refused, in its own else, and may be tried again', async () => {
    const { fake } = await open();
    const button = await screen.findByRole('button', { name: 'Call' });
    jest.useFakeTimers();
    const place = async () => {
      // The dialog of the call before has closed.
      await act(() => jest.advanceTimersByTimeAsync(3_000));
      fake.toasts.length = 0;
      fireEvent.click(button);
      await act(() => jest.advanceTimersByTimeAsync(10));
      return fake.toasts[0]?.text;
    };
    const said = await saidOfFaults(async (error) => {
      fake.answer({ connectCall: () => Promise.reject(error) });
      return place();
    });
    expect(said).toEqual(refusalOr('Could not place a call. Please try again later'));
    fake.answer({ connectCall: () => ({ message: 'Your phone rings first.' }) });
    expect(await place()).toBe('Your phone rings first.');
  });

  it('goes through the account that is chosen, when there are several', async () => {
    const { asked } = await open({ answers: { callAccounts: () => [line(7, 'Care line'), line(8, 'Sales line')] } });
    await press();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sales line' }));
    await waitFor(() => expect(asked('connectCall')).toEqual([{ body: { ticket_id: 1, exotel_acc_id: 8 } }]));
  });
});

describe('the Call button', () => {
  it('is not there without a call account, until one is set up and the agent refreshes', async () => {
    const { fake } = await open({ answers: { callAccounts: () => [] } });
    await settled();
    expect(screen.queryByRole('button', { name: 'Call' })).toBeNull();
    fake.answer({ callAccounts: () => [line(7, 'Care line')] });
    act(() => fake.shell.emit('refresh.requested', {}));
    expect(await screen.findByRole('button', { name: 'Call' })).toBeVisible();
  });

  it('comes by itself when the accounts could not be had at first', async () => {
    let times = 0;
    const callAccounts = () => {
      times += 1;
      if (times === 1) throw new ApiError('server', 'no');
      return [line(7, 'Care line')];
    };
    jest.useFakeTimers();
    await open({ answers: { callAccounts } });
    expect(screen.queryByRole('button', { name: 'Call' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('button', { name: 'Call' })).toBeVisible();
  });

  it.each<[string, Ticket]>([
    ['on another channel', phone({ conversation_source: 'whatsapp' })],
    ['for a colleague', phone({ owner_id: 2 })],
    ['on a closed ticket', phone({ status: 'closed' })],
  ])('is not there %s, and the accounts are not asked for', async (_name, ticket) => {
    const { asked } = await open({ ticket });
    await settled();
    expect(screen.queryByRole('button', { name: 'Call' })).toBeNull();
    expect(asked('callAccounts')).toEqual([]);
  });
});

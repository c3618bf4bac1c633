/** @jest-environment jsdom */
import '../testing/held-records';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { END_OF_LIST, type Ticket } from '@inbox/domain';
import { aLiveEvent, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { act, screen } from '@testing-library/react';
import panel from '../panel';
import { giveLayout } from '../testing/layout';

let focused: boolean;

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  focused = true;
  jest.spyOn(document, 'hasFocus').mockImplementation(() => focused);
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const ticketOf = (changes: Parameters<typeof aTicket>[0] = {}) => aTicket({ id: 1, status: 'open', ...changes });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The panel with a ticket that has been handled for two minutes. */
async function open(ticket: Ticket = ticketOf()) {
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [],
      content: ({ params: { ticket_id } }) => ({
        ticket: { ...ticket, id: ticket_id },
        siblings: [],
        content: [],
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time: new Date().toISOString(),
      }),
      markRead: () => ({ ticket }),
      handledTime: () => ({ total_time_in_second: 120 }),
      reportHandledTime: ({ body }) => ({ total_time_in_second: 120 + body.time_in_second }),
    },
  });
  await mountPanel(panel, { fake });
  await pass(0);
  const reports = () =>
    fake.calls
      .filter(({ name }) => name === 'reportHandledTime')
      .map(({ input }) => input as { params: { ticket_id: number }; body: { time_in_second: number } })
      .map(({ params, body }) => [params.ticket_id, body.time_in_second]);
  return { fake, reports };
}

async function look(isFocused: boolean): Promise<void> {
  focused = isFocused;
  act(() => void window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
  await pass(0);
}

const shown = () => screen.queryByRole('timer', { name: 'Handling time' })?.textContent ?? null;

describe('the handling timer', () => {
  it('goes on from the time that the server knows, second by second', async () => {
    await open();
    expect(shown()).toBe('00:02:00');
    await pass(61_000);
    expect(shown()).toBe('00:03:01');
  });

  it('stands still while the window has no focus, which is when it is reported, once', async () => {
    const { reports } = await open();
    await pass(10_000);
    await look(false);
    expect(reports()).toEqual([[1, 10]]);
    await pass(60_000);
    expect(shown()).toBe('00:02:10');
    await look(true);
    await pass(5_000);
    expect(shown()).toBe('00:02:15');
    expect(reports()).toEqual([[1, 10]]);
  });

  it('is reported for the ticket that is left, and starts anew for the next', async () => {
    const { fake, reports } = await open();
    await pass(7_000);
    act(() => fake.openTicket(ticketOf({ id: 2 }).id));
    await pass(0);
    await pass(3_000);
    expect(reports()).toEqual([[1, 7]]);
    expect(shown()).toBe('00:02:03');
  });

  it('is reported when the page is closed', async () => {
    const { reports } = await open();
    await pass(4_000);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await pass(0);
    expect(reports()).toEqual([[1, 4]]);
  });

  it('does not count the time in which the machine slept', async () => {
    await open();
    jest.setSystemTime(Date.now() + 3_600_000);
    await pass(1_000);
    expect(shown()).toBe('00:02:05');
  });

  it.each(['unassigned', 'assigned_to_bot', 'follow_up', 'closed'] as const)(
    'is not there while the ticket is %s',
    async (status) => {
      const { fake, reports } = await open(ticketOf({ status }));
      await pass(10_000);
      expect(shown()).toBeNull();
      expect(fake.calls.map(({ name }) => name)).not.toContain('handledTime');
      expect(reports()).toEqual([]);
    },
  );

  it('ends with the closing of the ticket', async () => {
    const { fake, reports } = await open();
    await pass(6_000);
    const closed = ticketOf({ status: 'closed', rev: 2 });
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.status_updated', tickets: [closed] })));
    await pass(10_000);
    expect(reports()).toEqual([[1, 6]]);
    expect(shown()).toBeNull();
  });
});

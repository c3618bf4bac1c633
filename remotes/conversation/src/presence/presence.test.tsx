/** @jest-environment jsdom */
import '../testing/held-records';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { END_OF_LIST, type AgentId, type Presence, type TicketId } from '@inbox/domain';
import { anAgent, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import panel from '../panel';
import { giveLayout } from '../testing/layout';
import { hers, openDrawer, withMails, write } from '../testing/mail-drawer';

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function open() {
  const ticket = aTicket({ id: 1, status: 'open', owner_id: 1, session_expiry_at: new Date().toISOString() });
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [
        anAgent(),
        anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' }),
        anAgent({ id: 3, first_name: 'Meera', last_name: 'Iyer' }),
      ],
      content: ({ params: { ticket_id } }) => ({
        ticket: { ...ticket, id: ticket_id },
        siblings: [],
        content: [],
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time: new Date().toISOString(),
      }),
      markRead: () => ({ ticket }),
      handledTime: () => ({ total_time_in_second: 0 }),
      quickReplies: () => [],
    },
  });
  await mountPanel(panel, { fake });
  await pass(0);
  const tell = async (agents: [number, Presence['doing']][], id = 1) => {
    const told = agents.map(([agent_id, doing]) => ({ agent_id: agent_id as AgentId, doing }));
    const signal = { type: 'tickets.presence', ticket_id: id as TicketId, agents: told } as const;
    act(() => fake.shell.emit('live.tickets.presence', signal));
    await pass(0);
  };
  return { fake, tell };
}

const shows = (text: string) => screen.queryByText(text) !== null;

describe('who else is in the ticket', () => {
  it('is shown by name, who writes and who looks, without oneself', async () => {
    const { tell } = await open();
    await tell([
      [1, 'typing'],
      [2, 'viewing'],
    ]);
    expect(shows('Dev Patel is here, too.')).toBe(true);
    await tell([
      [1, 'viewing'],
      [2, 'typing'],
      [3, 'viewing'],
    ]);
    expect(shows('Dev Patel is typing… Meera Iyer is here, too.')).toBe(true);
    await tell([[1, 'viewing']]);
    expect(screen.queryByText(/is here, too|is typing/)).toBeNull();
  });

  it('is not what is told of another ticket', async () => {
    const { tell } = await open();
    await tell([[2, 'typing']], 2);
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  it('is not believed for ever: writing for six seconds, being there for a minute', async () => {
    const { tell } = await open();
    await tell([[2, 'typing']]);
    await pass(5_000);
    expect(shows('Dev Patel is typing…')).toBe(true);
    await pass(3_000);
    expect(shows('Dev Patel is here, too.')).toBe(true);
    await pass(60_000);
    expect(shows('Dev Patel is here, too.')).toBe(false);
  });
});

describe('the agent', () => {
  const at = (ticket_id: number | null, doing: Presence['doing']) => ({ ticket_id, doing });

  it('is said to be in the ticket, and to leave it for another one or for none', async () => {
    const { fake } = await open();
    expect(fake.present).toEqual([at(1, 'viewing')]);
    act(() => fake.openTicket(2 as TicketId));
    await pass(0);
    act(() => fake.openTicket(null));
    await pass(0);
    expect(fake.present.slice(1)).toEqual([at(null, 'viewing'), at(2, 'viewing'), at(null, 'viewing')]);
  });

  it('is said anew when the line is back', async () => {
    const { fake } = await open();
    act(() => fake.setConnection({ state: 'offline', since: 0, attempt: 1 }));
    act(() => fake.setConnection({ state: 'live' }));
    await pass(0);
    expect(fake.present).toEqual([at(1, 'viewing'), at(1, 'viewing')]);
  });

  it('is said to write while they do, and not after it', async () => {
    const { fake } = await open();
    const box = within(screen.getByRole('region', { name: 'Reply' })).getByRole('textbox');
    fireEvent.change(box, { target: { value: 'On' } });
    fireEvent.change(box, { target: { value: 'On its way' } });
    await pass(0);
    expect(fake.present).toEqual([at(1, 'viewing'), at(1, 'typing')]);
    await pass(4_000);
    expect(fake.present.at(-1)).toEqual(at(1, 'viewing'));
  });

  it('is said to write while they do in the drawer of mails, where a signature alone is nothing written', async () => {
    jest.useRealTimers();
    const html = '<div>Asha</div>';
    const fake = await withMails([hers], { mailSignatures: () => [{ account_id: 2 as never, html }] });
    await openDrawer('reply');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Asha'));
    expect(fake.present).toEqual([at(1, 'viewing')]);
    write('Packed');
    await waitFor(() => expect(fake.present).toEqual([at(1, 'viewing'), at(1, 'typing')]));
  });
});

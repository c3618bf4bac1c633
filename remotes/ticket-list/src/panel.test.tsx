/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, matches, type Ticket, type TicketId } from '@inbox/domain';
import {
  aLiveEvent,
  anAgent,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
  type CallLogEntry,
  type FakePorts,
  type Overrides,
} from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { layOut, scrollTo } from './testing/lay-out';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ticket = (id: number, minutes: number, change: Overrides<Ticket> = {}): Ticket =>
  aTicket({ id, status: 'assigned', full_name: `Customer ${id}`, received_at: minutesAgo(minutes), ...change });

/** What is asked for after the rows is answered when they stand, as over a real line. */
let rowsStand = Promise.resolve();

/** A backend with these tickets, that pages by position. */
function backend(tickets: Ticket[]): Answers {
  return {
    allAgents: () => rowsStand.then(() => [anAgent({ id: 1, first_name: 'Asha' })]),
    ticketCounter: () => rowsStand.then(() => ({ all: 57, assigned: 12, open: 27, 'email:assigned': 3 })),
    ticketList: ({ body: { filters, page_size, fetch_since } }) => {
      const rows = tickets.filter((one) => matches(filters, one) === 'yes');
      const from = Number(fetch_since ?? 0);
      const end = from + page_size;
      return {
        tickets: rows.slice(from, end),
        oldest_timestamp: end < rows.length ? String(end) : END_OF_LIST,
        seq: 10,
      };
    },
  };
}

const threeTickets = [ticket(3, 2), ticket(2, 6), ticket(1, 18)];

async function show(tickets: Ticket[] = threeTickets, fake?: FakePorts) {
  const mounted = await mountPanel(panel, { fake: fake ?? createFakePorts({ answers: backend(tickets) }) });
  return { ...mounted, user: userEvent.setup() };
}

/** The same, with all that comes after the rows. */
async function showAll(tickets: Ticket[] = threeTickets) {
  let letGo = () => {};
  rowsStand = new Promise((resolve) => (letGo = resolve));
  const shown = await show(tickets);
  await act(async () => {
    letGo();
    await new Promise((nextTask) => setTimeout(nextTask));
  });
  return shown;
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-ticket-id]')];
const ids = () => rows().map((row) => Number(row.dataset['ticketId']));
const row = (id: number) => rows().find((one) => one.dataset['ticketId'] === String(id))!;
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const listCalls = (fake: FakePorts) =>
  fake.calls
    .filter(({ name }: CallLogEntry) => name === 'ticketList')
    .map(({ input }) => (input as { body: { filters: { ticket_status: string | null } } }).body);
const tell = (fake: FakePorts, seq: number, ...tickets: Ticket[]) =>
  act(() => fake.emitLive({ ...aLiveEvent({ seq }), tickets }));
const unanswered = () => new Promise<never>(() => undefined);
const refused = () => new ApiError('refused', 'no');

beforeEach(() => {
  layOut();
  localStorage.clear();
});

describe('the rows', () => {
  it('stand in the region Tickets, the newest first, with their owners', async () => {
    await showAll([ticket(3, 2, { owner_id: null }), ticket(2, 6)]);
    const region = screen.getByRole('region', { name: 'Tickets' });
    expect(within(region).getAllByRole('listitem')).toHaveLength(2);
    expect(ids()).toEqual([3, 2]);
    expect(row(3)).toHaveTextContent('Customer 3');
    expect(row(3)).toHaveTextContent('#3 · Nil');
    expect(row(2)).toHaveTextContent('#2 · Asha');
  });

  it('tell in words what is unread, counted or marked by hand', async () => {
    await showAll([
      ticket(3, 2, { conversation_read: false, unread_count: 2 }),
      ticket(2, 6, { conversation_read: false }),
      ticket(1, 8),
    ]);
    expect(row(3)).toHaveAccessibleName(/2 unread/);
    expect(row(2)).toHaveAccessibleName(/Unread/);
    expect(row(1)).not.toHaveAccessibleName(/unread/i);
  });

  it('say what needs action', async () => {
    await showAll([
      ticket(4, 1, { session_expiry_at: minutesAgo(21 * 60 + 20), priority: 1 }),
      ticket(3, 2, { session_expiry_at: minutesAgo(25 * 60) }),
    ]);
    expect(row(4)).toHaveTextContent(/Expires in 2h (39|40)m/);
    expect(row(4)).toHaveTextContent('High');
    expect(row(3)).toHaveTextContent('Ticket is expired!');
  });

  it('open their ticket, and the open one is marked', async () => {
    const { user, fake } = await showAll();
    await user.click(row(2));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 2 }]);
    expect(row(2)).toHaveAttribute('href', '/inbox/tickets/2');
    act(() => fake.openTicket(2 as TicketId));
    expect(row(2)).toHaveAttribute('aria-current', 'true');
    expect(row(3)).not.toHaveAttribute('aria-current');
  });

  it('are one stop for Tab, with arrows, Home and End within', async () => {
    const { user, fake } = await showAll();
    expect(rows().filter((one) => one.tabIndex === 0)).toEqual([row(3)]);
    act(() => row(3).focus());
    await user.keyboard('{ArrowDown}');
    expect(row(2)).toHaveFocus();
    await user.keyboard('{End}');
    expect(row(1)).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(row(1)).toHaveFocus();
    await user.keyboard('{Home}');
    expect(row(3)).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 2 }]);
    expect(rows().filter((one) => one.tabIndex === 0)).toEqual([row(2)]);
  });

  it('draw only what is near the view, and load the next page near the end', async () => {
    const { fake, element } = await showAll(Array.from({ length: 60 }, (_, index) => ticket(100 - index, index)));
    expect(listCalls(fake)).toHaveLength(1);
    expect(rows().length).toBeLessThan(20);
    const scroller = element.querySelector('ul')!.parentElement!;
    scrollTo(scroller, 25 * 87 - 600 - 60);
    expect(listCalls(fake)).toHaveLength(1);
    scrollTo(scroller, 25 * 87 - 600 - 40);
    await waitFor(() => expect(scroller.scrollHeight).toBe(50 * 87));
    expect(listCalls(fake)).toMatchObject([{ fetch_since: null }, { fetch_since: '25', page_size: 25 }]);
  });
});

describe('the states of the list', () => {
  it('shows skeletons of the rows until the first answer', async () => {
    const { element } = await show([], createFakePorts({ answers: { ticketList: unanswered } }));
    expect(within(element as HTMLElement).getByRole('status')).toHaveTextContent('Loading');
    expect(rows()).toHaveLength(0);
  });

  it('says that there is nothing', async () => {
    await showAll([]);
    expect(screen.getByText('Uh oh! No conversations found.')).toBeVisible();
  });

  describe('in a shop without any channel', () => {
    const steps = { merchant: 'kala', webhook: 'https://inbox.example/channels/meta' };

    it('says to a store admin what comes first, until a channel is there', async () => {
      const { fake } = await showAll([]);
      act(() => fake.setSettings({ has_channels: false, first_steps: steps }));
      const list = screen.getByRole('region', { name: 'Tickets' });
      expect(list).toHaveTextContent('No channel is connected yet');
      await waitFor(() => expect(list).toHaveTextContent('pnpm admin account add --merchant kala --kind whatsapp'));
      expect(list).toHaveTextContent('https://inbox.example/channels/meta');
      expect(list).toHaveTextContent('pnpm admin account check --merchant kala');
      act(() => fake.setSettings({ has_channels: true, first_steps: null }));
      expect(list).not.toHaveTextContent('No channel is connected yet');
      expect(list).toHaveTextContent('Uh oh! No conversations found.');
    });

    it('tells other agents in plain words, without commands', async () => {
      const { fake } = await showAll([]);
      act(() => fake.setSettings({ has_channels: false, first_steps: null }));
      const list = screen.getByRole('region', { name: 'Tickets' });
      await waitFor(() => expect(list).toHaveTextContent('as soon as a store admin has connected WhatsApp'));
      expect(list).not.toHaveTextContent('pnpm');
    });
  });

  it('says where the list ends', async () => {
    await showAll();
    expect(screen.getByText("You've reached end of tickets.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Jump to top' })).toBeVisible();
  });

  it('says that loading failed, and loads on Retry', async () => {
    const fake = createFakePorts({
      answers: { ...backend(threeTickets), ticketList: () => Promise.reject(refused()) },
    });
    const { user, handle } = await show([], fake);
    await handle.ready;
    expect(screen.getByRole('alert')).toHaveTextContent('Internal Server error. Please refresh the page and try again');
    fake.answer(backend(threeTickets));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
  });

  it('loads by itself what failed to load while the line was down', async () => {
    const fake = createFakePorts({
      answers: { ...backend(threeTickets), ticketList: () => Promise.reject(refused()) },
    });
    fake.setConnection({ state: 'offline', since: Date.now(), attempt: 1 });
    const { handle } = await show([], fake);
    await handle.ready;
    fake.answer(backend(threeTickets));
    await act(async () => {
      fake.setConnection({ state: 'live' });
      await new Promise((nextTask) => setTimeout(nextTask));
    });
    await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
  });
});

describe('the tabs', () => {
  it('begin with Assigned, and count', async () => {
    const { fake } = await showAll();
    expect(tab(/^Assigned/)).toHaveAttribute('aria-selected', 'true');
    expect(listCalls(fake)).toMatchObject([{ filters: { ticket_status: 'assigned', agent_ids: [1] } }]);
    expect(tab(/^Assigned/)).toHaveTextContent('12');
    expect(tab(/^Closed/)).toHaveTextContent('0');
  });

  it('by status ask for that status, go to the list, and are remembered', async () => {
    const { user, fake, unmount } = await showAll([ticket(5, 1, { status: 'open' }), ...threeTickets]);
    await user.click(tab(/^Open/));
    await waitFor(() => expect(ids()).toEqual([5]));
    expect(fake.navigations).toMatchObject([{ to: 'tickets', filters: { ticket_status: 'open' } }]);
    await user.click(within(screen.getByRole('tablist', { name: 'Ticket status' })).getByRole('tab', { name: /^All/ }));
    await waitFor(() => expect(ids()).toEqual([5, 3, 2, 1]));
    expect(listCalls(fake).map(({ filters }) => filters.ticket_status)).toEqual(['assigned', 'open', null]);
    await unmount();
    await showAll();
    expect(tab(/^Assigned/)).toHaveAttribute('aria-selected', 'false');
  });

  it('by channel ask for that channel, and the counts follow', async () => {
    const { user, fake } = await showAll([ticket(9, 1, { conversation_source: 'email' }), ...threeTickets]);
    await user.click(tab(/^Email/));
    await waitFor(() => expect(ids()).toEqual([9]));
    expect(fake.navigations).toMatchObject([{ to: 'tickets', filters: { conversation_source: 'email' } }]);
    expect(tab(/^Assigned/)).toHaveTextContent('3');
  });

  it('tell the page what is shown', async () => {
    const { user, fake } = await showAll();
    const told: unknown[] = [];
    fake.join('neighbour').onState('list.filters', ({ ticket_status }) => told.push(ticket_status));
    await user.click(tab(/^Closed/));
    await waitFor(() => expect(told).toEqual(['assigned', 'closed']));
  });
});

describe('what happens elsewhere', () => {
  it('moves rows at once while nobody is at them', async () => {
    const { fake } = await showAll();
    tell(fake, 11, ticket(1, 0, { rev: 2 }));
    await waitFor(() => expect(ids()).toEqual([1, 3, 2]));
  });

  it('takes a ticket out that left the tab, when a colleague’s panel says so', async () => {
    const { fake } = await showAll();
    act(() => fake.shell.emit('ticket.changed', { tickets: [ticket(3, 2, { rev: 2, status: 'closed' })] }));
    await waitFor(() => expect(ids()).toEqual([2, 1]));
  });

  it('waits behind the pill while the pointer is over the rows, but rows say their news', async () => {
    const { user, fake } = await showAll();
    await user.hover(row(3));
    tell(fake, 11, ticket(1, 0, { rev: 2, full_name: 'Farah Ali' }), ticket(7, 0));
    const pill = await screen.findByRole('button', { name: '2 updates' });
    expect(ids()).toEqual([3, 2, 1]);
    expect(row(1)).toHaveTextContent('Farah Ali');
    await user.click(pill);
    expect(ids()).toEqual([7, 1, 3, 2]);
    expect(screen.queryByRole('button', { name: /update/ })).toBeNull();
  });

  it('waits while the keyboard is among the rows, and applies when it has gone', async () => {
    const { user, fake } = await showAll();
    act(() => row(3).focus());
    await user.keyboard('{ArrowDown}');
    tell(fake, 11, ticket(1, 0, { rev: 2 }));
    await screen.findByRole('button', { name: '1 update' });
    expect(row(2)).toHaveFocus();
    act(() => row(2).blur());
    expect(ids()).toEqual([1, 3, 2]);
  });

  it('no longer waits when the pointer is elsewhere, though the row that it was over could not tell', async () => {
    const { user, fake } = await showAll();
    await user.hover(row(3));
    tell(fake, 11, ticket(1, 0, { rev: 2 }));
    await screen.findByRole('button', { name: '1 update' });
    fireEvent.pointerOver(document.body);
    expect(ids()).toEqual([1, 3, 2]);
  });

  it('counts anew when a status changed', async () => {
    const { fake } = await showAll();
    await waitFor(() => expect(tab(/^Assigned/)).toHaveTextContent('12'));
    fake.answer({ ticketCounter: () => ({ assigned: 11 }) });
    tell(fake, 11, ticket(3, 2, { rev: 2, status: 'closed' }));
    await waitFor(() => expect(tab(/^Assigned/)).toHaveTextContent('11'));
  });
});

it('shows and asks for nothing any more once the agent has signed out', async () => {
  const { fake } = await showAll();
  const asked = listCalls(fake).length;
  act(() => fake.signOut());
  expect(ids()).toEqual([]);
  await new Promise((nextTask) => setTimeout(nextTask));
  expect(listCalls(fake)).toHaveLength(asked);
});

describe('loading anew', () => {
  const closedOne = () => [ticket(3, 2), ticket(2, 6)];

  it('answers list.refresh when the list shows', async () => {
    const { fake } = await showAll();
    fake.answer(backend(closedOne()));
    await act(() => fake.join('neighbour').send('list.refresh', {}));
    expect(ids()).toEqual([3, 2]);
  });

  it('keeps the rows and tells the agent when Refresh failed', async () => {
    const { fake } = await showAll();
    fake.answer({ ticketList: () => Promise.reject(refused()) });
    act(() => fake.shell.emit('refresh.requested', {}));
    await waitFor(() =>
      expect(fake.toasts).toEqual([
        { kind: 'error', text: 'Internal Server error. Please refresh the page and try again' },
      ]),
    );
    expect(ids()).toEqual([3, 2, 1]);
  });

  it('is not begun twice, so that a slow line gets its answer', async () => {
    const { fake } = await showAll();
    fake.answer({ ticketList: unanswered });
    for (let times = 0; times < 3; times += 1) act(() => fake.shell.emit('refresh.requested', {}));
    await waitFor(() => expect(listCalls(fake)).toHaveLength(2));
    expect(fake.calls.findLast(({ name }) => name === 'ticketList')?.signal?.aborted).toBe(false);
  });

  it('fails in silence while the live channel is down', async () => {
    const { fake } = await showAll();
    act(() => fake.setConnection({ state: 'offline', since: Date.now(), attempt: 1 }));
    const failing = jest.fn(() => Promise.reject(refused()));
    fake.answer({ ticketList: failing });
    await act(async () => {
      await expect(fake.join('neighbour').send('list.refresh', {})).rejects.toThrow('no');
      fake.shell.emit('refresh.requested', {});
    });
    await waitFor(() => expect(failing).toHaveBeenCalledTimes(2));
    await act(async () => undefined);
    expect(fake.toasts).toEqual([]);
  });

  it('does not happen when what shows includes what was missed', async () => {
    const { fake } = await showAll();
    const asked = fake.calls.filter(({ name }) => name === 'ticketList').length;
    await act(async () => fake.shell.emit('live.resync', { seq: 10 }));
    expect(fake.calls.filter(({ name }) => name === 'ticketList')).toHaveLength(asked);
  });

  it('happens when events were missed', async () => {
    const { fake } = await showAll();
    fake.answer(backend(closedOne()));
    act(() => fake.shell.emit('live.resync', { seq: 40 }));
    await waitFor(() => expect(ids()).toEqual([3, 2]));
  });
});

it('gives its calls up when it is unmounted', async () => {
  const { fake, unmount } = await show([], createFakePorts({ answers: { ticketList: unanswered } }));
  await unmount();
  expect(fake.calls.map(({ signal }) => signal?.aborted)).toEqual([true]);
  expect(fake.faults).toEqual([]);
});

it('shows the list that its props name, also when they change', async () => {
  const fake = createFakePorts({ answers: backend([ticket(4, 2, { status: 'closed' }), ...threeTickets]) });
  const { handle } = await mountPanel(panel, { fake, props: { filters: { ticket_status: 'closed', agent_ids: [] } } });
  await waitFor(() => expect(ids()).toEqual([4]));
  act(() => handle.update({ filters: { ticket_status: 'assigned', agent_ids: [] } }));
  await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
});

/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type Ticket } from '@inbox/domain';
import { aMessage, anAgent, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import type { StoredAnswers } from '@inbox/panel/contract';
import { layOut } from '../../testing/lay-out';

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
const ticket = (id: number, minutes: number): Ticket =>
  aTicket({
    ...{ id, status: 'assigned', full_name: `Customer ${id}` },
    received_at: new Date(Date.now() - minutes * 60_000).toISOString(),
  });
const threeTickets = [ticket(3, 2), ticket(2, 6), ticket(1, 18)];

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-ticket-id]')];
const ids = () => rows().map((row) => Number(row.dataset['ticketId']));
const row = (id: number) => rows().find((one) => one.dataset['ticketId'] === String(id))!;
const tab = (name: RegExp) => screen.getByRole('tab', { name });

beforeEach(() => {
  layOut();
  localStorage.clear();
});

describe('without a connection', () => {
  const said = (id: number, name: string, message: string, owner_id: number | null = 1) => ({
    data: {
      ticket: { ...ticket(id, id), full_name: name, owner_id },
      siblings: [],
      content: [aMessage({ id: id * 10, ticket_id: id, message })],
      oldest_timestamp: END_OF_LIST,
      seq: 4,
      server_time: new Date().toISOString(),
    },
    at: Date.now() - id * 60_000,
    seq: 4,
  });
  const threads = [
    said(1, 'Rohit Khanna', 'The kurta is late'),
    said(2, 'Farah Kurta', 'Hello'),
    said(3, 'Mira', 'kurta', 7),
  ];

  async function cutOff(answers: Answers = {}) {
    const down = () => {
      throw new ApiError('offline', 'no line');
    };
    const fake = createFakePorts({
      answers: { allAgents: () => [anAgent()], ticketCounter: down, ticketList: down, foundCount: down, ...answers },
    });
    const list = { tickets: [{ ...ticket(5, 1), status: 'open' }], oldest_timestamp: END_OF_LIST, seq: 5 };
    const open = { data: { list }, at: 1, seq: 5 };
    const read = jest.fn(async (key: string) => (key.includes('"ticket_status":"open"') ? open : null));
    const find = jest.fn<NonNullable<StoredAnswers['find']>>().mockResolvedValue(threads);
    fake.ports.stored = { read, find, write: () => undefined };
    await mountPanel(panel, { fake });
    act(() => fake.setConnection({ state: 'offline', since: 0, attempt: 1 }));
    return { fake, find, user: userEvent.setup() };
  }

  it('another tab shows what is stored of its list', async () => {
    const { user } = await cutOff();
    await user.click(tab(/^Open/));
    await waitFor(() => expect(ids()).toEqual([5]));
    expect(screen.getByText(/^As of /)).toBeVisible();
  });

  it('a search looks in names and messages of the threads that are stored, of the chosen agents', async () => {
    const { user, find } = await cutOff();
    await user.type(screen.getByRole('searchbox'), 'KURTA{Enter}');
    await waitFor(() => expect(ids()).toEqual([1, 2]));
    expect(find).toHaveBeenCalledWith('/api/inbox/ticket/', ['kurta'], 100);
    expect(screen.getByText(/^As of /)).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'kurta late{Enter}');
    await waitFor(() => expect(ids()).toEqual([1]));
  });

  it('a search that finds nothing stored says that it could not be made', async () => {
    const { user } = await cutOff();
    await user.type(screen.getByRole('searchbox'), 'full_name{Enter}');
    expect(await screen.findByText('Internal Server error. Please refresh the page and try again')).toBeVisible();
    expect(ids()).toEqual([]);
  });

  it('a list that fails while the page has one fails as ever', async () => {
    const { user, fake, find } = await cutOff();
    act(() => fake.setConnection({ state: 'live' }));
    await user.type(screen.getByRole('searchbox'), 'kurta{Enter}');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(find).not.toHaveBeenCalled();
  });
});

describe('a warm start', () => {
  const storedRows = (tickets: Ticket[]) => ({
    data: { list: { tickets, oldest_timestamp: END_OF_LIST, seq: 5 }, counted: { assigned: 41 } },
    at: Date.now() - 60_000,
    seq: 5,
  });

  /** A page with something stored, and a server that answers when it is let go. */
  async function startWarm(data: unknown) {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const answers: Answers = {
      allAgents: () => [anAgent({ id: 1, first_name: 'Asha' })],
      ticketCounter: () => ({ all: 57, assigned: 12, open: 27 }),
      ticketList: () => answered.then(() => ({ tickets: threeTickets, oldest_timestamp: END_OF_LIST, seq: 10 })),
    };
    const fake = createFakePorts({ answers });
    const written: unknown[] = [];
    const read = jest.fn(async (_: string) => data as ReturnType<typeof storedRows>);
    fake.ports.stored = { read, write: (_, make) => void written.push(make()) };
    const shown = await mountPanel(panel, { fake });
    await act(nextTask);
    return { ...shown, user: userEvent.setup(), read, written, answer: () => act(async () => (answer(), nextTask())) };
  }

  it('shows the stored rows and counts at once, and says of when they are', async () => {
    const { answer, read, fake, written } = await startWarm(storedRows([ticket(2, 6), ticket(9, 30)]));
    const asked = fake.calls.find(({ name }) => name === 'ticketList')?.input as { body: unknown };
    expect(read).toHaveBeenCalledWith(JSON.stringify(asked.body));
    expect(ids()).toEqual([2, 9]);
    expect(tab(/Assigned/)).toHaveTextContent('41');
    expect(screen.getByText(/^As of /)).toBeVisible();
    expect(written.filter(Boolean)).toEqual([]);
    await answer();
    expect(ids()).toEqual([3, 2, 1]);
    expect(screen.queryByText(/^As of /)).toBeNull();
    await waitFor(() => expect(tab(/Assigned/)).toHaveTextContent('12'));
    expect(written.at(-1)).toMatchObject({ data: { list: { seq: 10, tickets: [{ id: 3 }, { id: 2 }, { id: 1 }] } } });
  });

  it('loses neither the choice of rows nor the focus when the answer comes', async () => {
    const { answer, user } = await startWarm(storedRows([ticket(2, 6), ticket(1, 18)]));
    await user.click(within(row(1).closest('li')!).getByRole('checkbox'));
    act(() => row(2).focus());
    await answer();
    expect(within(row(1).closest('li')!).getByRole('checkbox')).toBeChecked();
    expect(row(2)).toHaveFocus();
  });

  it.each([[null], [{ data: { list: { tickets: 'none' } }, at: 1, seq: 1 }], [{ data: null, at: 1, seq: 1 }]])(
    'begins as ever with %j stored',
    async (data) => {
      const { answer } = await startWarm(data);
      expect(ids()).toEqual([]);
      await answer();
      expect(ids()).toEqual([3, 2, 1]);
    },
  );
});

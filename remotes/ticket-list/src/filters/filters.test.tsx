/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { dayOf, daysAfter, NO_FILTERS, type AgentId, type ListFilters } from '@inbox/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakePorts } from '@inbox/panel/testing';
import { layOut } from '../testing/lay-out';
import { requestedFilters, backend, ids, row, showList, ticket } from '../testing/list-screen';

/** Noon in India: the day is the same for the whole file, whenever it runs. */
const NOON = Date.parse('2026-11-20T06:30:00Z');
jest.spyOn(Date, 'now').mockReturnValue(NOON);

const MINE: ListFilters = { ...NO_FILTERS, ticket_status: 'assigned', agent_ids: [1 as AgentId] };
const tickets = [
  ticket(5, 1, { priority: 1, tags: 'refund' }),
  ticket(4, 2, { conversation_read: false, tags: 'exchange' }),
  ticket(3, 3, { owner_id: 2, tags: '' }),
  ticket(2, 4, { status: 'assigned_to_bot', owner_id: null }),
];

beforeEach(() => {
  layOut();
  localStorage.clear();
});

const filterButton = () => screen.getByRole('button', { name: 'Filter' });
const dialog = () => screen.getByRole('dialog', { name: 'Filters' });
const group = (name: string) => within(dialog()).getByRole('group', { name });
const pick = (name: string, option: string) => within(group(name)).getByRole('radio', { name: option });
const box = (name: string) => within(dialog()).getByRole('combobox', { name });
const apply = () => within(dialog()).getByRole('button', { name: 'Apply' });

async function openFilters(fake?: Parameters<typeof showList>[1]) {
  const shown = await showList(tickets, fake);
  await shown.user.click(filterButton());
  await screen.findByRole('dialog', { name: 'Filters' });
  return shown;
}

describe('the filters', () => {
  it('begin with the agent’s own tickets and those that nobody owns', async () => {
    const { fake } = await showList([...tickets, ticket(1, 9, { owner_id: null })]);
    expect(requestedFilters(fake)).toEqual([MINE]);
    expect(ids()).toEqual([5, 4, 1]);
    expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
  });

  it('are chosen together and applied at once, in the list and in the address', async () => {
    const { user, fake } = await openFilters();
    expect(dialog()).toHaveFocus();
    await user.click(pick('Priority', 'High'));
    await user.click(pick('Read status', 'Read'));
    await user.click(pick('Initiated by', 'Customer'));
    await user.click(pick('Sort by', 'Expiring soon'));
    expect(requestedFilters(fake)).toHaveLength(1);
    await user.click(apply());
    const filters: ListFilters = {
      ...MINE,
      priority_filter: 1,
      unread: false,
      initiated_by: 'customer',
      sort_by: 'expiring_soon',
    };
    expect(requestedFilters(fake).at(-1)).toEqual(filters);
    expect(fake.navigations).toEqual([{ to: 'tickets', filters }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(filterButton()).toHaveFocus();
  });

  it('show what each says', async () => {
    const { user } = await openFilters();
    for (const [name, option, expected] of [
      ['Read status', 'Unread', [4]],
      ['Priority', 'High', [5]],
      ['Priority', 'None', [4]],
    ] as const) {
      await user.click(within(dialog()).getByRole('button', { name: 'Reset' }));
      await user.click(pick(name, option));
      await user.click(apply());
      await waitFor(() => expect(ids()).toEqual(expected));
      await user.click(filterButton());
    }
  });

  it('are counted on the badge, which clears them', async () => {
    const { user, fake } = await openFilters();
    await user.click(pick('Priority', 'High'));
    await user.click(pick('Read status', 'Unread'));
    await user.click(apply());
    await user.click(await screen.findByRole('button', { name: 'Clear 2 filters' }));
    await waitFor(() => expect(ids()).toEqual([5, 4]));
    expect(requestedFilters(fake).at(-1)).toEqual(MINE);
    expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
  });

  it('that hide everything can be cleared from the empty list', async () => {
    const { user } = await openFilters();
    await user.click(pick('Priority', 'Low'));
    await user.click(apply());
    expect(await screen.findByText('Uh oh! No conversations found.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(ids()).toEqual([5, 4]));
  });

  it('of an agent without tickets can show everybody’s', async () => {
    const { user } = await showList([ticket(3, 3, { owner_id: 2 })]);
    expect(screen.getByText('Uh oh! No conversations found.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'View everybody’s tickets' }));
    await waitFor(() => expect(ids()).toEqual([3]));
  });

  it.each([
    ['Escape', async (user: Awaited<ReturnType<typeof openFilters>>['user']) => user.keyboard('{Escape}')],
    [
      'the close control',
      async (user: Awaited<ReturnType<typeof openFilters>>['user']) =>
        user.click(screen.getByRole('button', { name: 'Close filters' })),
    ],
  ])('are dropped by %s', async (_name, close) => {
    const { user, fake } = await openFilters();
    await user.click(pick('Priority', 'High'));
    await close(user);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(filterButton()).toHaveFocus();
    expect(requestedFilters(fake)).toHaveLength(1);
  });

  it('close at a press beside them, unless something is chosen that would be lost', async () => {
    const { user } = await openFilters();
    await user.click(pick('Priority', 'High'));
    await user.click(document.body);
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close filters' }));
    await user.click(filterButton());
    await screen.findByRole('dialog');
    await user.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be set back in the panel', async () => {
    const { user } = await openFilters();
    await user.click(pick('Priority', 'High'));
    await user.click(within(dialog()).getByRole('button', { name: 'Reset' }));
    expect(within(group('Priority')).getByRole('radio', { name: 'All' })).toBeChecked();
  });
});

describe('View tickets of', () => {
  it('begins with the agent, finds others by name, and takes them by the keyboard', async () => {
    const { user, fake } = await openFilters();
    expect(within(group('View tickets of')).getByRole('button', { name: 'Remove Asha Menon' })).toBeVisible();
    await user.type(box('View tickets of'), 'dE');
    expect(
      within(dialog())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dev Rao']);
    await user.keyboard('{Enter}{Escape}');
    expect(dialog()).toBeVisible();
    await user.click(apply());
    expect(requestedFilters(fake).at(-1)?.agent_ids).toEqual([1, 2]);
    await waitFor(() => expect(ids()).toEqual([5, 4, 3]));
    expect(screen.getByRole('button', { name: 'Clear 1 filter' })).toBeVisible();
  });

  it('is everybody when nobody is chosen', async () => {
    const { user, fake } = await openFilters();
    await user.click(within(dialog()).getByRole('button', { name: 'Remove Asha Menon' }));
    expect(box('View tickets of')).toHaveAttribute('placeholder', 'Everybody');
    await user.click(apply());
    expect(requestedFilters(fake).at(-1)?.agent_ids).toEqual([]);
  });

  it('says when a name is nobody’s', async () => {
    const { user } = await openFilters();
    await user.type(box('View tickets of'), 'nobody');
    expect(within(dialog()).getByText('Nothing found.')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(dialog()).toBeVisible();
  });
});

describe('tags', () => {
  it('are those that tickets have; arrows move, Enter takes and drops', async () => {
    const { user, fake } = await openFilters();
    await user.click(box('Tags'));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(within(dialog()).getByRole('option', { name: 'exchange' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}{Enter}{Enter}');
    await user.click(apply());
    expect(requestedFilters(fake).at(-1)?.tag_filter).toEqual(['exchange']);
    await waitFor(() => expect(ids()).toEqual([4]));
  });

  it('may be none at all', async () => {
    const { user } = await openFilters(createFakePorts({ answers: { ...backend(tickets), ticketTags: () => [] } }));
    await user.click(box('Tags'));
    expect(within(dialog()).getByText('No tags available')).toBeVisible();
  });

  it('say when they could not be loaded, and come by themselves', async () => {
    let times = 0;
    const ticketTags = () => {
      times += 1;
      if (times === 1) throw new ApiError('server', 'no');
      return [{ tag: 'exchange' }];
    };
    await showList(tickets, createFakePorts({ answers: { ...backend(tickets), ticketTags } }));
    jest.useFakeTimers({ now: NOON });
    try {
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      await user.click(filterButton());
      await screen.findByRole('dialog', { name: 'Filters' });
      await user.click(box('Tags'));
      expect(await within(dialog()).findByText('The tags could not be loaded. Trying again.')).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(within(dialog()).getByRole('option', { name: 'exchange' })).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the dates', () => {
  const today = dayOf(NOON);
  const day = (label: string) => within(group('Date range')).getByLabelText(label);
  const write = (label: string, value: string) => fireEvent.change(day(label), { target: { value } });

  it('are asked of the server as days', async () => {
    const { user, fake } = await openFilters();
    write('From', '2026-01-05');
    write('To', '2026-01-09');
    expect(day('From')).toHaveAttribute('max', today);
    expect(day('To')).toHaveAttribute('min', '2026-01-05');
    await user.click(apply());
    expect(requestedFilters(fake).at(-1)).toMatchObject({
      date_filter_start: '2026-01-05',
      date_filter_end: '2026-01-09',
    });
    expect(await screen.findByRole('button', { name: 'Clear 1 filter' })).toBeVisible();
  });

  it('of the last week end today', async () => {
    const { user, fake } = await openFilters();
    await user.click(within(dialog()).getByRole('button', { name: 'Last 7 days' }));
    await user.click(apply());
    expect(requestedFilters(fake).at(-1)).toMatchObject({
      date_filter_start: daysAfter(today, -6),
      date_filter_end: today,
    });
  });

  it('in the future, or that end before they start, are not asked for, and say why', async () => {
    const { user, fake } = await openFilters();
    for (const [from, to, problem] of [
      [daysAfter(today, 2), '', 'The date cannot be in the future.'],
      ['2026-01-05', '2026-01-04', 'The end cannot be before the start.'],
    ] as const) {
      write('From', from);
      write('To', to);
      await user.click(apply());
      expect(within(dialog()).getByRole('alert')).toHaveTextContent(problem);
      expect(day('From')).toHaveFocus();
    }
    expect(requestedFilters(fake)).toHaveLength(1);
  });
});

describe('the bot’s tickets', () => {
  it('show while the toggle is on, and then the tab that was chosen', async () => {
    const { user, fake } = await showList(tickets);
    const toggle = screen.getByRole('button', { name: 'Bot Tickets' });
    await user.click(toggle);
    await waitFor(() => expect(ids()).toEqual([2]));
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(row(2)).toHaveTextContent('Bot');
    const tabs = within(screen.getByRole('tablist', { name: 'Ticket status' }));
    expect(tabs.queryByRole('tab', { selected: true })).toBeNull();
    await user.click(toggle);
    await waitFor(() => expect(ids()).toEqual([5, 4]));
    expect(requestedFilters(fake).map(({ ticket_status }) => ticket_status)).toEqual([
      'assigned',
      'assigned_to_bot',
      'assigned',
    ]);
  });
});

describe('the address', () => {
  it('names the filters that the list begins with', async () => {
    const fake = createFakePorts({ answers: backend(tickets) });
    fake.shell.own('list.asked').set({ filters: { ...NO_FILTERS, ticket_status: 'assigned_to_bot' } });
    await showList(tickets, fake);
    expect(requestedFilters(fake)).toEqual([{ ...NO_FILTERS, ticket_status: 'assigned_to_bot' }]);
    expect(ids()).toEqual([2]);
  });

  it('is followed when it names others, and at home when it names none', async () => {
    const fake = createFakePorts({ answers: backend(tickets) });
    const asked = fake.shell.own('list.asked');
    asked.set({ filters: null });
    await showList(tickets, fake);
    act(() => asked.set({ filters: { ...MINE, priority_filter: 1 } }));
    await waitFor(() => expect(ids()).toEqual([5]));
    act(() => asked.set({ filters: null }));
    await waitFor(() => expect(ids()).toEqual([5, 4]));
    expect(fake.navigations).toEqual([]);
  });

  it('that comes late with what the agent chose before changes nothing', async () => {
    const fake = createFakePorts({ answers: backend(tickets) });
    const asked = fake.shell.own('list.asked');
    asked.set({ filters: null });
    const { user } = await showList(tickets, fake);
    await user.click(screen.getByRole('tab', { name: /^Open/ }));
    await user.click(screen.getByRole('tab', { name: /^Closed/ }));
    const asks = requestedFilters(fake).length;
    for (const ticket_status of ['open', 'closed'] as const) {
      act(() => asked.set({ filters: { ...MINE, ticket_status } }));
    }
    expect(requestedFilters(fake)).toHaveLength(asks);
    expect(screen.getByRole('tab', { name: /^Closed/ })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('what others ask of the list', () => {
  it('is next and previous, which open the ticket and take the focus', async () => {
    const { fake } = await showList(tickets);
    const neighbour = fake.join('neighbour');
    await act(() => neighbour.send('act.ticket-list', { action: 'next' }));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 5 }]);
    expect(row(5)).toHaveFocus();
    act(() => fake.openTicket(row(5) && tickets[0]!.id));
    await act(() => neighbour.send('act.ticket-list', { action: 'next' }));
    expect(fake.navigations.at(-1)).toEqual({ to: 'ticket', id: 4 });
    expect(row(4)).toHaveFocus();
    act(() => fake.openTicket(tickets[1]!.id));
    await act(() => neighbour.send('act.ticket-list', { action: 'previous' }));
    expect(fake.navigations.at(-1)).toEqual({ to: 'ticket', id: 5 });
  });

  it('is the search box and the filters', async () => {
    const { fake } = await showList(tickets);
    const neighbour = fake.join('neighbour');
    await act(() => neighbour.send('act.ticket-list', { action: 'search' }));
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await act(() => neighbour.send('act.ticket-list', { action: 'filters' }));
    expect(await screen.findByRole('dialog', { name: 'Filters' })).toHaveFocus();
  });

  it('is told, and refused when it cannot be done', async () => {
    const { user, fake } = await openFilters();
    const neighbour = fake.join('neighbour');
    const told: string[][] = [];
    neighbour.onState('actions.ticket-list', ({ actions }) => told.push(actions));
    expect(told.at(-1)).not.toContain('clear_filters');
    await expect(neighbour.send('act.ticket-list', { action: 'clear_filters' })).rejects.toThrow('clear_filters');
    await user.click(pick('Priority', 'High'));
    await user.click(apply());
    await waitFor(() => expect(told.at(-1)).toContain('clear_filters'));
    await act(() => neighbour.send('act.ticket-list', { action: 'clear_filters' }));
    expect(requestedFilters(fake).at(-1)).toEqual(MINE);
  });
});

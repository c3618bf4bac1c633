/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { NO_FILTERS, type AgentId, type ListFilters } from '@inbox/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aLiveEvent } from '@inbox/panel/testing';
import { layOut } from '../testing/lay-out';
import { requestedFilters, ids, showList, ticket } from '../testing/list-screen';

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

describe('the search', () => {
  const field = () => screen.getByRole('searchbox', { name: 'Search conversations' });
  const statusTabs = () => screen.getByRole('tablist', { name: 'Ticket status' });

  it('strips slashes, runs on Enter through everything, and leaves no tab', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), '  /Iy\\er/ {Enter}');
    expect(requestedFilters(fake).at(-1)).toEqual({ ...MINE, search: 'Iyer', ticket_status: 'assigned_to_bot' });
    expect(fake.navigations).toMatchObject([{ to: 'tickets', filters: { search: 'Iyer' } }]);
    expect(field()).toHaveValue('Iyer');
    expect(within(statusTabs()).queryByRole('tab', { selected: true })).toBeNull();
    expect(screen.getByRole('button', { name: 'Bot Tickets' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('runs by its button, and its clear button restores the list', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), 'Iyer');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(ids()).toEqual([]));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(ids()).toEqual([5, 4]));
    expect(requestedFilters(fake).at(-1)).toEqual(MINE);
    expect(field()).toHaveValue('');
    expect(within(statusTabs()).getByRole('tab', { selected: true })).toHaveTextContent('Assigned');
  });

  it.each(['{Enter}', '   {Enter}', '/ \\\\ {Enter}'])('does not run for %p', async (typed) => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), typed);
    expect(requestedFilters(fake)).toHaveLength(1);
  });

  it('that found nothing can be made with everybody’s tickets', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), 'Iyer{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Search everybody’s tickets' }));
    expect(requestedFilters(fake).at(-1)).toMatchObject({ search: 'Iyer', agent_ids: [] });
    expect(await screen.findByText('Uh oh! No conversations found.')).toBeVisible();
  });

  it('says how much of what it finds is of other agents, and shows it at once', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), 'Customer{Enter}');
    const told = await screen.findByText('8 of 45 conversations found are shown.');
    expect(told.closest('[role=status]')).toHaveTextContent('8 of 45');
    expect(fake.calls.findLast(({ name }) => name === 'foundCount')?.input).toMatchObject({
      body: { filters: { search: 'Customer', agent_ids: [1] } },
    });
    await act(() => fake.shell.send('act.ticket-list', { action: 'everybody' }));
    expect(requestedFilters(fake).at(-1)).toMatchObject({ search: 'Customer', agent_ids: [] });
    await waitFor(() => expect(screen.queryByRole('button', { name: /Show all agents’/ })).toBeNull());
  });

  it('says without a number that others are left out when they cannot be counted', async () => {
    const { user, fake } = await showList(tickets);
    fake.answer({
      foundCount: () => {
        throw new ApiError('server', 'down', { status: 503 });
      },
    });
    await user.type(field(), 'Customer{Enter}');
    expect(await screen.findByText('Only tickets of the chosen agents')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Show all agents’/ }));
    expect(requestedFilters(fake).at(-1)).toMatchObject({ agent_ids: [] });
  });

  it('ends with a tab', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), 'Iyer{Enter}');
    await user.click(within(statusTabs()).getByRole('tab', { name: /^Open/ }));
    expect(requestedFilters(fake).at(-1)).toEqual({ ...MINE, ticket_status: 'open' });
    expect(field()).toHaveValue('');
  });

  it('asks the server again when something happens that only it can judge', async () => {
    const { user, fake } = await showList(tickets);
    await user.type(field(), 'Iyer{Enter}');
    const found = ticket(9, 0, { status: 'open' });
    fake.answer({ ticketList: () => ({ tickets: [found], oldest_timestamp: 'na', seq: 30 }) });
    act(() => fake.emitLive({ ...aLiveEvent({ seq: 30 }), tickets: [ticket(8, 0)] }));
    await waitFor(() => expect(ids()).toEqual([9]));
  });
});

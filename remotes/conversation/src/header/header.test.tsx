/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { type Ticket } from '@inbox/domain';
import { CommandError } from '@inbox/events';
import { aLiveEvent, anAgent, aProfile, aTicket, type createFakePorts } from '@inbox/panel/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { giveLayout } from '../testing/layout';
import { csat, header, MINUTE, mine, openTicket, pick, press } from '../testing/header-screen';

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the header', () => {
  it('names the customer, the status, the number and the owner, and Nil where there is none', async () => {
    await openTicket({ ticket: mine({ owner_id: null, status: 'unassigned', full_name: 'Rohit Khanna' }) });
    for (const text of ['Rohit Khanna', 'Unassigned', '#1', 'Nil']) expect(header().getByText(text)).toBeVisible();
  });

  it.each([
    ['runs', 60, 'Ticket will expire in 23:00:00 hours', 'neutral'],
    ['warns under three hours', 24 * 60 - 150, 'Ticket will expire in 02:30:00 hours', 'warning'],
    ['is over', 24 * 60 + 1, 'Ticket is expired!', 'bad'],
  ])("the session's countdown %s by the server's clock", async (_name, minutes, text, tone) => {
    // The server is a day ahead of this browser.
    const serverTime = new Date(Date.now() + 24 * 60 * MINUTE);
    const started = new Date(serverTime.getTime() - minutes * MINUTE + MINUTE / 2).toISOString();
    await openTicket({ ticket: mine({ session_expiry_at: started }), serverTime: serverTime.toISOString() });
    const words = await header().findByText(new RegExp(text.replace(/\d\d hours$/, '\\d\\d hours')));
    expect(words.closest('[data-tone]')).toHaveAttribute('data-tone', tone);
  });

  it('leaves the conversation for the list', async () => {
    const { fake } = await openTicket();
    await press('Close conversation');
    expect(fake.navigations).toEqual([{ to: 'tickets' }]);
  });
});

describe('while the agents cannot be loaded', () => {
  const fails = () => {
    throw new ApiError('server', 'Something went wrong. Please try again.', { status: 500 });
  };
  const others = mine({ owner_id: 3 });

  it('the header keeps Transfer, says so, and gets them by itself', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    try {
      const { fake } = await openTicket({ ticket: others, answers: { allAgents: fails } });
      expect(await header().findByText('Owner not loaded, trying again')).toBeVisible();
      await user.click(header().getByRole('button', { name: 'Transfer' }));
      expect(fake.toasts).toEqual([{ kind: 'warning', text: 'The agents could not be loaded. Trying again.' }]);
      fake.answer({ allAgents: () => [anAgent(), anAgent({ id: 3, first_name: 'Meera', last_name: 'Iyer' })] });
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(await header().findByText('Meera Iyer')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('those of the last time stand in, and the agent’s own name is known anyway', async () => {
    const first = await openTicket({ ticket: others });
    expect(await header().findByText('Meera Iyer')).toBeVisible();
    await waitFor(() => expect(first.fake.calls.some(({ name }) => name === 'allAgents')).toBe(true));
    cleanup();
    document.body.replaceChildren();
    await openTicket({ ticket: others, answers: { allAgents: fails } });
    expect(await header().findByText('Meera Iyer')).toBeVisible();
    expect(header().getByRole('button', { name: 'Transfer' })).toBeVisible();
  });

  it('offers no Assign to who may not assign', async () => {
    const profile = aProfile({ can_assign_ticket_to_other_agent: false, can_assign_ticket_to_self: false });
    await openTicket({ ticket: others, profile, answers: { allAgents: fails } });
    expect(await header().findByText('Owner not loaded, trying again')).toBeVisible();
    expect(header().queryByRole('button', { name: /Assign|Transfer/ })).toBeNull();
  });
});

describe('taking a ticket', () => {
  const unowned = mine({ owner_id: null, status: 'unassigned' });

  it('Assign to me takes it and says so', async () => {
    const transfer = () => ({ tickets: [mine({ rev: 2 })], failed: [], changed: 1 });
    const { fake, inputOf } = await openTicket({ ticket: unowned, answers: { transfer } });
    await press('Assign to me');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Ticket has been assigned to you' }]));
    expect(inputOf('transfer')).toEqual({ body: { ticket_ids: [1], transfer_to: 1 } });
    expect(header().queryByRole('button', { name: 'Assign to me' })).toBeNull();
  });

  it('is for who follows it, too: following is a rule of the list alone', async () => {
    const transfer = () => ({ tickets: [mine({ rev: 2, subscribers: [1] })], failed: [], changed: 1 });
    const { inputOf } = await openTicket({ ticket: mine({ ...unowned, subscribers: [1] }), answers: { transfer } });
    expect(await header().findByRole('button', { name: 'Assign' })).toBeEnabled();
    await press('Assign to me');
    expect(await header().findByRole('button', { name: 'Close' })).toBeEnabled();
    expect(inputOf('transfer')).toEqual({ body: { ticket_ids: [1], transfer_to: 1 } });
  });

  it.each([
    ['somebody owns it', mine({ owner_id: 2 }), aProfile()],
    ['the agent may not take tickets', unowned, aProfile({ can_assign_ticket_to_self: false })],
  ])('is not offered when %s', async (_name, ticket, profile) => {
    await openTicket({ ticket, profile });
    expect(header().queryByRole('button', { name: 'Assign to me' })).toBeNull();
  });

  it('assign me in the menu names the ticket', async () => {
    const transfer = () => ({ tickets: [mine({ rev: 2 })], failed: [], changed: 1 });
    const { fake } = await openTicket({ ticket: unowned, answers: { transfer } });
    await press('Assign');
    await userEvent.click(await screen.findByRole('button', { name: 'assign me' }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: '#1 has been assigned to you' }]));
  });

  it("a refusal is told in the server's words", async () => {
    const transfer = () => ({
      tickets: [],
      failed: [{ ticket_id: unowned.id, message: 'Ticket is closed' }],
      changed: 0,
    });
    const { fake } = await openTicket({ ticket: unowned, answers: { transfer } });
    await press('Assign to me');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'Ticket is closed' }]));
  });
});

describe('the priority', () => {
  it('is set by the owner: High, Medium, Low or None', async () => {
    const { fake } = await openTicket({ ticket: mine({ priority: 2 }) });
    await press('Priority: Medium');
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map((item) => item.textContent)).toEqual(['High', 'Medium', 'Low', 'None']);
    expect(screen.getByRole('menuitemradio', { name: 'Medium' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'High' }));
    expect(fake.sent).toEqual([{ type: 'tickets.set_priority', data: { ticket_id: 1, priority: 1 } }]);
    const ticket = mine({ priority: 1, rev: 2 });
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.priority_updated', tickets: [ticket] })));
    expect(await header().findByRole('button', { name: 'Priority: High' })).toBeVisible();
    expect(fake.toasts).toEqual([{ kind: 'success', text: 'The priority of #1 is High' }]);
  });

  it('is not for a colleague, as nothing is that only the owner may do', async () => {
    await openTicket({ ticket: mine({ owner_id: 2 }), profile: csat });
    for (const name of [/^Priority/, 'Close', 'More ways to close']) {
      expect(header().queryByRole('button', { name })).toBeNull();
    }
    await press('More actions');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Subscribers', 'Mark as Unread']);
  });
});

describe('subscribers', () => {
  it('are shown by name, added and removed by the owner', async () => {
    const { fake } = await openTicket({ ticket: mine({ subscribers: [3] }) });
    await pick('More actions', 'Subscribers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Subscribers' }));
    expect(dialog.getByText('Meera Iyer')).toBeVisible();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Add a subscriber' }), 'Dev Patel');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Meera Iyer' }));
    await waitFor(() =>
      expect(fake.sent).toEqual([
        { type: 'tickets.add_subscriber', data: { ticket_id: 1, agent_id: 2 } },
        { type: 'tickets.remove_subscriber', data: { ticket_id: 1, agent_id: 3 } },
      ]),
    );
  });

  it('who is removed goes back to the list', async () => {
    const { fake } = await openTicket({ ticket: mine({ owner_id: 2, subscribers: [1, 3] }) });
    const removed = (subscribers: number[], rev: number) =>
      act(() =>
        fake.emitLive(
          aLiveEvent({
            type: 'tickets.subscriber_removed',
            tickets: [mine({ owner_id: 2, subscribers, rev })],
          }),
        ),
      );
    removed([1], 2);
    expect(fake.navigations).toEqual([]);
    removed([], 3);
    expect(fake.navigations).toEqual([{ to: 'tickets' }]);
  });
});

describe('linking', () => {
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add' }));
  const field = () => screen.findByRole('textbox', { name: 'Ticket id' });

  it('links by number and says so', async () => {
    let answer: (given: { ticket: Ticket }) => void = () => undefined;
    const linkTicket = () => new Promise<{ ticket: Ticket }>((resolve) => (answer = resolve));
    const { fake, inputOf } = await openTicket({ answers: { linkTicket } });
    await pick('More actions', 'Add link');
    await userEvent.type(await field(), '#42');
    await submit();
    expect(await screen.findByRole('button', { name: 'Adding..' })).toBeDisabled();
    act(() => answer({ ticket: aTicket({ id: 42 }) }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Tickets have been linked' }]));
    expect(inputOf('linkTicket')).toEqual({ params: { ticket_id: 1 }, body: { link_ticket_id: 42 } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['', 'Enter ticket id'],
    ['abc', 'ERROR! Could not add ticket id'],
    ['99', 'ERROR! Could not add ticket id'],
  ])('of %j says what is wrong, and stays', async (text, toast) => {
    const linkTicket = () => {
      throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
    };
    const { fake } = await openTicket({ answers: { linkTicket } });
    await pick('More actions', 'Add link');
    const input = await field();
    if (text !== '') await userEvent.type(input, text);
    await submit();
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: toast }]));
    await waitFor(() => expect(input).toBeInvalid());
  });
});

describe('what the palette can do', () => {
  const offered = (fake: ReturnType<typeof createFakePorts>) => {
    const seen: string[][] = [];
    fake.join('palette').onState('actions.conversation', ({ actions }) => seen.push([...actions]));
    return seen.at(-1);
  };
  const headers = (actions: string[] | undefined) =>
    actions?.filter((action) => ['assign_me', 'assign', 'close', 'follow_up', 'mark_unread'].includes(action));

  it('follows the rules, is done, and is gone with the ticket', async () => {
    const { fake } = await openTicket();
    const palette = fake.join('shell');
    await waitFor(() => expect(headers(offered(fake))).toEqual(['assign', 'close', 'follow_up', 'mark_unread']));
    await act(() => palette.send('act.conversation', { action: 'follow_up' }));
    expect(await screen.findByRole('dialog', { name: 'Follow up' })).toBeVisible();
    await expect(palette.send('act.conversation', { action: 'assign_me' })).rejects.toBeInstanceOf(CommandError);
    act(() => fake.openTicket(null));
    await waitFor(() => expect(headers(offered(fake))).toEqual([]));
  });

  it('Mark as Unread goes back to the list', async () => {
    const { fake } = await openTicket();
    await pick('More actions', 'Mark as Unread');
    expect(fake.sent).toEqual([{ type: 'conversations.mark_unread', data: { ticket_id: 1 } }]);
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'tickets' }]));
  });

  it('Mark as Unread is not overtaken by the call that marks the ticket read', async () => {
    let answer: (marked: { ticket: Ticket }) => void = () => undefined;
    const marking = new Promise<{ ticket: Ticket }>((resolve) => (answer = resolve));
    const ticket = mine({ conversation_read: false });
    const { fake } = await openTicket({ ticket, answers: { markRead: () => marking } });
    await waitFor(() => expect(fake.calls.map(({ name }) => name)).toContain('markRead'));
    await pick('More actions', 'Mark as Unread');
    expect(fake.sent).toEqual([]);
    answer({ ticket: { ...ticket, rev: ticket.rev + 1, conversation_read: true } });
    await waitFor(() => expect(fake.sent).toMatchObject([{ type: 'conversations.mark_unread' }]));
  });
});

it('a ticket that is handed to the agent is told, wherever they are', async () => {
  const { fake } = await openTicket();
  const tickets = [aTicket({ id: 9, owner_id: 1 })];
  act(() => fake.emitLive(aLiveEvent({ type: 'tickets.ownership_transferred_to_me', tickets })));
  await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'info', text: '#9 has been assigned to you' }]));
});

it('has the actions of other panels in its menu, for the ticket that is open', async () => {
  const { fake } = await openTicket();
  let acts: ReturnType<typeof fake.fill> = [];
  act(() => void (acts = fake.fill({ point: 'conversation.header', action: 'refund', label: 'Refund the order' })));
  await pick('More actions', 'Refund the order');
  await waitFor(() => expect(acts).toEqual([{ action: 'refund', ticket_ids: [1] }]));
});

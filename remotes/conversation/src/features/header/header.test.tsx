/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import { CommandError } from '@inbox/events';
import {
  aLiveEvent,
  aMessage,
  anAgent,
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
  type FakePortsOptions,
} from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

const MINUTE = 60_000;
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
const mine = (changes: Parameters<typeof aTicket>[0] = {}) =>
  aTicket({ id: 1, conversation_id: 101, status: 'open', owner_id: 1, session_expiry_at: ago(60), ...changes });
const hello: ContentItem = aMessage({ id: 11, ticket_id: 1, conversation_id: 101 });

const pageOf = (ticket: Ticket, server_time = new Date().toISOString()) => ({
  ticket,
  siblings: [],
  content: [hello],
  oldest_timestamp: END_OF_LIST,
  seq: 0,
  server_time,
});

interface World extends FakePortsOptions {
  ticket?: Ticket;
  serverTime?: string;
}

/** The panel with one ticket open; `asha`, agent 1, is signed in. */
async function open({ ticket = mine(), serverTime, answers = {}, ...options }: World = {}) {
  const all: Answers = {
    allAgents: () => [
      anAgent(),
      anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' }),
      anAgent({ id: 3, first_name: 'Meera', last_name: 'Iyer' }),
    ],
    content: () => pageOf(ticket, serverTime),
    markRead: () => ({ ticket }),
    ...answers,
  };
  const fake = createFakePorts({ ...options, answers: all, open: ticket.id });
  await mountPanel(panel, { fake });
  await screen.findByRole('banner');
  const inputOf = (name: string) => fake.calls.find((call) => call.name === name)?.input;
  return { fake, ticket, inputOf };
}

const header = () => within(screen.getByRole('banner'));
const press = async (name: string) => userEvent.click(await header().findByRole('button', { name }));
async function pick(menu: string, item: string) {
  await press(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}
const csat = aProfile({ is_csat_enabled: true });

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
    await open({ ticket: mine({ owner_id: null, status: 'unassigned', full_name: 'Rohit Khanna' }) });
    for (const text of ['Rohit Khanna', 'Unassigned', '#1', 'Nil']) expect(header().getByText(text)).toBeVisible();
  });

  it.each([
    ['runs', 60, 'Ticket will expire in 23:00:00 hours', 'neutral'],
    ['warns under three hours', 24 * 60 - 150, 'Ticket will expire in 02:30:00 hours', 'warning'],
    ['is over', 24 * 60 + 1, 'Ticket is expired!', 'bad'],
  ])("the session's countdown %s by the server's clock", async (_name, minutes, text, tone) => {
    // The server is a day ahead of this browser.
    const serverTime = new Date(Date.now() + 24 * 60 * MINUTE);
    const started = new Date(serverTime.getTime() - minutes * MINUTE + 400).toISOString();
    await open({ ticket: mine({ session_expiry_at: started }), serverTime: serverTime.toISOString() });
    const words = await header().findByText(new RegExp(text.replace(/\d\d hours$/, '\\d\\d hours')));
    expect(words.closest('[data-tone]')).toHaveAttribute('data-tone', tone);
  });

  it('leaves the conversation for the list', async () => {
    const { fake } = await open();
    await press('Close conversation');
    expect(fake.navigations).toEqual([{ to: 'tickets' }]);
  });
});

describe('taking a ticket', () => {
  const unowned = mine({ owner_id: null, status: 'unassigned' });

  it('Assign to me takes it and says so', async () => {
    const transfer = () => ({ tickets: [mine({ rev: 2 })], failed: [], changed: 1 });
    const { fake, inputOf } = await open({ ticket: unowned, answers: { transfer } });
    await press('Assign to me');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Ticket has been assigned to you' }]));
    expect(inputOf('transfer')).toEqual({ body: { ticket_ids: [1], transfer_to: 1 } });
    expect(header().queryByRole('button', { name: 'Assign to me' })).toBeNull();
  });

  it.each([
    ['somebody owns it', mine({ owner_id: 2 }), aProfile()],
    ['the agent may not take tickets', unowned, aProfile({ can_assign_ticket_to_self: false })],
  ])('is not offered when %s', async (_name, ticket, profile) => {
    await open({ ticket, profile });
    expect(header().queryByRole('button', { name: 'Assign to me' })).toBeNull();
  });

  it('assign me in the menu names the ticket', async () => {
    const transfer = () => ({ tickets: [mine({ rev: 2 })], failed: [], changed: 1 });
    const { fake } = await open({ ticket: unowned, answers: { transfer } });
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
    const { fake } = await open({ ticket: unowned, answers: { transfer } });
    await press('Assign to me');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'Ticket is closed' }]));
  });
});

describe('the priority', () => {
  it('is set by the owner: High, Medium, Low or None', async () => {
    const { fake } = await open({ ticket: mine({ priority: 2 }) });
    await press('Priority: Medium');
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map((item) => item.textContent)).toEqual(['High', 'Medium', 'Low', 'None']);
    expect(screen.getByRole('menuitemradio', { name: 'Medium' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'High' }));
    expect(fake.sent).toEqual([{ type: 'tickets.set_priority', data: { ticket_id: 1, priority: 1 } }]);
    const ticket = mine({ priority: 1, rev: 2 });
    act(() => fake.emitLive(aLiveEvent({ type: 'tickets.priority_updated', tickets: [ticket] })));
    expect(await header().findByRole('button', { name: 'Priority: High' })).toBeVisible();
    expect(fake.toasts).toEqual([]);
  });

  it('is not for a colleague, as nothing is that only the owner may do', async () => {
    await open({ ticket: mine({ owner_id: 2 }), profile: csat });
    for (const name of [/^Priority/, 'Close', 'More ways to close']) {
      expect(header().queryByRole('button', { name })).toBeNull();
    }
    await press('More actions');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Subscribers', 'Mark as Unread']);
  });
});

describe('closing', () => {
  const closed = mine({ status: 'closed', rev: 2 });

  it('with the survey says both, and goes back to the list', async () => {
    const setStatus = () => ({ tickets: [closed], failed: [], changed: 1 });
    const { fake, inputOf } = await open({ profile: csat, answers: { setStatus } });
    await pick('More ways to close', 'Close and send CSAT');
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'tickets' }]));
    expect(fake.toasts.map(({ text }) => text)).toEqual(['#1 has been closed', 'CSAT sent']);
    expect(inputOf('setStatus')).toEqual({ body: { ticket_ids: [1], status: 'closed', send_csat: true } });
  });

  it('tells when the survey could not be sent', async () => {
    const failed = [{ ticket_id: closed.id, message: 'Whatsapp session expired.' }];
    const setStatus = () => ({ tickets: [closed], failed, changed: 1 });
    const { fake } = await open({ profile: csat, answers: { setStatus } });
    await pick('More ways to close', 'Close and send CSAT');
    await waitFor(() =>
      expect(fake.toasts.map(({ text }) => text)).toEqual(['#1 has been closed', 'Whatsapp session expired.']),
    );
  });

  it('a closed ticket offers the survey alone', async () => {
    const setStatus = () => ({ tickets: [{ ...closed, rev: 3, is_csat_sent: true }], failed: [], changed: 1 });
    const { fake } = await open({ ticket: closed, profile: csat, answers: { setStatus } });
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
    await open({ profile, ticket });
    expect(header().getByRole('button', { name: 'Close' })).toBeVisible();
    expect(header().queryByRole('button', { name: 'More ways to close' })).toBeNull();
  });
});

describe('a follow-up', () => {
  it("is for 'no' or 1 to 23 hours, and only while the ticket is open", async () => {
    const followUp = jest.fn(() => ({ ticket: mine({ status: 'follow_up', rev: 2 }) }));
    const { inputOf } = await open({ answers: { followUp } });
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
    await press('More actions');
    expect(await screen.findByRole('menuitem', { name: 'Subscribers' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Follow up' })).toBeNull();
  });

  it('that is refused stays open and says why', async () => {
    const followUp = () => {
      throw new ApiError('refused', 'A follow-up is for open tickets.', { status: 409 });
    };
    const { fake } = await open({ answers: { followUp } });
    await pick('More actions', 'Follow up');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'A follow-up is for open tickets.' }]));
    expect(screen.getByRole('dialog', { name: 'Follow up' })).toBeVisible();
  });

  it('that is due is told to its owner', async () => {
    const { fake } = await open({ ticket: mine({ status: 'follow_up' }) });
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

describe('subscribers', () => {
  it('are shown by name, added and removed by the owner', async () => {
    const { fake } = await open({ ticket: mine({ subscribers: [3] }) });
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
    const { fake } = await open({ ticket: mine({ owner_id: 2, subscribers: [1, 3] }) });
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
    const { fake, inputOf } = await open({ answers: { linkTicket } });
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
    const { fake } = await open({ answers: { linkTicket } });
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
    fake.join('palette').onState('conversation.actions', ({ actions }) => seen.push([...actions]));
    return seen.at(-1);
  };
  const headers = (actions: string[] | undefined) =>
    actions?.filter((action) => ['assign_me', 'assign', 'close', 'follow_up', 'mark_unread'].includes(action));

  it('follows the rules, is done, and is gone with the ticket', async () => {
    const { fake } = await open();
    const palette = fake.join('shell');
    await waitFor(() => expect(headers(offered(fake))).toEqual(['assign', 'close', 'follow_up', 'mark_unread']));
    await act(() => palette.send('conversation.act', { action: 'follow_up' }));
    expect(await screen.findByRole('dialog', { name: 'Follow up' })).toBeVisible();
    await expect(palette.send('conversation.act', { action: 'assign_me' })).rejects.toBeInstanceOf(CommandError);
    act(() => fake.openTicket(null));
    await waitFor(() => expect(headers(offered(fake))).toEqual([]));
  });

  it('Mark as Unread goes back to the list', async () => {
    const { fake } = await open();
    await pick('More actions', 'Mark as Unread');
    expect(fake.sent).toEqual([{ type: 'conversations.mark_unread', data: { ticket_id: 1 } }]);
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'tickets' }]));
  });
});

it('a ticket that is handed to the agent is told, wherever they are', async () => {
  const { fake } = await open();
  const tickets = [aTicket({ id: 9, owner_id: 1 })];
  act(() => fake.emitLive(aLiveEvent({ type: 'tickets.ownership_transferred_to_me', tickets })));
  await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'info', text: '#9 has been assigned to you' }]));
});

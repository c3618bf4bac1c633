/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import { END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import {
  aLiveEvent,
  aMessage,
  anAgent,
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  saidOfFaults,
  type Answers,
  type FakePortsOptions,
} from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { giveLayout } from './testing/layout';

const rohit = aTicket({ id: 1, conversation_id: 101 });
const farah = aTicket({ id: 2, conversation_id: 102, full_name: 'Farah Ali' });
const hello = aMessage({ id: 11, ticket_id: 1, conversation_id: 101, message: 'Hello from Rohit' });
const salaam = aMessage({ id: 21, ticket_id: 2, conversation_id: 102, message: 'Salaam from Farah' });

const pageOf = (ticket: Ticket, content: ContentItem[]) => ({
  ticket,
  siblings: [],
  content,
  oldest_timestamp: END_OF_LIST,
  seq: 0,
  server_time: new Date().toISOString(),
});

/** A promise that the test settles. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

let nextId = 500;
function stored(body: ReplyRequest) {
  const { message, temp_id, ticket_id, conversation_id } = body;
  const item = aMessage({ id: nextId++, message, temp_id, ticket_id, conversation_id, actor: 'merchant' });
  return { item, ticket: ticket_id === farah.id ? farah : rohit };
}

const answers: Answers = {
  allAgents: () => [anAgent(), anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' })],
  content: ({ params }) => {
    if (params.ticket_id === rohit.id) return pageOf(rohit, [hello]);
    if (params.ticket_id === farah.id) return pageOf(farah, [salaam]);
    throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
  },
  markRead: ({ body }) => ({ ticket: { ...rohit, id: body.ticket_id, rev: 9, conversation_read: true } }),
  reply: ({ body }) => stored(body),
};

function world(options: FakePortsOptions = {}) {
  return createFakePorts({ ...options, answers: { ...answers, ...options.answers }, open: options.open ?? rohit.id });
}

const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
const bubbles = () => [...document.querySelectorAll('article')].map((bubble) => bubble.textContent);
const sends = (fake: ReturnType<typeof world>) => fake.calls.filter((call) => call.name === 'reply');

const MAY_NOT_ASSIGN = { can_assign_ticket_to_self: false, can_assign_ticket_to_other_agent: false };

describe('the conversation panel', () => {
  beforeEach(() => {
    localStorage.clear();
    giveLayout();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('says that nothing is open', async () => {
    await mountPanel(panel, { fake: createFakePorts({ answers }) });
    expect(await screen.findByText('No conversation is open')).toBeVisible();
  });

  it('shows the conversation of the open ticket, and of no other after a switch', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    expect(await screen.findByText('Hello from Rohit')).toBeVisible();
    act(() => fake.openTicket(farah.id));
    expect(await screen.findByText('Salaam from Farah')).toBeVisible();
    expect(screen.queryByText('Hello from Rohit')).toBeNull();
  });

  it('shows the ticket that its props name, whatever the address says', async () => {
    const { fake, handle } = await mountPanel(panel, { fake: world(), props: { ticketId: farah.id } });
    expect(await screen.findByText('Salaam from Farah')).toBeVisible();
    expect(fake.calls.filter(({ name }) => name === 'content')).toHaveLength(1);
    act(() => handle.update({ ticketId: rohit.id }));
    expect(await screen.findByText('Hello from Rohit')).toBeVisible();
    expect(screen.queryByText('Salaam from Farah')).toBeNull();
  });

  it('gives up the load of a ticket that was left', async () => {
    const { fake } = await mountPanel(panel, {
      fake: world({ answers: { content: () => new Promise(() => undefined) } }),
    });
    act(() => fake.openTicket(farah.id));
    await waitFor(() => expect(fake.calls.filter((call) => call.name === 'content')).toHaveLength(2));
    const [first, second] = fake.calls.filter((call) => call.name === 'content');
    expect(first?.signal?.aborted).toBe(true);
    expect(second?.signal?.aborted).toBe(false);
  });

  it('says plainly when the ticket is not one of theirs', async () => {
    const { fake } = await mountPanel(panel, { fake: world({ open: aTicket({ id: 99 }).id }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Back to tickets' }));
    expect(fake.navigations).toEqual([{ to: 'tickets' }]);
  });

  it('tells why a load failed, and loads again when asked', async () => {
    const failing = (error: Error) => ({ content: () => Promise.reject(error) });
    const { fake } = await mountPanel(panel, { fake: world({ answers: failing(new Error('down')) }) });
    const retry = () => screen.findByRole('button', { name: 'Retry' });
    const said = await saidOfFaults(async (error) => {
      fake.answer(failing(error));
      fireEvent.click(await retry());
      return (await retry()).closest('[role="alert"]')?.firstChild?.textContent;
    });
    const server = 'Internal Server error. Please refresh the page and try again';
    expect(said).toEqual({
      ...Object.fromEntries(Object.keys(said).map((fault) => [fault, server])),
      hang: 'The server is not answering. Please try again.',
      cut: 'You are off line. The conversation shows when the connection is back.',
    });
    fake.answer(answers);
    fireEvent.click(await retry());
    expect(await screen.findByText('Hello from Rohit')).toBeVisible();
  });

  it('takes in live facts of this conversation alone', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    await screen.findByText('Hello from Rohit');
    const mine = aMessage({ id: 12, ticket_id: 1, conversation_id: 101, message: 'One more thing' });
    const other = aMessage({ id: 22, ticket_id: 2, conversation_id: 102, message: 'Not for here' });
    act(() => fake.emitLive(aLiveEvent({ items: [mine, other] })));
    expect(await screen.findByText('One more thing')).toBeVisible();
    expect(screen.queryByText('Not for here')).toBeNull();
  });

  it('marks the ticket read when it is really looked at, and tells the others', async () => {
    const unread = { ...rohit, conversation_read: false, unread_count: 1 };
    const focus = jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    const fake = world({ answers: { content: () => pageOf(unread, [hello]) } });
    const changed: Ticket[] = [];
    fake.join('list').onEvent('ticket.changed', ({ tickets }) => changed.push(...tickets));
    await mountPanel(panel, { fake });
    await screen.findByText('Hello from Rohit');
    expect(fake.calls.some((call) => call.name === 'markRead')).toBe(false);
    focus.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(changed).toMatchObject([{ id: 1, conversation_read: true }]));
    expect(fake.calls.filter((call) => call.name === 'markRead')).toHaveLength(1);
  });

  it('sends by Enter, shows the message at once, and never twice', async () => {
    const answer = later<ReturnType<typeof stored>>();
    const asked = later<ReplyRequest>();
    const reply: Answers['reply'] = ({ body }) => {
      asked.resolve(body);
      return answer.promise;
    };
    const { fake } = await mountPanel(panel, { fake: world({ answers: { reply } }) });
    await userEvent.type(await box(), 'On its way{Enter}');
    await waitFor(async () => expect(await box()).toHaveValue(''));
    const bubble = (await screen.findByText('On its way')).closest('article');
    expect(bubble).toHaveAttribute('data-status', 'sending');
    const told = stored(await asked.promise);
    act(() => fake.emitLive(aLiveEvent({ type: 'conversations.message_sent', items: [told.item] })));
    answer.resolve(told);
    await waitFor(() => expect(document.querySelector('[data-status="sending"]')).toBeNull());
    expect(screen.getAllByText('On its way')).toHaveLength(1);
  });

  it('begins a new line by Shift+Enter, and leaves Enter to an input method that composes', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    const input = await box();
    await userEvent.type(input, 'one{Shift>}{Enter}{/Shift}two');
    expect(input).toHaveValue('one\ntwo');
    act(
      () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
    );
    expect(sends(fake)).toEqual([]);
  });

  it('leaves no copy of a sent text behind when the keystroke that sends also tells a selection', async () => {
    await mountPanel(panel, { fake: world() });
    const input = await box();
    act(() => input.focus());
    fireEvent.change(input, { target: { value: 'pasted' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(await screen.findAllByText('pasted', { selector: 'div' })).toHaveLength(1);
    await waitFor(() => expect(input).toHaveValue(''));
  });

  it('puts nothing of one ticket into another, whenever the agent switches', async () => {
    const answer = later<void>();
    const fake = world({ answers: { reply: ({ body }) => answer.promise.then(() => stored(body)) } });
    await mountPanel(panel, { fake });
    await userEvent.type(await box(), 'For Rohit{Enter}');
    await userEvent.type(await box(), 'Rohit draft');
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Salaam from Farah');
    expect(await box()).toHaveValue('');
    await userEvent.type(await box(), 'Farah draft');
    await act(async () => answer.resolve());
    const meant = { body: { ticket_id: 1, message: 'For Rohit' } };
    await waitFor(() => expect(sends(fake)).toMatchObject([{ input: meant }]));
    expect(bubbles().join()).not.toContain('For Rohit');
    act(() => fake.openTicket(rohit.id));
    await screen.findByText('Hello from Rohit');
    expect(await box()).toHaveValue('Rohit draft');
  });

  it('goes on with a send after a reload, with the same temp_id', async () => {
    const first = world({ answers: { reply: () => Promise.reject(new ApiError('offline', 'no line')) } });
    const mounted = await mountPanel(panel, { fake: first });
    await userEvent.type(await box(), 'Do not lose me{Enter}');
    await waitFor(() => expect(sends(first)).toHaveLength(1));
    await mounted.unmount();
    const second = world();
    await mountPanel(panel, { fake: second });
    await waitFor(() => expect(sends(second)).toHaveLength(1));
    expect(sends(second)[0]?.input).toEqual(sends(first)[0]?.input);
    expect(await screen.findAllByText('Do not lose me')).toHaveLength(1);
  });

  it('keeps a draft through a reload', async () => {
    const mounted = await mountPanel(panel, { fake: world() });
    await userEvent.type(await box(), 'half a thought');
    await mounted.unmount();
    await mountPanel(panel, { fake: world() });
    expect(await box()).toHaveValue('half a thought');
  });

  it('keeps the drafts of one agent from another', async () => {
    const mounted = await mountPanel(panel, { fake: world() });
    await userEvent.type(await box(), 'mine');
    await mounted.unmount();
    await mountPanel(panel, { fake: world({ profile: aProfile({ current_user_id: 2 }) }) });
    expect(await box()).toHaveValue('');
  });

  it('sends a failed message again with its own temp_id', async () => {
    const temp_id = '00000000-0000-4000-8000-000000000012';
    const own = { ticket_id: 1, conversation_id: 101, actor: 'merchant', temp_id, message: 'Try me' } as const;
    const failed = aMessage({
      ...own,
      id: 12,
      rev: 3,
      send_status: 'not_sent',
      error_message: 'Number not on WhatsApp',
    });
    const item = aMessage({ ...own, id: 12, rev: 4, send_status: 'sending' });
    const fake = world({ answers: { content: () => pageOf(rohit, [failed]), reply: () => ({ item, ticket: rohit }) } });
    await mountPanel(panel, { fake });
    const bubble = (await screen.findByText('Try me')).closest('article');
    expect(bubble).toHaveTextContent('Number not on WhatsApp');
    expect(bubble).toHaveTextContent('Failed to send');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sends(fake)[0]?.input).toMatchObject({ body: { temp_id, message: 'Try me' } }));
    await waitFor(() => expect(bubble).toHaveAttribute('data-status', 'sending'));
    expect(screen.getAllByText('Try me')).toHaveLength(1);
  });

  it('says a message once more, as a new one, when it is not known whether it was sent', async () => {
    const temp_id = '00000000-0000-4000-8000-000000000013';
    const own = { ticket_id: 1, conversation_id: 101, actor: 'merchant', temp_id, message: 'Did it come?' } as const;
    const doubtful = aMessage({ ...own, id: 13, send_status: 'unknown' });
    const fake = world({ answers: { content: () => pageOf(rohit, [doubtful]) } });
    await mountPanel(panel, { fake });
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.getAllByText('Did it come?')).toHaveLength(2));
    const anew = expect.not.stringContaining(temp_id);
    await waitFor(() => expect(sends(fake)).toMatchObject([{ input: { body: { temp_id: anew } } }]));
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDisabled();
  });

  it.each([
    ['You cannot reply as Ticket is closed.', { status: 'closed' }],
    ['Whatsapp session expired.', { session_expiry_at: '2020-01-01T00:00:00.000Z' }],
  ] as const)('says why there is no reply: %s', async (reason, changes) => {
    const ticket = aTicket({ ...rohit, ...changes });
    await mountPanel(panel, { fake: world({ answers: { content: () => pageOf(ticket, [hello]) } }) });
    expect(within(await screen.findByRole('region', { name: 'Reply' })).getByText(reason)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('takes reply.insert at the caret of the ticket it names, also of one that is not open', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    const replies = fake.join('quick-replies');
    const input = await box();
    await userEvent.type(input, 'Dear , bye');
    input.setSelectionRange(5, 5);
    act(() => void input.dispatchEvent(new Event('select', { bubbles: true })));
    await userEvent.keyboard('{Shift}');
    await act(() => replies.send('reply.insert', { ticket_id: rohit.id, text: 'Rohit' }));
    expect(input).toHaveValue('Dear Rohit, bye');
    await act(() => replies.send('reply.insert', { ticket_id: farah.id, text: 'Hello Farah' }));
    expect(input).toHaveValue('Dear Rohit, bye');
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Salaam from Farah');
    expect(await box()).toHaveValue('Hello Farah');
  });

  it('answers reply.send when the server has stored it, for any ticket the agent may answer', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    await screen.findByText('Hello from Rohit');
    const replies = fake.join('quick-replies');
    await act(async () => {
      const { id } = await replies.send('reply.send', { ticket_id: farah.id, text: 'Thank you!' });
      expect(id).toBeGreaterThan(0);
    });
    expect(sends(fake)[0]?.input).toMatchObject({
      body: { ticket_id: 2, conversation_id: 102, message: 'Thank you!' },
    });
    expect(bubbles().join()).not.toContain('Thank you!');
  });

  it('publishes the open ticket and whether anything is unsent', async () => {
    const { fake } = await mountPanel(panel, { fake: world() });
    const list = fake.join('list');
    const seen: { id?: number | undefined; present?: boolean } = {};
    list.onState('ticket.current', ({ ticket }) => (seen.id = ticket?.id));
    list.onState('draft.present', ({ present }) => (seen.present = present));
    await userEvent.type(await box(), 'x');
    expect(seen).toEqual({ id: 1, present: true });
    await userEvent.clear(await box());
    expect(seen.present).toBe(false);
  });

  it('loads by itself what failed to load while the line was down', async () => {
    let isDown = true;
    const content = () => {
      if (isDown) throw new ApiError('refused', 'The server stumbled', { status: 500 });
      return pageOf(rohit, [hello]);
    };
    const { fake } = await mountPanel(panel, { fake: world({ answers: { content } }) });
    await act(() => fake.setConnection({ state: 'offline', since: Date.now(), attempt: 1 }));
    await screen.findByRole('button', { name: 'Retry' });
    isDown = false;
    await act(() => fake.setConnection({ state: 'live' }));
    await screen.findByText('Hello from Rohit');
  });

  it('names the ticket that it cannot show, until another one is opened', async () => {
    const { fake } = await mountPanel(panel, { fake: world({ open: aTicket({ id: 999 }).id }) });
    const seen: unknown[] = [];
    fake.join('details').onState('ticket.current', ({ ticket, missing }) => seen.push(ticket?.id ?? { missing }));
    await screen.findByRole('button', { name: 'Back to tickets' });
    expect(seen.at(-1)).toEqual({ missing: 999 });
    await act(() => fake.openTicket(rohit.id));
    await box();
    expect(seen.at(-1)).toBe(1);
  });

  it('says instead of the reply box why a ticket that the agent may not take has none', async () => {
    const profile = aProfile(MAY_NOT_ASSIGN);
    const content = () => pageOf({ ...rohit, status: 'unassigned', owner_id: null }, [hello]);
    await mountPanel(panel, { fake: world({ profile, answers: { content } }) });
    expect(await screen.findByText('You cannot reply as you are not allowed to take tickets.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  });

  it('tells no session to run out of a closed ticket', async () => {
    const session_expiry_at = '2020-01-01T00:00:00Z';
    const content = () => pageOf({ ...rohit, status: 'closed', session_expiry_at }, [hello]);
    await mountPanel(panel, { fake: world({ answers: { content } }) });
    expect(await screen.findByText('You cannot reply as Ticket is closed.')).toBeVisible();
    expect(screen.queryByText('Ticket is expired!')).toBeNull();
  });

  it('hands the ticket to another agent and says so', async () => {
    const transfer = jest.fn(() => ({ tickets: [{ ...rohit, rev: 2, owner_id: anAgent({ id: 2 }).id }], failed: [] }));
    const { fake } = await mountPanel(panel, { fake: world({ answers: { transfer } }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Dev Patel' }));
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: '#1 has been assigned to Dev Patel' }]));
    expect(fake.calls.find((call) => call.name === 'transfer')?.input).toEqual({
      body: { ticket_ids: [1], transfer_to: 2 },
    });
    expect(within(screen.getByRole('banner')).getByText('Dev Patel')).toBeVisible();
  });

  it('offers no action that the rules refuse', async () => {
    const profile = aProfile({ ...MAY_NOT_ASSIGN, current_user_id: 7 });
    await mountPanel(panel, { fake: world({ profile }) });
    await screen.findByText('Hello from Rohit');
    expect(screen.queryByRole('button', { name: /Assign|Transfer/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});

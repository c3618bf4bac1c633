/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { CONTENT_PAGE_SIZE, END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import {
  aLiveEvent,
  aMessage,
  anEmail,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';
import { giveLayout } from '../testing/layout';

const ticket = aTicket({ id: 1, conversation_id: 101 });
const of = { ticket_id: 1, conversation_id: 101 } as const;
const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 4, n)).toISOString();
const message = (id: number, more: Parameters<typeof aMessage>[0] = {}) =>
  aMessage({ ...of, id, created_at: minute(id), message: `message ${id}`, ...more });
const long = Array.from({ length: 60 }, (_, n) => message(n + 1));

/** A server that has these items, page by page. */
function serving(
  items: ContentItem[],
  served: Ticket = ticket,
  siblings: { id: number; first: number }[] = [],
): Answers {
  return {
    allAgents: () => [],
    mailImages: () => ({ base: '/api/inbox/mail-images/proof/' }),
    markRead: () => ({ ticket: { ...served, rev: served.rev + 1, conversation_read: true } }),
    content: ({ query }) => {
      const end = query.fetch_since === undefined ? items.length : Number(query.fetch_since);
      const reached = query.back_to === undefined ? end : items.findIndex(({ id }) => id === query.back_to);
      const from = Math.max(0, Math.min(end - (query.page_size ?? CONTENT_PAGE_SIZE), reached));
      return {
        ticket: served,
        siblings: siblings.flatMap(({ id, first }) => {
          const item = items.find((one) => one.id === first);
          return item ? [{ id: aTicket({ id }).id, created_at: item.created_at, first_item_id: item.id }] : [];
        }),
        content: items.slice(from, end),
        oldest_timestamp: from === 0 ? END_OF_LIST : String(from),
        seq: 0,
        server_time: minute(100),
      };
    },
  };
}

async function show(answers: Answers) {
  const fake = createFakePorts({ open: ticket.id, answers });
  const mounted = await mountPanel(panel, { fake });
  // Not shown while its mails have no height.
  await screen.findByRole('log', { hidden: true });
  return { ...mounted, fake };
}

const loads = (fake: ReturnType<typeof createFakePorts>) => fake.calls.filter((call) => call.name === 'content');
const marks = (fake: ReturnType<typeof createFakePorts>) => fake.calls.filter((call) => call.name === 'markRead');
const shown = (id: number) => document.querySelector(`[data-shown] [data-message-id="${id}"]`);

describe('the thread in its panel', () => {
  afterEach(() => void jest.useRealTimers());
  beforeEach(() => {
    localStorage.clear();
    giveLayout();
    jest.restoreAllMocks();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });

  it('goes to the first message of another ticket of the conversation, loading all between at once', async () => {
    const tickets = [
      { id: 7, first: 3 },
      { id: 1, first: 40 },
    ];
    const { fake } = await show(serving(long, ticket, tickets));
    const rail = screen.getByRole('navigation', { name: 'Tickets of this conversation' });
    expect(within(rail).getByRole('button', { name: '#1' })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(within(rail).getByRole('button', { name: '#7' }));
    await waitFor(() => expect(shown(3)).not.toBeNull());
    expect(loads(fake).at(-1)?.input).toMatchObject({ query: { back_to: 3 } });
    expect(loads(fake).length).toBeLessThanOrEqual(3);
  });

  it('has no rail for a single ticket', async () => {
    await show(serving(long, ticket, [{ id: 1, first: 1 }]));
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('goes to the message that another one quotes', async () => {
    const quoting = message(61, { parent: { id: 2, actor: 'customer', message: 'message 2', attachment: null } });
    await show(serving([...long, quoting]));
    await userEvent.click(await screen.findByTitle('Show this message'));
    await waitFor(() => expect(shown(2)).not.toBeNull());
  });

  it('finds a text anywhere in the conversation, and goes from one place to the next', async () => {
    const found = [50, 4].map((id) => ({ id: message(id).id, ticket_id: ticket.id, created_at: minute(id) }));
    const { fake } = await show({ ...serving(long), findInConversation: () => ({ found, more: false }) });
    await userEvent.click(screen.getByRole('button', { name: 'Find in conversation' }));
    await userEvent.click(await screen.findByRole('searchbox', { name: 'Find in conversation' }));
    // At once: typed slowly it is looked for before it is whole.
    await userEvent.paste('essage');
    expect(await screen.findByText('1 of 2')).toBeVisible();
    await waitFor(() => expect(shown(50)?.querySelector('mark')).toHaveTextContent('essage'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shown(4)).not.toBeNull());
    expect(screen.getByText('2 of 2')).toBeVisible();
    expect(fake.calls.filter((call) => call.name === 'findInConversation').map((call) => call.input)).toEqual([
      { params: { conversation_id: 101 }, query: { q: 'essage' } },
    ]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('searchbox', { name: 'Find in conversation' })).toBeNull();
    expect(document.querySelector('mark')).toBeNull();
  });

  it.each<[string, Answers['findInConversation'], string]>([
    ['nothing', () => ({ found: [], more: false }), 'Not found'],
    ['no answer', () => Promise.reject(new Error('no line')), 'The search failed.'],
  ])('says that a search came to %s', async (_what, findInConversation, text) => {
    await show({ ...serving(long), findInConversation });
    await userEvent.click(screen.getByRole('button', { name: 'Find in conversation' }));
    await screen.findByRole('searchbox', { name: 'Find in conversation' });
    await userEvent.keyboard('x');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('searches again, by Enter or Retry, when a search failed', async () => {
    let times = 0;
    const findInConversation = () => {
      times += 1;
      if (times < 3) throw new Error('no line');
      return { found: [], more: false };
    };
    await show({ ...serving(long), findInConversation });
    await userEvent.click(screen.getByRole('button', { name: 'Find in conversation' }));
    await screen.findByRole('searchbox', { name: 'Find in conversation' });
    await userEvent.keyboard('x');
    await screen.findByText('The search failed.');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(times).toBe(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Not found')).toBeVisible();
  });

  it('begins what was unread at opening with a divider, which stays when that is read', async () => {
    const unread = aTicket({ ...ticket, conversation_read: false, unread_count: 2 });
    const { fake } = await show(serving([message(1), message(2), message(3)], unread));
    await waitFor(() => expect(marks(fake)).toHaveLength(1));
    const divider = screen.getByText('New messages');
    expect(divider.compareDocumentPosition(screen.getByText('message 1'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(divider.compareDocumentPosition(screen.getByText('message 2'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('leaves a ticket unread that was marked so, until it is opened anew', async () => {
    const { fake } = await show(serving([message(1)], ticket));
    const unread = { ...ticket, rev: 5, conversation_read: false, unread_count: 1 };
    act(() => fake.emitLive({ ...aLiveEvent({ type: 'tickets.tickets' }), tickets: [unread] }));
    const next = { ...unread, rev: 6, received_at: minute(50) };
    act(() => fake.emitLive({ ...aLiveEvent({ seq: 2 }), tickets: [next], items: [message(9)] }));
    await screen.findByText('message 9');
    expect(marks(fake)).toEqual([]);
    fake.answer(serving([message(1), message(9)], next));
    act(() => fake.openTicket(null));
    act(() => fake.openTicket(ticket.id));
    await waitFor(() => expect(marks(fake)).toHaveLength(1));
  });

  it('is marked read by itself when that has failed at first', async () => {
    jest.useFakeTimers();
    const answers = serving([message(1)], { ...ticket, conversation_read: false });
    let times = 0;
    const markRead: Answers['markRead'] = () => {
      times += 1;
      if (times < 3) throw new ApiError('server', 'no');
      return { ticket: { ...ticket, rev: 9, conversation_read: true } };
    };
    const fake = createFakePorts({ open: ticket.id, answers: { ...answers, markRead } });
    await mountPanel(panel, { fake });
    for (const ms of [10, 2_000, 4_000]) await act(() => jest.advanceTimersByTimeAsync(ms));
    expect(marks(fake)).toHaveLength(3);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(marks(fake)).toHaveLength(3);
  });

  it('marks nothing read that is not on the screen', async () => {
    class Nowhere extends IntersectionObserver {
      override observe(): void {}
    }
    globalThis.IntersectionObserver = Nowhere;
    const { fake } = await show(serving([message(1)], { ...ticket, conversation_read: false }));
    await screen.findByText('message 1');
    expect(marks(fake)).toEqual([]);
  });

  it('keeps what is read further up when it loads anew in place', async () => {
    const { fake } = await show(serving(long, ticket, [{ id: 7, first: 1 }, { id: 1, first: 40 }])); // prettier-ignore
    await userEvent.click(screen.getByRole('button', { name: '#7' }));
    await waitFor(() => expect(shown(1)).not.toBeNull());
    act(() => fake.shell.emit('refresh.requested', {}));
    await waitFor(() => expect(loads(fake).at(-1)?.input).toMatchObject({ query: { back_to: 1 } }));
    expect(shown(1)).not.toBeNull();
  });

  it("loads the images of a sender's mails once that is wanted, and remembers it", async () => {
    const html = '<img src="https://shop.example/p.png" alt="p">';
    const email = anEmail({ ...of, id: 1, html });
    const { unmount } = await show(serving([email]));
    // What the frame may load; the mail's own elements are put in once it is there.
    const loadsRemote = async () =>
      (await screen.findByTitle<HTMLIFrameElement>('E-mail')).srcdoc.includes('/api/inbox/mail-images/proof/;');
    await waitFor(async () => expect(await loadsRemote()).toBe(false));
    await userEvent.click(await screen.findByRole('button', { name: 'Show images' }));
    await waitFor(async () => expect(await loadsRemote()).toBe(true));
    await unmount();
    await show(serving([email]));
    await waitFor(async () => expect(await loadsRemote()).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: 'Block images' }));
    await waitFor(async () => expect(await loadsRemote()).toBe(false));
  });
});

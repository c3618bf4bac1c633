/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import type { StoredAnswer } from '@inbox/panel/contract';
import { aLiveEvent, aMessage, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import panel from './panel';
import { giveLayout } from './testing/layout';

const ticket = aTicket({ id: 7, conversation_id: 70, full_name: 'Meera Shah' });
const NOTE = /^As of /;
const minute = (n: number) => new Date(Date.UTC(2026, 10, 24, 5, n)).toISOString();
const message = (id: number, change: Parameters<typeof aMessage>[0] = {}) =>
  aMessage({
    id,
    ticket_id: 7,
    conversation_id: 70,
    message: `message ${id}`,
    created_at: minute(id),
    ...change,
  });
const pageOf = (content: ContentItem[], of: Ticket = ticket, oldest_timestamp = END_OF_LIST) => ({
  ...{ ticket: of, siblings: [], content, oldest_timestamp, seq: 9, server_time: new Date().toISOString() },
});
type Page = ReturnType<typeof pageOf>;

/** A page with something stored of the ticket, and a server that answers when it is let go. */
async function openWarm(stored: unknown, answers: Answers = {}) {
  let answer: (page: Page) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const content = jest.fn<(asked: unknown) => Promise<Page>>(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      }),
  );
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [],
      mailImages: () => ({ base: '/api/inbox/mail-images/proof/' }),
      markRead: () => ({ ticket: { ...ticket, rev: 20, conversation_read: true } }),
      content,
      ...answers,
    },
  });
  const written: (StoredAnswer | null)[] = [];
  const read = jest.fn(async (_: string): Promise<StoredAnswer | null> =>
    stored === null ? null : { data: stored, at: Date.now() - 60_000, seq: 5 },
  );
  fake.ports.stored = { read, write: (_, make) => void written.push(make()) };
  await mountPanel(panel, { fake });
  return {
    ...{ fake, read, written, content },
    answer: async (page: Page) => act(async () => answer(page)),
    fail: async (error: Error) => act(async () => fail(error)),
    marks: () => fake.calls.filter(({ name }) => name === 'markRead'),
  };
}

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a thread that an earlier page has stored', () => {
  const unread = { ...ticket, rev: 9, conversation_read: false, unread_count: 1 };

  it('shows at once with its time, and is caught up without being drawn anew', async () => {
    const { answer, read, marks } = await openWarm(pageOf([message(1), message(2)]));
    const first = await screen.findByText('message 1');
    expect(read).toHaveBeenCalledWith('/api/inbox/ticket/7/content-v2/');
    expect(screen.getByText(NOTE)).toBeVisible();
    await answer(pageOf([message(1), message(2), message(3)], unread));
    await screen.findByText('message 3');
    expect(screen.queryByText(NOTE)).toBeNull();
    expect(screen.getByText('message 1')).toBe(first);
    // What is unread the server says.
    expect(screen.getByText('New messages')).toBeVisible();
    await waitFor(() => expect(marks()).toHaveLength(1));
  });

  it('is not marked read before the server has answered', async () => {
    const { marks } = await openWarm(pageOf([message(1)], unread));
    await screen.findByText('message 1');
    expect(marks()).toHaveLength(0);
  });

  it('shows nothing that the server does not have any more, whatever is newer in it', async () => {
    const { answer } = await openWarm(pageOf([message(1, { rev: 7 }), message(2)]));
    await screen.findByText('message 2');
    await answer(pageOf([message(1, { rev: 2, message: 'as the server has it' })]));
    await screen.findByText('as the server has it');
    expect(screen.queryByText('message 2')).toBeNull();
  });

  it('keeps what came live while the server was asked', async () => {
    const { answer, fake } = await openWarm(pageOf([message(1)]));
    await screen.findByText('message 1');
    act(() => fake.emitLive({ ...aLiveEvent({ type: 'tickets.tickets' }), items: [message(4)] }));
    await screen.findByText('message 4');
    await answer(pageOf([message(1)]));
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
    expect(screen.getByText('message 4')).toBeVisible();
  });

  it('stays where it is when more was said since than a page has', async () => {
    const { answer, content } = await openWarm(pageOf([message(1), message(2)], ticket, 'older'));
    await screen.findByText('message 1');
    await answer(pageOf([message(40), message(41)], ticket, 'older'));
    await waitFor(() => expect(content).toHaveBeenCalledTimes(2));
    expect(content.mock.calls[1]?.[0]).toMatchObject({ query: { back_to: 1 } });
    expect(screen.getByText(NOTE)).toBeVisible();
    await answer(pageOf([message(1), message(2), message(40), message(41)], ticket, 'older'));
    await screen.findByText('message 41');
    expect(screen.getByText('message 1')).toBeVisible();
  });

  it('stays without a line, says so, and asks again', async () => {
    const { answer, fail, content } = await openWarm(pageOf([message(1)]));
    await screen.findByText('message 1');
    await fail(new ApiError('offline', 'no line'));
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await waitFor(() => expect(content).toHaveBeenCalledTimes(2));
    expect(screen.getByText('message 1')).toBeVisible();
    await answer(pageOf([message(1)]));
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
  });

  it('of another ticket, or of another version, is not shown', async () => {
    const { answer, read } = await openWarm(pageOf([message(1)], { ...ticket, id: 8 as never }));
    await waitFor(() => expect(read).toHaveBeenCalled());
    expect(screen.queryByText('message 1')).toBeNull();
    await answer(pageOf([message(2)]));
    await screen.findByText('message 2');
  });
});

it('stores a thread that is opened as the server would answer it, and what becomes of it', async () => {
  const { answer, fake, written } = await openWarm(null);
  await answer(pageOf([message(1)]));
  await waitFor(() => expect(written).toHaveLength(1));
  act(() => fake.emitLive({ ...aLiveEvent({ type: 'tickets.tickets' }), items: [message(2)] }));
  await waitFor(() => expect(written).toHaveLength(2));
  const whole = { ticket: { id: 7 }, oldest_timestamp: END_OF_LIST };
  expect(written).toMatchObject([
    { seq: 9, data: { ...whole, content: [{ id: 1 }] } },
    { seq: 9, data: { ...whole, content: [{ id: 1 }, { id: 2 }] } },
  ]);
});

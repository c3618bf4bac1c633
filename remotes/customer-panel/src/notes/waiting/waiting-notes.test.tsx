/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { ApiError } from '@inbox/api';
import { newTempId, type AgentId, type Note, type TempId, type TicketId } from '@inbox/domain';
import { aNote, aProfile, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import panel from '../../panel';
import { createDraftStore } from '../draft-store';

const [first, second, third] = [11, 12, 13] as unknown as readonly [TicketId, TicketId, TicketId];

let agents = 700;

interface Requested {
  ticket: TicketId;
  temp_id: TempId | undefined;
}

/**
 * Mounts the panel of an agent whose notes on these tickets wait for a connection.
 * @param answer ends the request for a note; `count` is how many requests there were for this ticket, with this one
 */
async function open(
  tickets: readonly TicketId[],
  answer: (ticket: TicketId, count: number) => Note | Promise<Note>,
  { shown }: { shown?: TicketId } = {},
) {
  const agent = (agents += 1) as AgentId;
  const store = createDraftStore('inbox', agent, (error) => {
    throw error;
  });
  const tempIds = new Map<TicketId, TempId>();
  for (const ticket of tickets) {
    const temp_id = newTempId();
    tempIds.set(ticket, temp_id);
    const notes = `<div>For ${ticket}</div>`;
    const stored = store.write(ticket, { temp_id, notes, media: [], isAsked: true, waits: true });
    await settle();
    await stored;
  }
  localStorage.setItem(`inbox.customer-panel.${agent}.notes.waiting`, JSON.stringify(tickets));
  const requested: Requested[] = [];
  const fake = createFakePorts({
    profile: aProfile({ current_user_id: agent }),
    open: shown ?? null,
    answers: {
      notes: () => [],
      allAgents: () => [],
      customerDetails: () => new Promise<never>(() => undefined),
      customerTickets: () => [],
      addNote: ({ params, body }) => {
        requested.push({ ticket: params.ticket_id, temp_id: body.temp_id });
        return answer(params.ticket_id, requested.filter(({ ticket }) => ticket === params.ticket_id).length);
      },
    },
  });
  // The fake backend answers without headers.
  const { transport } = fake.ports.api;
  if (!transport) throw new Error('no transport');
  let retryAfter: string | undefined;
  fake.ports.api.transport = async (request) => {
    const response = await transport(request);
    if (response.status !== 429 || retryAfter === undefined) return response;
    return { ...response, headers: { 'retry-after': retryAfter } };
  };
  fake.setConnection({ state: 'offline', since: 1, attempt: 1 });
  if (shown !== undefined) fake.setCurrentTicket(aTicket({ id: shown, conversation_id: 70 }));
  const mounted = await mountPanel(panel, { fake });
  await settle();
  const connect = async () => {
    await act(async () => fake.setConnection({ state: 'live' }));
    await settle();
  };
  const setRetryAfter = (seconds: number) => void (retryAfter = String(seconds));
  const of = () => requested.map(({ ticket }) => ticket);
  return { ...mounted, fake, requested, of, tempIds, connect, setRetryAfter };
}

/** Lets so many milliseconds pass, and what is loaded or stored meanwhile end. */
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** The browser's database and the code of a section take several turns; a wait between two attempts is longer. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await pass(1);
};
const busy = () => new ApiError('refused', 'Too often', { status: 429 });
const down = () => new ApiError('server', 'Failed', { status: 503 });
const added = (ticket: TicketId) => aNote({ ticket_id: ticket });
const waitingOf = (agent: number): unknown =>
  JSON.parse(localStorage.getItem(`inbox.customer-panel.${agent}.notes.waiting`) ?? 'null');

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

describe('notes that wait, once the connection is back', () => {
  it('are added one after the other', async () => {
    const answers: (() => void)[] = [];
    const { of, connect, fake } = await open([first, second, third], (ticket) => {
      return new Promise((resolve) => answers.push(() => resolve(added(ticket))));
    });
    await connect();
    expect(of()).toEqual([first]);
    answers[0]?.();
    await settle();
    expect(of()).toEqual([first, second]);
    answers[1]?.();
    await settle();
    answers[2]?.();
    await settle();
    expect(of()).toEqual([first, second, third]);
    expect(fake.toasts.map(({ text }) => text)).toEqual([11, 12, 13].map((id) => `#${id}: Notes updated`));
    expect(waitingOf(agents)).toEqual([]);
  });

  it('are requested again after as long as a server asks to be left alone that got too many requests', async () => {
    const { of, connect, setRetryAfter, requested, tempIds, fake } = await open([first], (ticket, count) => {
      if (count === 1) throw busy();
      return added(ticket);
    });
    setRetryAfter(40);
    await connect();
    expect([of(), waitingOf(agents)]).toEqual([[first], [first]]);
    await pass(39_900);
    expect(of()).toEqual([first]);
    await pass(200);
    await settle();
    expect(requested).toEqual([0, 1].map(() => ({ ticket: first, temp_id: tempIds.get(first) })));
    expect(fake.toasts.map(({ text }) => text)).toEqual(['#11: Notes updated']);
  });

  it('are requested again after a minute when the server asks for longer', async () => {
    const { of, connect, setRetryAfter } = await open([first], (ticket, count) => {
      if (count === 1) throw busy();
      return added(ticket);
    });
    setRetryAfter(3_600);
    await connect();
    await pass(59_900);
    expect(of()).toEqual([first]);
    await pass(200);
    await settle();
    expect(of()).toEqual([first, first]);
  });

  it('are requested again after waits that grow to 30 seconds while the server fails, and added once', async () => {
    const { of, connect, requested, tempIds, fake } = await open([first], (ticket, count) => {
      if (count <= 7) throw count % 2 ? down() : new ApiError('timeout', 'No answer');
      return added(ticket);
    });
    await connect();
    const counts = [of().length];
    for (const seconds of [1, 2, 4, 8, 15, 30, 30]) {
      await pass(seconds * 1_000 - 100);
      counts.push(of().length);
      await pass(80);
      await settle();
      counts.push(of().length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
    expect(new Set(requested.map(({ temp_id }) => temp_id))).toEqual(new Set([tempIds.get(first)]));
    expect(fake.toasts.map(({ text }) => text)).toEqual(['#11: Notes updated']);
    await pass(120_000);
    await settle();
    expect(of()).toHaveLength(8);
  });

  it('do not hold up those of other tickets with one that the server cannot add', async () => {
    const { of, connect } = await open([first, second, third], (ticket) => {
      if (ticket === first) throw down();
      if (ticket === second) throw new ApiError('refused', 'No', { status: 403 });
      return added(ticket);
    });
    await connect();
    await pass(1_000);
    await settle();
    expect(of().slice(0, 3)).toEqual([first, second, third]);
    expect(waitingOf(agents)).toEqual([first]);
    await pass(10_000);
    expect(of().filter((ticket) => ticket === second)).toHaveLength(1);
  });

  it('are requested at once when the connection has gone and come back', async () => {
    const { of, connect, fake } = await open([first], (ticket, count) => {
      if (count === 1) throw down();
      return added(ticket);
    });
    await connect();
    await act(async () => fake.setConnection({ state: 'offline', since: 1, attempt: 1 }));
    await connect();
    expect(of()).toEqual([first, first]);
  });

  it('are not requested any more when the panel has gone, and leave no timer', async () => {
    const { of, connect, unmount } = await open([first, second], () => {
      throw down();
    });
    await connect();
    expect(of()).toEqual([first]);
    await unmount();
    // The answers that the page has loaded expire after some minutes.
    await pass(600_000);
    await settle();
    expect([of(), jest.getTimerCount()]).toEqual([[first], 0]);
  });

  it('go on waiting when the panel goes while one is requested', async () => {
    const { of, connect, unmount } = await open([first, second], () => new Promise(() => undefined));
    await connect();
    expect(of()).toEqual([first]);
    await unmount();
    await pass(600_000);
    await settle();
    expect([of(), jest.getTimerCount()]).toEqual([[first], 0]);
    expect(new Set(waitingOf(agents) as TicketId[])).toEqual(new Set([first, second]));
    const stored = createDraftStore('inbox', agents as AgentId, () => undefined).read(first);
    await settle();
    expect(await stored).toMatchObject({ isAsked: true, waits: true });
  });
});

describe('the form of a note that waits', () => {
  it('says that one is off line only while one is, and else that it is tried again', async () => {
    const OFF_LINE = 'You are off line. The note is added when the connection is back.';
    const TRIES = 'Not added yet. Trying again…';
    const { connect, fake } = await open(
      [first],
      () => {
        throw down();
      },
      { shown: first },
    );
    act(() => screen.getByRole('button', { name: 'Internal Notes/Comments' }).click());
    await settle();
    expect(screen.getByText(OFF_LINE)).toBeVisible();
    await connect();
    expect(screen.getByText(TRIES)).toBeVisible();
    expect(screen.queryByText(OFF_LINE)).toBeNull();
    await act(async () => fake.setConnection({ state: 'offline', since: 1, attempt: 1 }));
    await settle();
    expect(screen.getByText(OFF_LINE)).toBeVisible();
  });

  it('says so also while it is requested, so that each attempt is not read out', async () => {
    const { connect } = await open([first], () => new Promise(() => undefined), { shown: first });
    act(() => screen.getByRole('button', { name: 'Internal Notes/Comments' }).click());
    await settle();
    const status = screen.getByText('You are off line. The note is added when the connection is back.');
    await connect();
    expect(screen.getByRole('button', { name: 'Adding...' })).toBeDisabled();
    expect(status).toBeInTheDocument();
    expect(status).toHaveTextContent('Not added yet. Trying again…');
  });
});

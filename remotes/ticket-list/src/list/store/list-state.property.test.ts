import { describe, expect, it } from '@jest/globals';
import type { TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, NO_FILTERS, type ListFilters, type Ticket, type TicketStatus } from '@inbox/domain';
import fc from 'fast-check';
import { aTicket } from '@inbox/panel/testing';
import { emptyList, listReducer, type ListAction, type ListState } from './list-state';

const filters: ListFilters = { ...NO_FILTERS, ticket_status: 'open' };
const START = Date.parse('2026-11-20T10:00:00.000Z');

/** One thing that happens: a message moves the ticket up, a status takes it in or out. Equal times are common. */
interface Happening {
  id: number;
  change: { kind: 'message'; pause: 0 | 1000 } | { kind: 'status'; status: TicketStatus } | { kind: 'text' };
}

const happening: fc.Arbitrary<Happening> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  change: fc.oneof(
    fc.record({ kind: fc.constant('message' as const), pause: fc.constantFrom(0 as const, 1000 as const) }),
    fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom<TicketStatus>('open', 'assigned', 'closed'),
    }),
    fc.record({ kind: fc.constant('text' as const) }),
  ),
});

/** Every state of every ticket; the index is the live sequence of the change that made it. */
function tell(history: readonly Happening[]): Ticket[] {
  const now = new Map<number, Ticket>();
  let time = START;
  return history.map(({ id, change }) => {
    const received_at = new Date(time).toISOString();
    const before = now.get(id) ?? aTicket({ id, rev: 0, status: 'open', received_at });
    let after: Ticket = { ...before, rev: before.rev + 1 };
    if (change.kind === 'message') {
      time += change.pause;
      after = { ...after, received_at: new Date(time).toISOString() };
    }
    if (change.kind === 'status') after = { ...after, status: change.status };
    if (change.kind === 'text') after = { ...after, subject: `said ${after.rev}` };
    now.set(id, after);
    return after;
  });
}

/** The server's list after `seq` happenings: newest first, ids deciding. */
function listed(states: readonly Ticket[], seq: number): Ticket[] {
  const now = new Map(states.slice(0, seq).map((ticket) => [ticket.id, ticket]));
  return [...now.values()]
    .filter((ticket) => ticket.status === 'open')
    .sort((a, b) => Date.parse(b.received_at) - Date.parse(a.received_at) || b.id - a.id);
}

const keyOf = (ticket: Ticket) => `${ticket.received_at} ${String(ticket.id).padStart(3, '0')}`;

function answerAt(states: readonly Ticket[], seq: number, size: number, below: string | null): TicketListAnswer {
  const rest = listed(states, seq).filter((ticket) => below === null || keyOf(ticket) < below);
  const tickets = rest.slice(0, size);
  const last = tickets.at(-1);
  return { tickets, oldest_timestamp: rest.length > size && last ? keyOf(last) : END_OF_LIST, seq };
}

const play = (actions: readonly ListAction[]): ListState => actions.reduce(listReducer, emptyList(filters, START));
const rows = (state: ListState) => state.order.map((id) => state.known.get(id)?.ticket);

/** A story with its facts in any order, some twice, and two pages asked for while it goes on. */
const story = fc.array(happening, { maxLength: 40 }).chain((history) =>
  fc.record({
    history: fc.constant(history),
    asked: fc.tuple(fc.nat({ max: history.length }), fc.nat({ max: history.length })),
    size: fc.integer({ min: 1, max: 6 }),
    delivery: fc
      .tuple(
        fc.shuffledSubarray(
          history.map((_, index) => index),
          { minLength: history.length, maxLength: history.length },
        ),
        fc.subarray(history.map((_, index) => index)),
      )
      .map(([all, again]) => [...all, ...again]),
    arrival: fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })),
    batch: fc.integer({ min: 1, max: 5 }),
  }),
);

describe('the list after any delivery', () => {
  it('is what a fresh load of the same part shows, whatever came late, twice or out of order', () => {
    fc.assert(
      fc.property(story, ({ history, asked, size, delivery, arrival, batch }) => {
        const states = tell(history);
        const [firstSeq, nextSeq] = [Math.min(...asked), Math.max(...asked)];
        const first = answerAt(states, firstSeq, size, null);
        const next =
          first.oldest_timestamp === END_OF_LIST ? null : answerAt(states, nextSeq, size, first.oldest_timestamp);

        const facts = delivery.map((index) => ({ ticket: states[index]!, seq: index + 1 }));
        const actions: ListAction[] = [];
        for (let at = 0; at < facts.length; at += batch) {
          actions.push({ type: 'facts', facts: facts.slice(at, at + batch), drawn: [] });
        }
        const [early, late] = [Math.min(...arrival), Math.max(...arrival)].map((at) => Math.min(at, actions.length));
        if (next) actions.splice(late!, 0, { type: 'next-page', answer: next });
        actions.splice(early!, 0, { type: 'first-page', answer: first, drawn: [], at: START });

        const end = next ?? first;
        const lowest = end.oldest_timestamp === END_OF_LIST ? '' : end.oldest_timestamp;
        const truth = listed(states, history.length).filter((ticket) => keyOf(ticket) >= lowest);
        expect(rows(play(actions))).toEqual(truth);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same when what an earlier page had was shown first, or came too late', () => {
    const withStored = fc.tuple(story, fc.nat({ max: 40 }), fc.nat({ max: 40 }));
    fc.assert(
      fc.property(withStored, ([{ history, asked, size, delivery, arrival, batch }, storedSeq, storedAt]) => {
        const states = tell(history);
        const answer = answerAt(states, Math.max(...asked), size, null);
        const stored = answerAt(states, Math.min(storedSeq, ...asked), size, null);
        const facts = delivery.map((index) => ({ ticket: states[index]!, seq: index + 1 }));
        const actions: ListAction[] = [];
        for (let at = 0; at < facts.length; at += batch) {
          actions.push({ type: 'facts', facts: facts.slice(at, at + batch), drawn: [] });
        }
        actions.splice(Math.min(arrival[0], actions.length), 0, { type: 'first-page', answer, drawn: [], at: START });
        const without = rows(play(actions));
        actions.splice(Math.min(storedAt, actions.length), 0, { type: 'stored', answer: stored, at: START });
        const end = play(actions);
        expect(rows(end)).toEqual(without);
        expect(end.asOf).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('has nothing of an earlier page whose numbers the server has no more', () => {
    fc.assert(
      fc.property(story, story, fc.integer({ min: 1, max: 9 }), (before, now, ahead) => {
        const [then, states] = [tell(before.history), tell(now.history)];
        const answer = answerAt(states, states.length, now.size, null);
        const stored = { ...answerAt(then, then.length, before.size, null), seq: states.length + ahead };
        const actions: ListAction[] = [
          { type: 'stored', answer: stored, at: START },
          { type: 'first-page', answer, drawn: [], at: START },
        ];
        expect(rows(play(actions))).toEqual(answer.tickets);
      }),
    );
  });

  it('forgets on a new load what that load does not confirm', () => {
    fc.assert(
      fc.property(story, ({ history, asked, size }) => {
        const states = tell(history);
        const [firstSeq, nextSeq] = [Math.min(...asked), Math.max(...asked)];
        const again = answerAt(states, nextSeq, size, null);
        const actions: ListAction[] = [
          { type: 'first-page', answer: answerAt(states, firstSeq, size, null), drawn: [], at: START },
          { type: 'first-page', answer: again, drawn: [], at: START },
        ];
        expect(rows(play(actions))).toEqual(again.tickets);
      }),
    );
  });
});

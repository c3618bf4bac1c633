/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type Api } from '@inbox/api';
import type { SendResult, TempId, TicketId } from '@inbox/domain';
import { countRun, newRun, type ManyRun, type ManyWork } from '@inbox/domain/conversation';
import type { PanelStorage } from '@inbox/panel';
import fc from 'fast-check';
import { createRunner, type Runner, type RunnerDeps } from './runner';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const HELLO: ManyWork = { kind: 'message', message: 'Hello' };
let made = 0;
const runOf = (count: number, work: ManyWork = HELLO, from = 1): ManyRun =>
  newRun(
    work,
    Array.from({ length: count }, (_, n) => (from + n) as TicketId),
    [],
    () => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}` as TempId,
  );

function memory(): PanelStorage & { isFull: boolean } {
  const kept = new Map<string, string>();
  return {
    isFull: false,
    place: 'inbox.ticket-list.1',
    read: (key, schema) => (kept.has(key) ? schema.parse(JSON.parse(kept.get(key) ?? '')) : null),
    write(key, value) {
      if (this.isFull) return false;
      kept.set(key, JSON.stringify(value));
      return true;
    },
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
    onChange: () => () => undefined,
    swapInTab: () => null,
  };
}

type Fault = 'none' | 'lost-request' | 'lost-answer' | 'busy';

/** The server: one message for each temp_id, however often it is asked. */
function server(faults: Fault[] = []) {
  const arrived: { ticket_id: TicketId; temp_id: TempId }[] = [];
  const states = new Map<TempId, SendResult>();
  let failing = new Set<TicketId>();
  const store = (sends: readonly { ticket_id: TicketId; temp_id: TempId }[]): SendResult[] =>
    sends.map((send) => {
      const known = states.get(send.temp_id);
      if (known !== undefined) return known;
      arrived.push(send);
      const isFailing = failing.has(send.ticket_id);
      states.set(send.temp_id, {
        ...send,
        outcome: isFailing ? 'not_sent' : 'sent',
        reason: isFailing ? 'Blocked' : null,
      });
      return { ...send, outcome: 'sending', reason: null };
    });
  const replyToMany: Api['replyToMany'] = async ({ body }) => {
    const fault = faults.shift() ?? 'none';
    if (fault === 'busy') throw new ApiError('refused', 'Too many', { status: 429, retryAfterMs: 7_000 });
    if (fault === 'lost-request') throw new ApiError('offline', 'No connection');
    const results = store(body.sends);
    if (fault === 'lost-answer') throw new ApiError('timeout', 'No answer');
    return { results };
  };
  const sentMessages: Api['sentMessages'] = async ({ body }) => ({
    results: body.temp_ids.flatMap((id) => states.get(id) ?? []),
  });
  const initiateTemplate: Api['initiateTemplate'] = async ({ body }) => {
    const { ticket_ids = [], temp_ids = [] } = body;
    return { results: store(ticket_ids.map((ticket_id, n) => ({ ticket_id, temp_id: temp_ids[n] as TempId }))) };
  };
  return {
    arrived,
    fail: (...ids: number[]) => (failing = new Set(ids as TicketId[])),
    api: {
      replyToMany: jest.fn(replyToMany),
      sentMessages: jest.fn(sentMessages),
      initiateTemplate: jest.fn(initiateTemplate),
    },
  };
}

const free: RunnerDeps['alone'] = async (work) => {
  await work();
  return true;
};
const counts = (runner: Runner) => {
  const view = runner.view.get();
  return view && countRun(view.run);
};
/** Until nothing waits for anything but time, and so much of it. */
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a message to many', () => {
  it('goes to each ticket once, and its end is told by what the channels answer', async () => {
    const { api, arrived, fail } = server();
    fail(3, 4);
    const runner = createRunner({ api, storage: memory(), alone: free });
    expect(runner.start(runOf(50))).toBe('started');
    await pass(0);
    expect(api.replyToMany).toHaveBeenCalledTimes(3);
    expect(runner.view.get()?.phase).toBe('ended');
    await pass(5_000);
    expect(counts(runner)).toEqual({ sent: 48, onTheWay: 0, notSent: 2, unknown: 0, left: 0, skipped: 0 });
    expect(arrived.map(({ ticket_id }) => ticket_id)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  it('that cannot be stored does not leave', async () => {
    const { api } = server();
    const storage = memory();
    storage.isFull = true;
    const runner = createRunner({ api, storage, alone: free });
    expect(runner.start(runOf(2))).toBe('not-stored');
    await pass(1_000);
    expect(api.replyToMany).not.toHaveBeenCalled();
    expect(runner.view.get()).toBeNull();
  });

  it('waits as long as the server asks, and goes on with the same temp_ids', async () => {
    const { api, arrived } = server(['busy']);
    const runner = createRunner({ api, storage: memory(), alone: free });
    runner.start(runOf(3));
    await pass(6_900);
    expect([api.replyToMany.mock.calls.length, runner.view.get()?.phase]).toEqual([1, 'waiting']);
    await pass(200);
    expect(api.replyToMany.mock.calls[1]).toEqual([api.replyToMany.mock.calls[0]?.[0], expect.anything()]);
    expect(arrived).toHaveLength(3);
  });

  it('that the server refuses as a whole says so of each ticket of the request', async () => {
    const { api } = server();
    api.replyToMany.mockRejectedValue(new ApiError('refused', 'Not allowed', { status: 403 }));
    const runner = createRunner({ api, storage: memory(), alone: free });
    runner.start(runOf(3));
    await pass(0);
    expect(counts(runner)).toMatchObject({ notSent: 3 });
  });

  it('stopped in the middle says what was done, and nothing more leaves', async () => {
    const { api, arrived } = server();
    const runner = createRunner({ api, storage: memory(), alone: free });
    const end = runner.view.subscribe(() => {
      if (arrived.length === 40) runner.stop();
    });
    runner.start(runOf(100));
    await pass(5_000);
    end();
    expect(arrived).toHaveLength(40);
    expect(counts(runner)).toEqual({ sent: 40, onTheWay: 0, notSent: 60, unknown: 0, left: 0, skipped: 0 });
    runner.resume();
    await pass(5_000);
    expect(arrived).toHaveLength(40);
  });

  it('stopped while an answer is missing says that it is not known, until it is', async () => {
    const { api } = server(['lost-request']);
    const runner = createRunner({ api, storage: memory(), alone: free });
    runner.start(runOf(30));
    await pass(0);
    runner.stop();
    await pass(0);
    expect(counts(runner)).toMatchObject({ unknown: 20, notSent: 10 });
  });

  it('after the page was closed in the middle, what had begun is known, and the rest goes on when asked', async () => {
    const { api, arrived } = server(['none', 'lost-answer']);
    const storage = memory();
    const first = createRunner({ api, storage, alone: free });
    const close = first.open();
    first.start(runOf(60));
    await pass(0);
    close();
    expect(arrived).toHaveLength(40);

    const second = createRunner({ api, storage, alone: free });
    second.open();
    await pass(3_000);
    expect(second.view.get()?.phase).toBe('interrupted');
    expect(counts(second)).toMatchObject({ sent: 40, left: 20 });
    expect(second.start(runOf(1))).toBe('busy');
    second.resume();
    await pass(3_000);
    expect(counts(second)).toMatchObject({ sent: 60, left: 0 });
    expect(new Set(arrived.map(({ temp_id }) => temp_id)).size).toBe(60);
    second.dismiss();
    expect(storage.keys()).toEqual([]);
  });

  it('of another tab stays there', async () => {
    const { api } = server();
    const storage = memory();
    createRunner({ api, storage, alone: free }).start(runOf(10));
    const other = createRunner({ api, storage, alone: async () => false });
    other.open();
    await pass(1_000);
    expect(other.view.get()).toBeNull();
  });

  it('of a template names each ticket’s temp_id', async () => {
    const { api } = server();
    const runner = createRunner({ api, storage: memory(), alone: free });
    const run = runOf(2, {
      kind: 'template',
      template_id: 5 as never,
      parameters: { 1: 'x' },
      button_url: null,
      media_url: '/api/inbox/uploads/7/',
    });
    runner.start(run);
    await pass(0);
    expect(api.initiateTemplate.mock.calls[0]?.[0]).toEqual({
      body: {
        template_id: 5,
        parameters: { 1: 'x' },
        button_url: null,
        media_url: '/api/inbox/uploads/7/',
        ticket_ids: [1, 2],
        temp_ids: run.sends.map(({ temp_id }) => temp_id),
      },
    });
  });

  it('whatever gets lost, and whenever the page is closed: none twice, none to a wrong ticket, none lost', async () => {
    const fault = fc.constantFrom<Fault>('none', 'lost-request', 'lost-answer', 'busy');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.array(fault, { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 4 }),
        async (count, faults, closings) => {
          const { api, arrived } = server([...faults]);
          const storage = memory();
          const run = runOf(count);
          let runner = createRunner({ api, storage, alone: free });
          let close = runner.open();
          runner.start(run);
          for (const after of closings) {
            await pass(after);
            close();
            runner = createRunner({ api, storage, alone: free });
            close = runner.open();
            await pass(0);
            runner.resume();
          }
          await pass(600_000);
          close();
          expect(arrived.map(({ temp_id }) => temp_id).sort()).toEqual(run.sends.map(({ temp_id }) => temp_id).sort());
          expect(arrived.map(({ ticket_id }) => ticket_id).sort((a, b) => a - b)).toEqual(
            run.sends.map(({ ticket_id }) => ticket_id),
          );
          expect(counts(runner)).toMatchObject({ sent: count, unknown: 0, left: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });
});

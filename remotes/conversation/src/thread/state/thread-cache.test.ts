import { beforeEach, describe, expect, it } from '@jest/globals';
import { aMessage, aTicket } from '@inbox/panel/testing';
import { END_OF_LIST, type TicketId } from '@inbox/domain';
import { createThreadCache, type ThreadCache, type LoadedThread } from './thread-cache';
import { visibleItems } from './thread-state';

const NOW = Date.UTC(2026, 10, 20);
const id = (n: number): TicketId => aTicket({ id: n }).id;

/** A server that answers when told to. */
function server() {
  const asked: { ticket: TicketId; signal: AbortSignal; answer(page?: Partial<LoadedThread>): void; fail(): void }[] =
    [];
  const load = (ticket: TicketId, signal: AbortSignal) =>
    new Promise<LoadedThread>((resolve, reject) => {
      const page: LoadedThread = {
        ticket: aTicket({ id: ticket, conversation_id: 100 + ticket }),
        siblings: [],
        content: [aMessage({ id: ticket * 10, ticket_id: ticket, conversation_id: 100 + ticket })],
        oldest_timestamp: END_OF_LIST,
        seq: 5,
        server_time: new Date(NOW + 3_000).toISOString(),
      };
      signal.addEventListener('abort', () => reject(new Error('given up')));
      const fail = () => reject(new Error('no'));
      asked.push({ ticket, signal, answer: (more) => resolve({ ...page, ...more }), fail });
    });
  return { asked, load };
}

const shown = (cache: ThreadCache, ticket: TicketId) => {
  const view = cache.viewOf(ticket);
  return view.status === 'ready' ? visibleItems(view.thread).map((item) => item.id) : view.status;
};

describe('threads that are cache', () => {
  let asked: ReturnType<typeof server>['asked'];
  let cache: ThreadCache;
  beforeEach(() => {
    const made = server();
    asked = made.asked;
    cache = createThreadCache({ load: made.load, now: () => NOW });
  });
  const answered = async (ticket: TicketId, page?: Partial<LoadedThread>) => {
    const opened = cache.open(ticket);
    asked.at(-1)?.answer(page);
    await opened;
  };

  it('are there once they were loaded for what is likely, by one call', async () => {
    cache.likely(id(1));
    cache.likely(id(1));
    await answered(id(1));
    expect(asked).toHaveLength(1);
    expect(shown(cache, id(1))).toEqual([10]);
    expect(cache.viewOf(id(1))).toMatchObject({ clockOffset: 3_000 });
    expect(cache.seqOf(id(1))).toBe(5);
  });

  it('know what was told while they were loaded and after', async () => {
    cache.likely(id(1));
    const of = { ticket_id: 1, conversation_id: 101, created_at: '2027-01-01T00:00:00.000Z' };
    cache.apply({ tickets: [], items: [aMessage({ ...of, id: 11 })] });
    await answered(id(1));
    cache.apply({ tickets: [], items: [aMessage({ ...of, id: 12 }), aMessage({ ...of, id: 13, conversation_id: 7 })] });
    expect(shown(cache, id(1))).toEqual([10, 11, 12]);
  });

  it('load two at once on the mere chance and give an older chance up, but never what was opened', () => {
    void cache.open(id(1)).catch(() => undefined);
    for (const n of [2, 3, 4]) cache.likely(id(n));
    expect(asked.map(({ ticket, signal }) => [ticket, signal.aborted])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
  });

  it('give up the load of a ticket that was left, and ask again when it is opened anew', () => {
    void cache.open(id(1)).catch(() => undefined);
    cache.leave(id(1));
    expect(asked[0]?.signal.aborted).toBe(true);
    void cache.open(id(1)).catch(() => undefined);
    expect(asked).toHaveLength(2);
  });

  it('stay when they are left after they were loaded', async () => {
    await answered(id(1));
    cache.leave(id(1));
    expect(shown(cache, id(1))).toEqual([10]);
  });

  it('ask again after a failure', async () => {
    cache.likely(id(1));
    asked[0]?.fail();
    await expect(cache.open(id(1))).rejects.toThrow('no');
    cache.likely(id(1));
    expect(asked).toHaveLength(2);
  });

  it('are forgotten when something was missed that they may lack', async () => {
    await answered(id(1), { seq: 5 });
    await answered(id(2), { seq: 9 });
    cache.missed(8);
    expect(shown(cache, id(1))).toBe('loading');
    expect(shown(cache, id(2))).toEqual([20]);
  });

  it('are thirty at most: the one that was opened longest ago goes', async () => {
    for (let n = 1; n <= 30; n += 1) await answered(id(n));
    await cache.open(id(1));
    await answered(id(31));
    expect([1, 2, 31].map((n) => cache.viewOf(id(n)).status)).toEqual(['ready', 'loading', 'ready']);
  });

  it('are forgotten when so much was said that loading them is cheaper', async () => {
    await answered(id(1));
    const items = Array.from({ length: 250 }, (_, n) => aMessage({ id: 1000 + n, ticket_id: 1, conversation_id: 101 }));
    cache.apply({ tickets: [], items });
    expect(shown(cache, id(1))).toBe('loading');
  });
});

import { once, EventEmitter } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findTicket } from '../lifecycle/ticket-rows';
import { setFollowUp } from './follow-up';
import { reopenDue, startFollowUps } from './follow-up-due';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});
afterAll(() => world.test.drop());
beforeEach(async () => {
  world.clock.now = new Date('2026-01-02T12:00:00.000Z');
  await world.test.db.updateTable('tickets').set({ status: 'closed', follow_up_at: null }).execute();
  await world.told();
});

const at = (time: string) => {
  world.clock.now = new Date(`2026-01-0${time}:00.000Z`);
};

describe('a follow-up', () => {
  it('lays an open ticket aside for so many hours', async () => {
    const { context, me } = world;
    const ticketId = await world.ticketOf();
    expect(await setFollowUp(context, me, { ticketId, hours: 23 })).toMatchObject({
      status: 'follow_up',
      follow_up_at: '2026-01-03T11:00:00.000Z',
      owner_id: me.agent.id,
    });
    const logs = ['Asha Rao set a follow-up in 23 hours.'];
    expect(await world.told()).toEqual([{ type: 'tickets.status_updated', by: me.agent.id, ids: [ticketId], logs }]);
  });

  it('of no hours leaves an open ticket as it is, and ends one that waits', async () => {
    const { context, me } = world;
    const ticketId = await world.ticketOf();
    expect(await setFollowUp(context, me, { ticketId, hours: 0 })).toMatchObject({ status: 'open', rev: 1 });
    await setFollowUp(context, me, { ticketId, hours: 1 });
    expect(await setFollowUp(context, me, { ticketId, hours: 0 })).toMatchObject({
      status: 'open',
      follow_up_at: null,
    });
    expect(await world.logsOf(ticketId)).toEqual([
      'Asha Rao set a follow-up in 1 hour.',
      'Asha Rao ended the follow-up.',
    ]);
  });

  it.each([
    ['a ticket that is not open', { status: 'assigned' }, 409, 'A follow-up is for open tickets.'],
    [
      "a colleague's ticket",
      { owner_id: null, status: 'unassigned' },
      403,
      'Only the owner of this ticket may do this.',
    ],
  ] as const)('of %s is refused', async (_name, given, status, message) => {
    const ticketId = await world.ticketOf(given);
    const setting = setFollowUp(world.context, world.me, { ticketId, hours: 2 });
    await expect(setting).rejects.toMatchObject({ status, message });
  });
});

describe('when the time is up', () => {
  it('the ticket is open again, and the agents are told by nobody in person', async () => {
    const { context, me } = world;
    const ticketId = await world.ticketOf();
    await setFollowUp(context, me, { ticketId, hours: 2 });
    await world.told();

    at('2T13:59');
    expect(await reopenDue(context)).toBe(0);
    at('2T14:00');
    expect(await reopenDue(context)).toBe(1);
    expect(await findTicket(context.db, world.shop, ticketId)).toMatchObject({
      status: 'open',
      follow_up_at: null,
      owner_id: me.agent.id,
    });
    const logs = ['The follow-up time is up: the ticket is open again.'];
    expect(await world.told()).toEqual([{ type: 'tickets.status_updated', by: null, ids: [ticketId], logs }]);
  });

  it('two nodes that look at once open it once', async () => {
    const { context, me } = world;
    const ids = [await world.ticketOf(), await world.ticketOf()];
    for (const ticketId of ids) await setFollowUp(context, me, { ticketId, hours: 1 });
    at('2T20:00');
    const opened = await Promise.all([reopenDue(context), reopenDue(context), reopenDue(context)]);
    // One that another node held at that moment is found by the next look.
    const later = await reopenDue(context);
    expect(opened.reduce((sum, count) => sum + count, later)).toBe(2);
    for (const id of ids) expect(await world.logsOf(id)).toHaveLength(2);
  });

  it('what came due while nobody ran is opened at the start, and what comes due later in its time', async () => {
    const { me, clock } = world;
    const [late, soon] = [await world.ticketOf(), await world.ticketOf()];
    const news = new EventEmitter();
    const context = { ...world.context, live: { committed: () => void news.emit('told'), signal: () => undefined } };
    await setFollowUp(context, me, { ticketId: late, hours: 1 });
    await setFollowUp(context, me, { ticketId: soon, hours: 3 });
    // A few milliseconds before the second one is due; from here on the clock runs.
    const [started, from] = [Date.now(), Date.parse('2026-01-02T14:59:59.950Z')];
    const running = { ...context, now: () => new Date(from + Date.now() - started) };
    clock.now = new Date(from);

    const faults: unknown[] = [];
    const first = once(news, 'told');
    const stop = startFollowUps(running, (error) => faults.push(error));
    await first;
    const isOpen = async (id: typeof late) => (await findTicket(context.db, world.shop, id))?.status === 'open';
    expect(await isOpen(late)).toBe(true);
    while (!(await isOpen(soon))) await new Promise((resolve) => setImmediate(resolve));
    await stop();
    expect(faults).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { listLinkedTickets } from '../links/link-queries';
import { findTicket } from './ticket-rows';
import { linkTickets, unlinkTickets } from '../links/link-tickets';
import { setPriority } from './priority';
import { setSubscriber } from '../subscribers';
import { changeTags } from './tags';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});
afterAll(() => world.test.drop());
beforeEach(() => world.told());

const now = (id: TicketId) => findTicket(world.test.db, world.shop, id);
const notMine = { status: 403, message: 'Only the owner of this ticket may do this.' };
const notThere = { status: 404, message: 'There is no such ticket.' };
const nothing = 999_999 as TicketId;

describe('a priority', () => {
  it('is set by the owner, once, and told with a line in the thread', async () => {
    const { context, me } = world;
    const ticketId = await world.ticketOf();
    for (let times = 0; times < 2; times += 1) await setPriority(context, me, { ticketId, priority: 1 });
    expect(await now(ticketId)).toMatchObject({ priority: 1, rev: 2 });
    const logs = ['Asha Rao set the priority to High.'];
    expect(await world.told()).toEqual([{ type: 'tickets.priority_updated', by: me.agent.id, ids: [ticketId], logs }]);
    await setPriority(context, me, { ticketId, priority: 0 });
    expect(await world.logsOf(ticketId)).toEqual([...logs, 'Asha Rao removed the priority.']);
  });

  it('is not for a colleague, but for a store admin', async () => {
    const { context, dev } = world;
    const ticketId = await world.ticketOf();
    await expect(setPriority(context, dev, { ticketId, priority: 1 })).rejects.toMatchObject(notMine);
    expect(await world.told()).toEqual([]);
    const admin = { ...dev, agent: { ...dev.agent, is_store_admin: true } };
    await setPriority(context, admin, { ticketId, priority: 2 });
    expect(await now(ticketId)).toMatchObject({ priority: 2 });
    await expect(setPriority(context, admin, { ticketId: nothing, priority: 2 })).rejects.toMatchObject(notThere);
  });
});

describe('subscribers', () => {
  it('are added and removed once each, and told by name', async () => {
    const { context, me, dev } = world;
    const ticketId = await world.ticketOf();
    for (const subscribed of [true, true, false, false]) {
      await setSubscriber(context, me, { ticketId, agentId: dev.agent.id, subscribed });
    }
    expect(await now(ticketId)).toMatchObject({ subscribers: [], rev: 3 });
    const told = (type: string, line: string) => ({ type, by: me.agent.id, ids: [ticketId], logs: [line] });
    expect(await world.told()).toEqual([
      told('tickets.subscriber_added', 'Asha Rao added Dev Patel as a subscriber.'),
      told('tickets.subscriber_removed', 'Asha Rao removed Dev Patel from the subscribers.'),
    ]);
  });

  it('a colleague follows a ticket and stops to, and adds nobody else', async () => {
    const { context, me, dev } = world;
    const ticketId = await world.ticketOf();
    await setSubscriber(context, dev, { ticketId, agentId: dev.agent.id, subscribed: true });
    await setSubscriber(context, dev, { ticketId, agentId: dev.agent.id, subscribed: false });
    expect(await world.logsOf(ticketId)).toEqual([
      'Dev Patel follows the ticket.',
      'Dev Patel no longer follows the ticket.',
    ]);
    const other = setSubscriber(context, dev, { ticketId, agentId: me.agent.id, subscribed: true });
    await expect(other).rejects.toMatchObject(notMine);
  });

  it('who is disabled is not added, and can be removed', async () => {
    const { context, me, dev, test } = world;
    const ticketId = await world.ticketOf({ subscribers: [dev.agent.id] });
    const disable = (disabled: boolean) =>
      test.db.updateTable('agents').set({ disabled }).where('id', '=', dev.agent.id).execute();
    await disable(true);
    const of = { ticketId, agentId: dev.agent.id };
    await setSubscriber(context, me, { ...of, subscribed: false });
    expect(await world.logsOf(ticketId)).toEqual(['Asha Rao removed a former agent from the subscribers.']);
    await expect(setSubscriber(context, me, { ...of, subscribed: true })).rejects.toMatchObject({ status: 404 });
    await disable(false);
  });
});

describe('tags', () => {
  it('are added and removed as a list between commas, and told', async () => {
    const { context, me } = world;
    const ticketId = await world.ticketOf({ tags: ['COD'] });
    const added = await changeTags(context, me, { ticketId, tags: ' cod, Refund ,,VIP', how: 'add' });
    expect(added).toMatchObject({ tags: 'COD,Refund,VIP', rev: 2 });
    const removed = await changeTags(context, me, { ticketId, tags: 'refund,none', how: 'remove' });
    expect(removed).toMatchObject({ tags: 'COD,VIP', rev: 3 });
    await changeTags(context, me, { ticketId, tags: 'none', how: 'remove' });
    const told = (type: string, line: string) => ({ type, by: me.agent.id, ids: [ticketId], logs: [line] });
    expect(await world.told()).toEqual([
      told('tickets.tags_added', 'Asha Rao added the tags Refund, VIP.'),
      told('tickets.tags_removed', 'Asha Rao removed the tag Refund.'),
    ]);
  });

  it.each([
    ['longer than a label', 'x'.repeat(51), 'A tag has 50 characters at most.'],
    ['beyond all counting', Array.from({ length: 51 }, (_, n) => `t${n}`).join(), 'A ticket has 50 tags at most.'],
  ])('%s are refused', async (_name, tags, message) => {
    const ticketId = await world.ticketOf();
    await expect(changeTags(world.context, world.me, { ticketId, tags, how: 'add' })).rejects.toMatchObject({
      status: 400,
      fields: { tags: [message] },
    });
  });

  it('are not for a colleague', async () => {
    const ticketId = await world.ticketOf();
    const adding = changeTags(world.context, world.dev, { ticketId, tags: 'VIP', how: 'add' });
    await expect(adding).rejects.toMatchObject(notMine);
  });
});

describe('linking', () => {
  it('links two tickets both ways, once, with a line in each', async () => {
    const { context, me, test, shop } = world;
    const [ticketId, otherId] = [await world.ticketOf(), await world.ticketOf({ owner_id: world.dev.agent.id })];
    for (let times = 0; times < 2; times += 1) {
      expect(await linkTickets(context, me, { ticketId, otherId })).toMatchObject({ id: otherId });
    }
    expect(await listLinkedTickets(test.db, shop, ticketId)).toMatchObject([{ id: otherId }]);
    expect(await listLinkedTickets(test.db, shop, otherId)).toMatchObject([{ id: ticketId }]);
    expect(await world.logsOf(ticketId)).toEqual([`Asha Rao linked this ticket with #${otherId}.`]);
    expect(await world.logsOf(otherId)).toEqual([`Asha Rao linked this ticket with #${ticketId}.`]);
    expect(await world.told()).toMatchObject([{ type: 'tickets.ticket_content_v2', by: me.agent.id }]);
  });

  it('shows the newest link first', async () => {
    const { context, me, test, shop, clock } = world;
    const ids = [await world.ticketOf(), await world.ticketOf(), await world.ticketOf()] as const;
    for (const [minutes, otherId] of [ids[2], ids[0]].entries()) {
      clock.now = new Date(Date.now() + minutes * 60_000);
      await linkTickets(context, me, { ticketId: ids[1], otherId });
    }
    expect((await listLinkedTickets(test.db, shop, ids[1])).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  it('is taken away from either side, once, with a line in each', async () => {
    const { context, me, dev, test, shop } = world;
    const [ticketId, otherId] = [await world.ticketOf(), await world.ticketOf()];
    await linkTickets(context, me, { ticketId, otherId });
    await world.told();
    await expect(unlinkTickets(context, dev, { ticketId, otherId })).rejects.toMatchObject(notMine);
    await expect(unlinkTickets(context, me, { ticketId, otherId: nothing })).rejects.toMatchObject(notThere);
    for (let times = 0; times < 2; times += 1) {
      expect(await unlinkTickets(context, me, { ticketId: otherId, otherId: ticketId })).toMatchObject({
        id: ticketId,
      });
    }
    expect(await listLinkedTickets(test.db, shop, ticketId)).toEqual([]);
    expect((await world.logsOf(ticketId)).at(-1)).toBe(`Asha Rao removed the link with #${otherId}.`);
    expect((await world.logsOf(otherId)).at(-1)).toBe(`Asha Rao removed the link with #${ticketId}.`);
    expect(await world.told()).toMatchObject([{ type: 'tickets.ticket_content_v2', by: me.agent.id }]);
  });

  it('with itself, with what is not there, or for a colleague is refused', async () => {
    const { context, me, dev } = world;
    const [ticketId, otherId] = [await world.ticketOf(), await world.ticketOf()];
    await expect(linkTickets(context, me, { ticketId, otherId: ticketId })).rejects.toMatchObject({ status: 409 });
    await expect(linkTickets(context, me, { ticketId, otherId: nothing })).rejects.toMatchObject(notThere);
    await expect(linkTickets(context, dev, { ticketId, otherId })).rejects.toMatchObject(notMine);
    expect(await world.told()).toEqual([]);
  });
});

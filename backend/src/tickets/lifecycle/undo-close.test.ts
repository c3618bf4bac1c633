import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { addTicket } from '../../testing/rows';
import { findTicket } from './ticket-rows';
import { setStatus } from './set-status';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { undoClose } from './undo-close';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});
afterAll(() => world.test.drop());
beforeEach(async () => {
  const { db } = world.test;
  await db.updateTable('merchants').set({ csat_enabled: true, csat_text: null }).where('id', '=', world.shop).execute();
  await world.told();
});

const close = async (ticket_ids: TicketId[], sendCsat = false) => {
  const ref = randomUUID();
  await setStatus(world.context, world.me, { ticket_ids, ref }, 'closed', { sendCsat });
  return ref;
};
const undo = (closed_ref: string, who = world.me) => undoClose(world.context, who, { closed_ref });
const letters = (id: TicketId) =>
  world.test.db
    .selectFrom('outbox as o')
    .innerJoin('contents as c', 'c.id', 'o.content_id')
    .select('o.state')
    .where('c.ticket_id', '=', id)
    .execute();

describe('a close that is taken back', () => {
  it('leaves each ticket as it was, with a line in its thread, and tells the agents', async () => {
    const follow_up_at = new Date(world.clock.now.getTime() + 3_600_000);
    const ids = [
      await world.ticketOf({ status: 'assigned' }),
      await world.ticketOf({ status: 'open' }),
      await world.ticketOf({ status: 'follow_up', follow_up_at }),
    ];
    const ref = await close(ids);
    await world.told();
    expect(await undo(ref)).toMatchObject({
      tickets: [
        { id: ids[0], status: 'assigned', follow_up_at: null },
        { id: ids[1], status: 'open', follow_up_at: null },
        { id: ids[2], status: 'follow_up', follow_up_at: follow_up_at.toISOString() },
      ],
      failed: [],
      changed: 3,
    });
    const line = 'Asha Rao took back the closing of the ticket.';
    expect(await world.told()).toEqual([
      { type: 'tickets.status_updated', by: world.me.agent.id, ids, logs: [line, line, line] },
    ]);
    expect(await findTicket(world.test.db, world.shop, ids[0]!)).toMatchObject({ closed_at: null, closed_ref: null });
  });

  it('is taken back once: asked again, or after the ticket was opened otherwise, nothing changes', async () => {
    const id = await world.ticketOf();
    const ref = await close([id]);
    await undo(ref);
    const again = await close([id]);
    expect(await undo(ref)).toEqual({ tickets: [], failed: [], changed: 0 });
    await setStatus(world.context, world.me, { ticket_ids: [id] }, 'open');
    expect(await undo(again)).toEqual({ tickets: [], failed: [], changed: 0 });
  });

  it('of more than one part is taken back whole', async () => {
    const ids: TicketId[] = [];
    for (let n = 0; n < 120; n += 1) ids.push(await world.ticketOf());
    expect(await undo(await close(ids))).toEqual({ tickets: [], failed: [], changed: 120 });
    const open = await world.test.db
      .selectFrom('tickets')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'open')
      .execute();
    expect(open).toHaveLength(120);
  });

  it('follows the rules of reopening', async () => {
    const id = await world.ticketOf();
    const ref = await close([id]);
    const neither = { can_assign_ticket_to_self: false, can_assign_ticket_to_other_agent: false };
    const stranger = { ...world.dev, agent: { ...world.dev.agent, ...neither } };
    expect((await undo(ref, stranger)).failed).toEqual([
      { ticket_id: id, message: 'Only the owner of this ticket, or who may assign it, may open it again.' },
    ]);

    const row = await findTicket(world.test.db, world.shop, id);
    const line = {
      merchantId: world.shop,
      accountId: row!.account_id,
      customerId: row!.customer_id,
      conversationId: row!.conversation_id,
      source: 'whatsapp',
    } as const;
    await addTicket(world.test.db, line, {});
    expect((await undo(ref)).failed).toEqual([
      { ticket_id: id, message: 'The conversation goes on in a newer ticket.' },
    ]);
  });

  it('takes the survey back as long as it has not left', async () => {
    const id = await world.ticketOf({ session_expiry_at: world.clock.now });
    const ref = await close([id], true);
    expect(await letters(id)).toEqual([{ state: 'waiting' }]);
    expect(await undo(ref)).toMatchObject({ tickets: [{ id, status: 'open', is_csat_sent: false }] });
    expect(await letters(id)).toEqual([]);
    expect(await world.logsOf(id)).toContain('Asha Rao took back the satisfaction survey before it was sent.');
  });

  it('says of a survey that has left that it was sent', async () => {
    const id = await world.ticketOf({ session_expiry_at: world.clock.now });
    const ref = await close([id], true);
    await world.test.db.updateTable('outbox').set({ state: 'asking' }).execute();
    expect(await undo(ref)).toMatchObject({ tickets: [{ id, status: 'open', is_csat_sent: true }] });
    expect(await letters(id)).toEqual([{ state: 'asking' }]);
  });
});

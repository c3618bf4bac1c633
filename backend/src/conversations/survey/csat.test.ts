import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { findTicket } from '../../tickets/lifecycle/ticket-rows';
import { setStatus } from '../../tickets/lifecycle/set-status';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});
afterAll(() => world.test.drop());
beforeEach(async () => {
  const { test, shop } = world;
  await test.db.updateTable('merchants').set({ csat_enabled: true, csat_text: null }).where('id', '=', shop).execute();
  await world.told();
});

const USUAL =
  'Thank you for writing to Shop. How satisfied are you with our help, from 1 (not at all) to 5 (very much)?';
const session = () => ({ session_expiry_at: world.clock.now });

/** What is on its way to the customer of this ticket. */
async function leaving(id: TicketId) {
  const rows = await world.test.db
    .selectFrom('outbox as o')
    .innerJoin('contents as c', 'c.id', 'o.content_id')
    .select(['o.kind', 'o.payload', 'c.message', 'c.send_status'])
    .where('c.ticket_id', '=', id)
    .execute();
  return rows.map(({ kind, payload, message, send_status }) => ({ kind, payload, message, send_status }));
}

const closing = (ids: TicketId[], sendCsat = true) =>
  setStatus(world.context, world.me, { ticket_ids: ids }, 'closed', { sendCsat });

describe('close and send the survey', () => {
  it('closes the ticket and sends the survey on WhatsApp, once', async () => {
    const id = await world.ticketOf(session());
    expect(await closing([id])).toMatchObject({ tickets: [{ id, status: 'closed', is_csat_sent: true }], failed: [] });
    const letter = { kind: 'whatsapp.text', message: USUAL, send_status: 'sending' };
    expect(await leaving(id)).toMatchObject([{ ...letter, payload: { text: USUAL } }]);
    expect(await world.logsOf(id)).toEqual(['Asha Rao closed the ticket.', 'Asha Rao sent the satisfaction survey.']);
    expect((await world.told()).map(({ type }) => type)).toEqual([
      'tickets.status_updated',
      'conversations.message_sent',
    ]);
    expect(await closing([id])).toMatchObject({
      tickets: [],
      failed: [{ ticket_id: id, message: 'The satisfaction survey was sent already.' }],
    });
    expect(await leaving(id)).toHaveLength(1);
  });

  it('goes by e-mail to whom the ticket is with, in the words of the merchant', async () => {
    const csat_text = 'How did we do? https://shop.example/survey';
    await world.test.db.updateTable('merchants').set({ csat_text }).where('id', '=', world.shop).execute();
    const id = await world.ticketOf({ source: 'email', subject: 'Where is it?' });
    const tickets = world.test.db.updateTable('tickets').where('id', '=', id);
    await tickets.set({ customer_email: 'rohit@home.example' }).execute();
    expect((await closing([id])).failed).toEqual([]);
    const payload = { text: csat_text, subject: 'Re: Where is it?', to: [{ email: 'rohit@home.example' }] };
    expect(await leaving(id)).toMatchObject([{ kind: 'email.reply', payload }]);
  });

  it('without being asked for sends nothing', async () => {
    const id = await world.ticketOf(session());
    expect(await closing([id], false)).toMatchObject({ tickets: [{ status: 'closed', is_csat_sent: false }] });
    expect(await leaving(id)).toEqual([]);
  });

  it('sends it later for a closed ticket, as long as the session runs', async () => {
    const [runs, over] = [
      await world.ticketOf({ ...session(), status: 'closed' }),
      await world.ticketOf({ status: 'closed', session_expiry_at: new Date(world.clock.now.getTime() - 86_400_000) }),
    ];
    expect(await closing([runs, over])).toMatchObject({
      tickets: [{ id: runs, is_csat_sent: true }],
      failed: [{ ticket_id: over, message: 'Whatsapp session expired.' }],
    });
    expect(await world.logsOf(runs)).toEqual(['Asha Rao sent the satisfaction survey.']);
    expect(await leaving(over)).toEqual([]);
  });

  it.each([
    ['a merchant without it', { csat_enabled: false }, session, 'The satisfaction survey is turned off.'],
    [
      'a channel that cannot',
      { csat_enabled: true },
      () => ({ source: 'phone' as const }),
      'The satisfaction survey goes to WhatsApp and e-mail only.',
    ],
  ])('%s: the ticket is closed, and why no survey left is told', async (_name, merchant, given, message) => {
    await world.test.db.updateTable('merchants').set(merchant).where('id', '=', world.shop).execute();
    const id = await world.ticketOf(given());
    expect(await closing([id])).toMatchObject({ tickets: [{ id, status: 'closed' }], failed: [{ message }] });
    expect(await leaving(id)).toEqual([]);
  });

  it('is not sent for a ticket that may not be closed', async () => {
    const id = await world.ticketOf({ ...session(), owner_id: world.dev.agent.id });
    const { tickets, failed } = await closing([id]);
    expect([tickets, failed]).toMatchObject([[], [{ message: 'Only the owner of this ticket may do this.' }]]);
    expect(await findTicket(world.test.db, world.shop, id)).toMatchObject({ status: 'open', is_csat_sent: false });
  });

  it('through an account that is turned off leaves the ticket closed and says so', async () => {
    const id = await world.ticketOf(session());
    const row = await findTicket(world.test.db, world.shop, id);
    const accounts = world.test.db.updateTable('accounts').where('id', '=', row?.account_id ?? null);
    await accounts.set({ enabled: false }).execute();
    expect(await closing([id])).toMatchObject({
      tickets: [{ id, status: 'closed', is_csat_sent: false }],
      failed: [{ ticket_id: id, message: 'This channel account is turned off.' }],
    });
  });
});

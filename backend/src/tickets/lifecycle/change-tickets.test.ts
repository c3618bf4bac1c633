import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import type { Insertable } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import type { TicketsTable } from './tables';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { assign } from './assign';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { markRead } from './mark-read';
import type { SignedIn } from '../../agents/sessions/session';
import { setStatus } from './set-status';

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let other: AgentId;
let context: UseCaseContext;

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test;
  shop = await addMerchant(db);
  other = await addAgent(db, shop, { first_name: 'Dev', last_name: 'Patel' });
  const id = await addAgent(db, shop, { first_name: 'Asha', last_name: 'Rao' });
  const agent = { id, first_name: 'Asha', last_name: 'Rao', is_store_admin: false };
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true };
  const session = { sessionId: randomUUID(), merchantId: shop, mayUseInbox: true, expiresAt: new Date() };
  me = { ...session, agent: { ...agent, ...rights } };
  context = withChannels({
    db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
});

afterAll(() => test.drop());

beforeEach(() => test.db.deleteFrom('live_events').execute());

type Given = Partial<Insertable<TicketsTable>>;
const ticketOf = async (given: Given): Promise<TicketId> =>
  addTicket(test.db, await addConversation(test.db, shop), given);

const told = async () => {
  const rows = await test.db.selectFrom('live_events').selectAll().orderBy('seq').execute();
  return rows.map(({ event, agent_id }) => ({
    type: event.type,
    for: agent_id,
    ids: event.tickets.map(({ id }) => id),
  }));
};
const logsOf = async (id: TicketId) => {
  const rows = await test.db.selectFrom('contents').selectAll().where('ticket_id', '=', id).orderBy('id').execute();
  return rows.map(({ details, message }) => `${details.event}: ${message}`);
};

describe('closing', () => {
  it('closes what may be closed, and says of each other ticket why not', async () => {
    const mine = await ticketOf({ status: 'open', owner_id: me.agent.id });
    const refused: [TicketId, string][] = [
      [await ticketOf({ status: 'closed', owner_id: me.agent.id }), 'Ticket is closed'],
      [await ticketOf({}), 'Tickets are not yet assigned to be closed.'],
      [await ticketOf({ status: 'open', owner_id: other }), 'Only the owner of this ticket may do this.'],
      [
        await ticketOf({ status: 'open', owner_id: other, subscribers: [me.agent.id] }),
        'Subscribed tickets cannot be transferred / closed',
      ],
      [999_999 as TicketId, 'There is no such ticket.'],
    ];
    const ids = [mine, mine, ...refused.map(([id]) => id)];
    const { tickets, failed } = await setStatus(context, me, { ticket_ids: ids }, 'closed');
    expect(tickets).toMatchObject([{ id: mine, status: 'closed', rev: 2 }]);
    expect(new Map(failed.map(({ ticket_id, message }) => [ticket_id, message]))).toEqual(new Map(refused));
    expect(await logsOf(mine)).toEqual(['closed: Asha Rao closed the ticket.']);
    expect(await told()).toEqual([{ type: 'tickets.status_updated', for: null, ids: [mine] }]);
  });

  it('tells of many tickets in events of a size that can be sent', async () => {
    const ids = await Promise.all(
      Array.from({ length: 120 }, () => ticketOf({ status: 'open', owner_id: me.agent.id })),
    );
    const answer = await setStatus(context, me, { ticket_ids: ids }, 'closed');
    expect(answer).toEqual({ tickets: [], failed: [], changed: 120 });
    const events = await told();
    expect(events.map((event) => event.ids.length)).toEqual([100, 20]);
    expect(new Set(events.flatMap((event) => event.ids))).toEqual(new Set(ids));
  });
});

describe('opening again', () => {
  it('opens the newest ticket of a conversation, and leaves an older one closed', async () => {
    const line = await addConversation(test.db, shop);
    const closed = { status: 'closed', owner_id: me.agent.id, closed_at: new Date() } as const;
    const [older, newer] = [await addTicket(test.db, line, closed), await addTicket(test.db, line, closed)];
    const both = await setStatus(context, me, { ticket_ids: [older, newer] }, 'open');
    expect(both.tickets).toMatchObject([{ id: newer, status: 'open' }]);
    expect(both.failed).toEqual([{ ticket_id: older, message: 'The conversation goes on in a newer ticket.' }]);
    expect((await setStatus(context, me, { ticket_ids: [older] }, 'open')).failed).toHaveLength(1);
    expect((await setStatus(context, me, { ticket_ids: [newer] }, 'open')).failed).toMatchObject([
      { message: 'Ticket is open already.' },
    ]);
  });
});

describe('assigning', () => {
  it('to oneself opens the ticket', async () => {
    const ticket = await ticketOf({});
    const { tickets } = await assign(context, me, { ticket_ids: [ticket] }, me.agent.id);
    expect(tickets).toMatchObject([{ status: 'open', owner_id: me.agent.id, rev: 2 }]);
    expect(await logsOf(ticket)).toEqual(['assigned: Asha Rao took the ticket.']);
    expect(await told()).toEqual([{ type: 'tickets.ownership_transferred', for: null, ids: [ticket] }]);
  });

  it('to another leaves it assigned, tells them apart, and removes the one who hands it over', async () => {
    const ticket = await ticketOf({ status: 'open', owner_id: me.agent.id, subscribers: [me.agent.id, other] });
    const { tickets } = await assign(context, me, { ticket_ids: [ticket] }, other);
    expect(tickets).toMatchObject([{ status: 'assigned', owner_id: other, subscribers: [other] }]);
    expect(await logsOf(ticket)).toEqual(['transferred: Asha Rao transferred the ticket to Dev Patel.']);
    expect(await told()).toEqual([
      { type: 'tickets.ownership_transferred', for: null, ids: [ticket] },
      { type: 'tickets.ownership_transferred_to_me', for: other, ids: [ticket] },
    ]);
  });

  it.each<[string, () => Given, boolean, string]>([
    ['a closed ticket', () => ({ status: 'closed' }), true, 'Ticket is closed'],
    ['to who owns it', () => ({ status: 'open', owner_id: other }), true, 'This agent owns the ticket already.'],
    ['without the right', () => ({}), false, 'You are not allowed to assign this ticket to this agent.'],
  ])('%s is refused', async (_name, given, can_assign_ticket_to_other_agent, message) => {
    const ticket = await ticketOf(given());
    const who = { ...me, agent: { ...me.agent, can_assign_ticket_to_other_agent } };
    const { tickets, failed } = await assign(context, who, { ticket_ids: [ticket] }, other);
    expect([tickets, failed]).toEqual([[], [{ ticket_id: ticket, message }]]);
    expect(await told()).toEqual([]);
  });

  it.each([
    ['disabled', { disabled: true }],
    ['without access to the inbox', { user_permissions: [] }],
  ])('to an agent who is %s is refused as a whole', async (_name, agent) => {
    const gone = await addAgent(test.db, shop, agent);
    await expect(assign(context, me, { ticket_ids: [await ticketOf({})] }, gone)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('by two at once has one owner, and the other is told', async () => {
    const ticket = await ticketOf({});
    const mayTake = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false };
    const [one, two] = [me.agent, { ...me.agent, id: other }].map((agent) => ({
      ...me,
      agent: { ...agent, ...mayTake },
    }));
    const answers = await Promise.all(
      [one, two].map((who) => assign(context, who!, { ticket_ids: [ticket] }, who!.agent.id)),
    );
    expect(answers.map(({ tickets }) => tickets.length).sort((a, b) => a - b)).toEqual([0, 1]);
  });
});

describe('following a ticket', () => {
  const subscribed = 'Subscribed tickets cannot be transferred / closed';
  const both = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true };
  const self = { ...both, can_assign_ticket_to_other_agent: false };
  const nobodys: Given = {};
  const others = (): Given => ({ status: 'open', owner_id: other });

  it.each<[string, () => Given, typeof both, 'alone' | 'among others', string]>([
    ["takes nobody's ticket from its header", () => nobodys, self, 'alone', 'yes'],
    ["takes a colleague's ticket over from its header", others, both, 'alone', 'yes'],
    [
      "does not take a colleague's without the right",
      others,
      self,
      'alone',
      'You are not allowed to assign this ticket to this agent.',
    ],
    ['keeps it out of a selection', () => nobodys, both, 'among others', subscribed],
  ])('%s', async (_name, given, rights, how, expected) => {
    const ticket = await ticketOf({ ...given(), subscribers: [me.agent.id] });
    const who = { ...me, agent: { ...me.agent, ...rights } };
    const ticket_ids = how === 'alone' ? [ticket] : [ticket, await ticketOf({})];
    const { tickets, failed } = await assign(context, who, { ticket_ids }, me.agent.id);
    const why = failed.find(({ ticket_id }) => ticket_id === ticket)?.message;
    expect(tickets.some(({ id }) => id === ticket) ? 'yes' : why).toBe(expected);
  });

  it("leaves closing it from its header to the ticket's own rule, and admits a store admin", async () => {
    const ticket = await ticketOf({ ...others(), subscribers: [me.agent.id] });
    expect((await setStatus(context, me, { ticket_ids: [ticket] }, 'closed')).failed).toEqual([
      { ticket_id: ticket, message: 'Only the owner of this ticket may do this.' },
    ]);
    const admin = { ...me, agent: { ...me.agent, is_store_admin: true } };
    const chosen = { ticket_ids: [ticket, await ticketOf(others())] };
    expect((await setStatus(context, admin, chosen, 'closed')).failed).toEqual([]);
  });
});

describe('reading', () => {
  it('marks a ticket read and unread; what is so already changes nothing', async () => {
    const ticket = await ticketOf({ conversation_read: false, unread_count: 3 });
    const shown: unknown[] = [];
    for (const read of [true, true, false, false]) {
      const { conversation_read, unread_count, rev } = await markRead(context, me, ticket, read);
      shown.push([conversation_read, unread_count, rev]);
    }
    expect(shown).toEqual([
      [true, 0, 2],
      [true, 0, 2],
      [false, 1, 3],
      [false, 1, 3],
    ]);
    expect(await told()).toHaveLength(2);
  });
});

describe('a change whose agent says what they had seen', () => {
  const [before, later] = ['2026-11-20T05:00:00.000Z', '2026-11-20T06:00:00.000Z'];
  const seen = () => ({ owner_id: me.agent.id, received_at: before });
  const mine = (given: Given = {}) =>
    ticketOf({ status: 'open', owner_id: me.agent.id, received_at: new Date(before), ...given });

  it('is made when the ticket is still so', async () => {
    const id = await mine();
    const answer = await assign(context, me, { ticket_ids: [id] }, other, seen());
    expect(answer).toMatchObject({ tickets: [{ id, owner_id: other }], failed: [] });
    const closing = { owner_id: other, received_at: before };
    const mineAgain = await mine();
    expect(await setStatus(context, me, { ticket_ids: [mineAgain] }, 'closed', { seen: closing })).toMatchObject({
      tickets: [{ status: 'closed' }],
      failed: [],
    });
  });

  it('is told with the ticket as it is when it is not, and changes nothing', async () => {
    const [taken, written] = [await mine({ owner_id: other }), await mine({ received_at: new Date(later) })];
    const words = 'The ticket has changed meanwhile.';
    expect(await assign(context, me, { ticket_ids: [taken] }, me.agent.id, { ...seen(), owner_id: null })).toEqual({
      tickets: [],
      failed: [
        { ticket_id: taken, message: words, meanwhile: expect.objectContaining({ id: taken, owner_id: other }) },
      ],
      changed: 0,
    });
    expect(await setStatus(context, me, { ticket_ids: [written] }, 'closed', { seen: seen() })).toEqual({
      tickets: [],
      failed: [
        { ticket_id: written, message: words, meanwhile: expect.objectContaining({ id: written, received_at: later }) },
      ],
      changed: 0,
    });
    expect([await logsOf(taken), await logsOf(written), await told()]).toEqual([[], [], []]);
  });

  it('is done when it has come about, and nobody is told of it once more', async () => {
    const [open, closed] = [await mine(), await mine({ status: 'closed' })];
    const answers = [
      await assign(context, me, { ticket_ids: [open] }, me.agent.id, { ...seen(), owner_id: null }),
      await setStatus(context, me, { ticket_ids: [closed] }, 'closed', { seen: seen() }),
      await setStatus(context, me, { ticket_ids: [open] }, 'open', { seen: seen() }),
    ];
    expect(answers.map(({ tickets, failed }) => [tickets.map(({ id }) => id), failed])).toEqual([
      [[open], []],
      [[closed], []],
      [[open], []],
    ]);
    expect(await told()).toEqual([]);
  });

  it('meets what another does at the same moment, or comes before it', async () => {
    const id = await mine({ owner_id: null, status: 'unassigned' });
    const free = { owner_id: null, received_at: before };
    const answers = await Promise.all([
      assign(context, me, { ticket_ids: [id] }, other, free),
      assign(context, me, { ticket_ids: [id] }, me.agent.id, free),
    ]);
    expect(answers.flatMap(({ tickets }) => tickets.map((ticket) => ticket.id))).toEqual([id]);
    expect(answers.flatMap(({ failed }) => failed.map(({ meanwhile }) => meanwhile?.id))).toEqual([id]);
  });
});

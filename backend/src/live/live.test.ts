import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { serverMessageSchema, type ServerMessage } from '@inbox/api/wire';
import type { AgentId, LiveEventType, MerchantId, TicketId } from '@inbox/domain';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';
import { change } from '../platform/db/unit-of-work';
import { closeCode, startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let dev: AgentId;
let token: string;
let ticket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox();
});

afterAll(() => inbox.close());

beforeEach(async () => {
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
  dev = await addAgent(inbox.db, shop);
  token = await inbox.signIn(shop, asha);
  ticket = await addTicket(inbox.db, await addConversation(inbox.db, shop));
});

/** Commits one change that tells of something, to all or to one agent alone. */
const happen = (onlyAgent?: AgentId) =>
  change(inbox.context, { merchantId: shop, by: null }, async ({ publish }) =>
    publish('tickets.tickets', {}, onlyAgent),
  );

/** A client that keeps what it is told, and can wait for it. */
class Client {
  readonly heard: ServerMessage[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.heard.push(serverMessageSchema.parse(JSON.parse(data.toString())));
      for (const look of this.waiting) look();
    });
  }

  static async open(since?: number, as = token): Promise<Client> {
    return new Client(await inbox.socket(as, since));
  }

  /** The first message of this kind, now or when it comes. */
  until<Type extends ServerMessage['type']>(type: Type): Promise<Extract<ServerMessage, { type: Type }>> {
    return this.untilHeard((message): message is Extract<ServerMessage, { type: Type }> => message.type === type);
  }

  untilSeq(seq: number): Promise<ServerMessage> {
    return this.untilHeard((message): message is ServerMessage => 'seq' in message && message.seq >= seq);
  }

  get events(): number[] {
    return this.heard.flatMap((message) => ('tickets' in message ? [message.seq] : []));
  }

  async leave(): Promise<void> {
    const gone = closeCode(this.socket);
    this.socket.terminate();
    await gone;
  }

  private untilHeard<M extends ServerMessage>(is: (message: ServerMessage) => message is M): Promise<M> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.heard.find(is);
        if (found === undefined) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}

const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index + 1);

describe('the pages of one agent', () => {
  it('may be many, and not without end: one more is told to try again, and comes in when another has gone', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, async () => Client.open()));
    await Promise.all(clients.map((client) => client.until('live.hello')));
    const refused = await inbox.socket(token);
    expect(await closeCode(refused)).toBe(1013);
    const others = await Client.open(undefined, await inbox.signIn(shop, dev));
    await others.until('live.hello');

    const [first] = clients;
    const gone = closeCode(first?.socket as WebSocket);
    first?.socket.close();
    await gone;
    const next = await Client.open();
    await next.until('live.hello');
    for (const client of [...clients, others, next]) client.socket.close();
  });
});

describe('the registry of panels', () => {
  it('is told of with the greeting and whenever it changes, to pages of every merchant', async () => {
    inbox.live.panelsChanged(4);
    const client = await Client.open();
    expect(await client.until('live.hello')).toMatchObject({ panels: 4 });
    const other = await addMerchant(inbox.db);
    const stranger = await Client.open(undefined, await inbox.signIn(other, await addAgent(inbox.db, other)));
    await stranger.until('live.hello');
    inbox.live.panelsChanged(5);
    for (const each of [client, stranger]) {
      expect(await each.until('live.panels')).toEqual({ type: 'live.panels', revision: 5 });
      await each.leave();
    }
  });
});

describe('a socket', () => {
  it('is greeted, is caught up at once, and hears what is committed in order', async () => {
    await happen();
    const client = await Client.open();
    expect(await client.until('live.hello')).toMatchObject({ seq: 1 });
    expect(await client.until('live.caught_up')).toEqual({ type: 'live.caught_up', seq: 1 });
    await Promise.all(upTo(0, 30).map(() => happen()));
    await client.untilSeq(31);
    expect(client.events).toEqual(upTo(1, 31));
    await client.leave();
  });

  it('gets exactly what it missed, then what happens', async () => {
    for (let n = 0; n < 7; n += 1) await happen();
    const client = await Client.open(3);
    expect(await client.until('live.caught_up')).toMatchObject({ seq: 7 });
    await happen();
    await client.untilSeq(8);
    expect(client.events).toEqual([4, 5, 6, 7, 8]);
    await client.leave();
  });

  it('never hears what is for another agent, and comes no less far in the sequence', async () => {
    await happen(dev);
    await happen();
    await happen(dev);
    const client = await Client.open(0);
    expect(await client.until('live.caught_up')).toMatchObject({ seq: 3 });
    expect(client.events).toEqual([2]);
    await client.leave();
  });

  it('that is cut off again and again loses none and doubles none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 6 }), async (rounds) => {
        const { live_seq: start } = await seqOf(shop);
        let applied = start;
        let total = start;
        for (const commits of rounds) {
          const client = await Client.open(applied);
          await client.until('live.hello');
          const storm = Promise.all(upTo(0, commits).map(() => happen()));
          // Cut wherever it happens to be.
          await client.leave();
          for (const seq of client.events) {
            expect(seq).toBe(applied + 1);
            applied = seq;
          }
          await storm;
          total += commits;
        }
        const last = await Client.open(applied);
        await last.until('live.caught_up');
        expect(last.events).toEqual(upTo(applied, total));
        await last.leave();
      }),
      { numRuns: 8 },
    );
  });

  it.each([
    ['from the future', 99],
    ['older than what is kept', 1],
  ])('that asks for what is %s is told to load anew', async (_name, since) => {
    await happen();
    await happen();
    await happen();
    await inbox.db.deleteFrom('live_events').where('merchant_id', '=', shop).where('seq', '<=', 2).execute();
    const client = await Client.open(since);
    expect(await client.until('live.resync')).toMatchObject({ seq: 3 });
    await happen();
    await client.untilSeq(4);
    expect(client.events).toEqual([4]);
    await client.leave();
  });
});

const seqOf = (merchantId: MerchantId) =>
  inbox.db.selectFrom('merchants').select('live_seq').where('id', '=', merchantId).executeTakeFirstOrThrow();

describe('a session', () => {
  it.each([
    ['no token', () => ''],
    ['a wrong token', () => 'jwt x.y.z'],
    ['a changed token', () => `${token.slice(0, -3)}abc`],
  ])('%s: accepted, then closed with 4401', async (_name, bad) => {
    const client = await Client.open(undefined, bad());
    expect([await closeCode(client.socket), client.heard]).toEqual([4401, []]);
  });

  it('that ended is refused with 4401, also when the clock ended it', async () => {
    inbox.clock.now = () => new Date(Date.now() + 13 * 3_600_000);
    const late = await Client.open();
    const code = await closeCode(late.socket);
    inbox.clock.now = () => new Date();
    expect(code).toBe(4401);
    await inbox.call(token, 'logout', { body: { token } });
    expect(await closeCode((await Client.open()).socket)).toBe(4401);
  });

  it('that logs out loses its sockets, and the agent’s other sessions keep theirs', async () => {
    const elsewhere = await Client.open(undefined, await inbox.signIn(shop, asha));
    const [one, two] = [await Client.open(), await Client.open()];
    await Promise.all([elsewhere, one, two].map((client) => client.until('live.caught_up')));
    const closed = Promise.all([closeCode(one.socket), closeCode(two.socket)]);
    await inbox.call(token, 'logout', { body: { token } });
    expect(await closed).toEqual([4401, 4401]);
    await happen();
    await elsewhere.untilSeq(1);
    await elsewhere.leave();
  });
});

describe('what a client says', () => {
  const say = (client: Client, message: unknown) => client.socket.send(JSON.stringify(message));
  const markUnread = (ref: string, ticket_id: unknown) => ({
    type: 'conversations.mark_unread',
    ref,
    data: { ticket_id },
  });

  it('is done, and the event of it comes to all', async () => {
    const colleague = await Client.open(undefined, await inbox.signIn(shop, dev));
    const client = await Client.open();
    await Promise.all([client, colleague].map((each) => each.until('live.caught_up')));
    say(client, markUnread('a', ticket));
    expect(await client.until('live.done')).toEqual({ type: 'live.done', ref: 'a' });
    const told = { type: 'tickets.tickets', tickets: [{ id: ticket, conversation_read: false }] };
    expect(await colleague.untilSeq(1)).toMatchObject(told);
    await Promise.all([client.leave(), colleague.leave()]);
  });

  it.each<[string, () => object, LiveEventType, () => object]>([
    ['tickets.set_priority', () => ({ priority: 1 }), 'tickets.priority_updated', () => ({ priority: 1 })],
    ['tickets.add_subscriber', () => ({ agent_id: dev }), 'tickets.subscriber_added', () => ({ subscribers: [dev] })],
    ['tickets.remove_subscriber', () => ({ agent_id: dev }), 'tickets.subscriber_removed', () => ({ subscribers: [] })],
  ])('%s is done by the rules, and told as what it is', async (type, data, event, changed) => {
    const subscribers = type === 'tickets.remove_subscriber' ? [dev] : [];
    const line = await addConversation(inbox.db, shop);
    const own = await addTicket(inbox.db, line, { status: 'open', owner_id: asha, subscribers });
    const colleague = await Client.open(undefined, await inbox.signIn(shop, dev));
    const client = await Client.open();
    await Promise.all([client, colleague].map((each) => each.until('live.caught_up')));
    say(client, { type, ref: 'done', data: { ticket_id: own, ...data() } });
    expect(await client.until('live.done')).toEqual({ type: 'live.done', ref: 'done' });
    expect(await colleague.until(event)).toMatchObject({ by: asha, tickets: [{ id: own, ...changed() }] });
    say(colleague, { type: 'tickets.set_priority', ref: 'not mine', data: { ticket_id: own, priority: 2 } });
    expect(await colleague.until('live.refused')).toEqual({
      type: 'live.refused',
      ref: 'not mine',
      message: 'Only the owner of this ticket may do this.',
    });
    await Promise.all([client.leave(), colleague.leave()]);
  });

  it('asks for the tags in use, and is told them', async () => {
    await inbox.db
      .updateTable('tickets')
      .set({ tags: ['COD'] })
      .where('id', '=', ticket)
      .execute();
    const client = await Client.open();
    await client.until('live.hello');
    say(client, { type: 'tickets.popular_tags', ref: 'tags' });
    expect(await client.until('tickets.popular_tags')).toEqual({ type: 'tickets.popular_tags', tags: ['COD'] });
    await client.leave();
  });

  it('before it has been greeted is heard as well', async () => {
    const client = await Client.open();
    client.socket.once('open', () => say(client, markUnread('early', ticket)));
    expect(await client.until('live.done')).toEqual({ type: 'live.done', ref: 'early' });
    await client.leave();
  });

  it.each<[string, () => unknown, string | null, string]>([
    ['of no ticket', () => markUnread('b', 999_999), 'b', 'There is no such ticket.'],
    ['of another kind', () => ({ type: 'tickets.fly', ref: 'c' }), 'c', 'This message is not understood.'],
    ['that does not fit', () => markUnread('d', 'x'), 'd', 'This message is not understood.'],
    ['without a ref', () => 7, null, 'This message is not understood.'],
  ])('%s is refused', async (_name, message, ref, words) => {
    const client = await Client.open();
    await client.until('live.hello');
    say(client, message());
    expect(await client.until('live.refused')).toEqual({ type: 'live.refused', ref, message: words });
    await client.leave();
  });

  it('however broken brings down nothing but its own socket', async () => {
    const bystander = await Client.open();
    await bystander.until('live.hello');
    for (const broken of ['{', '\0', Buffer.from([0xff, 0xfe]), Buffer.alloc(20_000)]) {
      const client = await Client.open();
      await client.until('live.hello');
      const gone = closeCode(client.socket);
      client.socket.send(broken);
      client.socket.close();
      await gone;
    }
    await happen();
    await bystander.untilSeq(1);
    await bystander.leave();
    expect(inbox.faults).toEqual([]);
  });
});

describe('the server of the socket', () => {
  const tried = async (path: string, headers: Record<string, string> = {}): Promise<number | undefined> => {
    const probe = await inbox.socket(token);
    const { host } = new URL(probe.url);
    probe.terminate();
    probe.on('error', () => undefined);
    const socket = new WebSocket(`ws://${host}${path}?jwt=${token.replace('jwt ', '')}`, { headers });
    return new Promise((resolve) => {
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.once('open', () => resolve(101));
      socket.on('error', () => undefined);
    }).then((status) => {
      socket.terminate();
      return status as number | undefined;
    });
  };

  it.each([
    ['the path of the specification', '/ws/inbox/', {}, 101],
    ['another path', '/ws/other/', {}, 404],
    ['a page of another site', '/ws/inbox/', { origin: 'https://elsewhere.example' }, 403],
    ['a page that hides where it is', '/ws/inbox/', { origin: 'null' }, 403],
    ['a page on the developer’s own machine', '/ws/inbox/', { origin: 'http://localhost:3000' }, 101],
  ])('%s: %s → %i', async (_name, path, headers, status) => {
    expect(await tried(path, headers as Record<string, string>)).toBe(status);
  });
});

describe('a beat', () => {
  let quick: TestInbox;

  beforeAll(async () => {
    quick = await startTestInbox({ heartbeatMs: 90 });
  });

  afterAll(() => quick.close());

  async function signedIn(): Promise<string> {
    const merchant = await addMerchant(quick.db);
    return quick.signIn(merchant, await addAgent(quick.db, merchant));
  }

  it('comes again and again while the line lives', async () => {
    const socket = await quick.socket(await signedIn());
    const beats = new Promise<unknown[]>((resolve) => {
      const heard: unknown[] = [];
      socket.on('message', (data: Buffer) => {
        const message: unknown = JSON.parse(data.toString());
        if (JSON.stringify(message).includes('live.beat')) heard.push(message);
        if (heard.length === 3) resolve(heard);
      });
    });
    const beat = { type: 'live.beat', seq: 0 };
    expect(await beats).toEqual([beat, beat, beat]);
    socket.terminate();
  });

  it('drops a client that answers no ping', async () => {
    const socket = await quick.socket(await signedIn(), undefined, { autoPong: false });
    expect(await closeCode(socket)).toBe(1006);
  });

  it('closes with 4401 what was signed out by somebody else', async () => {
    const socket = await quick.socket(await signedIn());
    const closed = closeCode(socket);
    await new Promise((resolve) => socket.once('message', resolve));
    await quick.db.updateTable('agents').set({ disabled: true }).execute();
    expect(await closed).toBe(4401);
  });
});

import { Readable } from 'node:stream';
import { serverMessageSchema, type ServerMessage } from '@inbox/api/wire';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { agentCommands } from './set-up/agent';
import { fieldCommands } from './set-up/field';
import { merchantCommands } from './set-up/merchant';
import { signInCommands } from './set-up/sign-in';
import { adminContext, runCommand } from './testing';
import { eraseCustomer } from '../../privacy/erase/erase-customer';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { change } from '../../platform/db/unit-of-work';
import { closeCode, startTestInbox, type TestInbox } from '../../testing/inbox';

let inbox: TestInbox;
let shop: MerchantId;
let slug: string;
let asha: AgentId;
let token: string;
let ticket: TicketId;

beforeAll(async () => {
  // No heartbeat comes within a test: it would find an ended session, too.
  inbox = await startTestInbox({ heartbeatMs: 3_600_000 });
});

afterAll(() => inbox.close());

beforeEach(async () => {
  shop = await addMerchant(inbox.db);
  ({ slug } = await inbox.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
  asha = await addAgent(inbox.db, shop, { email: `asha@${slug}.example`, can_assign_ticket_to_self: true });
  token = await inbox.signIn(shop, asha);
  ticket = await addTicket(inbox.db, await addConversation(inbox.db, shop));
});

/** As `pnpm admin` does it, which is another process: nothing but the database knows of it. */
async function admin(line: string, input = ''): Promise<void> {
  const context = adminContext({ db: inbox.db, vault: inbox.vault, input: Readable.from([input]) });
  await runCommand(
    [...agentCommands, ...signInCommands, ...fieldCommands, ...merchantCommands],
    line.split(' '),
    context,
  );
}

const setAgent = (rest: string, input = '') =>
  admin(`agent set --merchant ${slug} --email asha@${slug}.example ${rest}`, input);

class Page {
  readonly heard: ServerMessage[] = [];
  private look = () => {};

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.heard.push(serverMessageSchema.parse(JSON.parse(data.toString())));
      this.look();
    });
  }

  static async open(as = token): Promise<Page> {
    const page = new Page(await inbox.socket(as));
    await page.until('live.caught_up');
    return page;
  }

  /** Resolves with the first message of this type since the last look. */
  until<T extends ServerMessage['type']>(type: T): Promise<Extract<ServerMessage, { type: T }>> {
    return new Promise((resolve) => {
      this.look = () => {
        const at = this.heard.findIndex((message) => message.type === type);
        if (at === -1) return;
        this.look = () => {};
        const found = this.heard[at] as Extract<ServerMessage, { type: T }>;
        this.heard.splice(0, at + 1);
        resolve(found);
      };
      this.look();
    });
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    const gone = closeCode(this.socket);
    this.socket.terminate();
    await gone;
  }
}

/** As another process does it: the pages know of it by the database alone. */
async function eraseCustomerOf(line: TestConversation): Promise<void> {
  const live = { committed: () => undefined, signal: () => undefined };
  const context = { ...inbox.context, live };
  const deps = { context, uploads: inbox.uploads, listDirs: [] };
  await eraseCustomer(deps, { merchantId: shop, customerId: line.customerId, by: null });
}

const happen = () =>
  change(inbox.context, { merchantId: shop, by: null }, async ({ publish }) => publish('tickets.tickets', {}));

describe('a page of a shop that erases customers', () => {
  it('is told which tickets are to go from the browser, and loads anew; one that was away is told when it asks', async () => {
    const line = await addConversation(inbox.db, shop);
    const gone = await addTicket(inbox.db, line);
    const page = await Page.open();
    page.say({ type: 'page.erasures', ref: 'a', data: { since: 0 } });
    await page.until('live.done');
    await eraseCustomerOf(line);
    const told = await page.until('customers.erased');
    expect(told).toMatchObject({ ticket_ids: [gone] });
    await page.until('live.resync');
    await page.close();

    const later = await addConversation(inbox.db, shop);
    const alsoGone = await addTicket(inbox.db, later);
    await eraseCustomerOf(later);
    const away = await Page.open();
    const asked = async (since: number) => {
      away.say({ type: 'page.erasures', ref: 'b', data: { since } });
      const heardUpTo = await away.until('live.done');
      expect(heardUpTo.ref).toBe('b');
    };
    away.say({ type: 'page.erasures', ref: 'b', data: { since: told.revision } });
    const missed = await away.until('customers.erased');
    expect(missed.ticket_ids).toEqual([alsoGone]);
    await away.until('live.done');
    // Nothing is new; and a number from before a restore begins anew.
    await asked(missed.revision);
    expect(away.heard.filter(({ type }) => type === 'customers.erased')).toEqual([]);
    away.say({ type: 'page.erasures', ref: 'c', data: { since: missed.revision + 1 } });
    expect((await away.until('customers.erased')).ticket_ids).toEqual([gone, alsoGone]);
    await away.close();
  });
});

describe('an open page', () => {
  it.each([
    ['a right of its agent', () => setAgent('--assign-self no')],
    ['store admin', () => setAgent('--store-admin yes')],
    ['the banner', () => admin(`merchant set --merchant ${slug} --notification Hi`)],
    ['messaging', () => admin(`merchant set --merchant ${slug} --inbox no`)],
    ['the survey', () => admin(`merchant set --merchant ${slug} --csat yes`)],
    ['a custom field', () => admin(`field add --merchant ${slug} --name Reason`)],
    ['the sound', () => admin(`merchant set --merchant ${slug} --sound no`)],
  ])('is notified when %s changes', async (_name, act) => {
    const page = await Page.open();
    await act();
    expect(await page.until('settings.changed')).toEqual({ type: 'settings.changed' });
    await page.close();
  });

  it.each([
    ['the phone of an agent', () => setAgent('--phone 9000000001')],
    ['what is as it was', () => setAgent('--assign-self yes')],
    [
      'another merchant',
      async () => {
        const other = await addMerchant(inbox.db);
        await inbox.db.updateTable('merchants').set({ csat_enabled: false }).where('id', '=', other).execute();
      },
    ],
  ])('hears nothing of %s', async (_name, act) => {
    const page = await Page.open();
    await act();
    // Notifications come in the order of commits: what is heard next is the next change.
    await setAgent('--assign-others no');
    await page.until('agents.changed');
    await page.until('settings.changed');
    await inbox.db.updateTable('agents').set({ agent_status: 'break' }).where('id', '=', asha).execute();
    await happen();
    await page.until('tickets.tickets');
    expect(page.heard.filter(({ type }) => type === 'settings.changed')).toEqual([]);
    await page.close();
  });

  it('is told that a colleague has come, changed or gone', async () => {
    const page = await Page.open();
    await admin(`agent add --merchant ${slug} --email new@${slug}.example --first-name New --password make`);
    await page.until('agents.changed');
    await admin(`agent set --merchant ${slug} --email new@${slug}.example --disabled yes`);
    expect(await page.until('agents.changed')).toEqual({ type: 'agents.changed' });
    await page.close();
  });

  it('speaks with the rights that its agent has now', async () => {
    const page = await Page.open();
    await setAgent('--inbox no');
    await page.until('settings.changed');
    page.say({ type: 'conversations.mark_unread', ref: 'a', data: { ticket_id: ticket } });
    expect(await page.until('live.refused')).toMatchObject({ ref: 'a', message: 'You may not use the inbox.' });
    await page.close();
  });
});

describe('access to the inbox', () => {
  it('that is taken away ends the events, and that is given brings them with a new load', async () => {
    const page = await Page.open();
    await setAgent('--inbox no');
    await page.until('settings.changed');
    expect((await inbox.call(token, 'allAgents')).status).toBe(403);
    await happen();
    const skipped = await page.until('live.skip');
    await setAgent('--inbox yes');
    expect(await page.until('live.resync')).toEqual({ type: 'live.resync', seq: skipped.seq });
    await page.until('settings.changed');
    await happen();
    expect(await page.until('tickets.tickets')).toMatchObject({ seq: skipped.seq + 1 });
    await page.close();
  });

  it('is awaited by an agent who never had it: the socket is open, and says nothing of the merchant', async () => {
    const outsider = await addAgent(inbox.db, shop, { email: `out@${slug}.example`, user_permissions: [] });
    const page = await Page.open(await inbox.signIn(shop, outsider));
    inbox.context.live.signal(shop, { type: 'tickets.popular_tags', tags: ['vip'] });
    await happen();
    await page.until('live.skip');
    expect(page.heard).toEqual([]);
    await admin(`agent set --merchant ${slug} --email out@${slug}.example --inbox yes`);
    await page.until('settings.changed');
    await page.close();
  });
});

describe('a session', () => {
  it.each([
    ['the agent is disabled', () => setAgent('--disabled yes')],
    ['the password changes', () => setAgent('--password ask', 'a new password')],
    ['the operator signs the agent out', () => admin(`agent sign-out --merchant ${slug} --email asha@${slug}.example`)],
    [
      'it is ended on another node',
      () => inbox.db.updateTable('sessions').set({ ended_at: new Date() }).where('agent_id', '=', asha).execute(),
    ],
  ])('ends at once on every page when %s, and its calls are refused', async (_name, act) => {
    const pages = [await Page.open(), await Page.open(), await Page.open(await inbox.signIn(shop, asha))];
    const dev = await Page.open(await inbox.signIn(shop, await addAgent(inbox.db, shop)));
    const closed = Promise.all(pages.map(({ socket }) => closeCode(socket)));
    await act();
    expect(await closed).toEqual([4401, 4401, 4401]);
    expect((await inbox.call(token, 'settings')).status).toBe(401);
    expect(dev.socket.readyState).toBe(dev.socket.OPEN);
    await dev.close();
  });

  it('does not come back when the agent is enabled again', async () => {
    await setAgent('--disabled yes');
    await setAgent('--disabled no');
    expect((await inbox.call(token, 'settings')).status).toBe(401);
  });
});

describe('a connection that listens and breaks', () => {
  it('is made again, and what was missed meanwhile is found', async () => {
    const page = await Page.open();
    const closed = closeCode(page.socket);
    // Without its trigger the change notifies nobody, as when nobody listens.
    await sql`alter table agents disable trigger agents_changed`.execute(inbox.db);
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', asha).execute();
    await sql`alter table agents enable trigger agents_changed`.execute(inbox.db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen inbox_access' and datname = current_database()`.execute(inbox.db);
    expect(await closed).toBe(4401);
    expect((await inbox.call(token, 'settings')).status).toBe(401);
  });
});

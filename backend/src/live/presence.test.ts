import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { serverMessageSchema } from '@inbox/api/wire';
import type { AgentId, MerchantId, Presence, TicketId } from '@inbox/domain';
import type { WebSocket } from 'ws';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';
import { PAGE_LASTS_MS, renewPresence } from '../tickets/presence/presence';
import { startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let dev: AgentId;
let ticket: TicketId;
let other: TicketId;
const pages: Page[] = [];

beforeAll(async () => {
  inbox = await startTestInbox();
});

afterAll(() => inbox.close());

beforeEach(async () => {
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
  dev = await addAgent(inbox.db, shop);
  ticket = await addTicket(inbox.db, await addConversation(inbox.db, shop));
  other = await addTicket(inbox.db, await addConversation(inbox.db, shop));
});

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.leave()));
  if (inbox.faults.length > 0) throw new Error('The server failed.', { cause: inbox.faults[0] });
});

/** One open page: what it was told last of each ticket. */
class Page {
  private readonly told = new Map<TicketId, Presence[]>();
  private readonly answers = new Map<string, string>();
  private heard: () => void = () => undefined;
  private said = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const message = serverMessageSchema.parse(JSON.parse(data.toString()));
      if (message.type === 'tickets.presence') this.told.set(message.ticket_id, message.agents);
      if (message.type === 'live.done') this.answers.set(message.ref, 'done');
      if (message.type === 'live.refused') this.answers.set(message.ref ?? '', message.message);
      this.heard();
    });
  }

  static async of(agent: AgentId, merchant = shop): Promise<Page> {
    const socket = await inbox.socket(await inbox.signIn(merchant, agent));
    const page = new Page(socket);
    pages.push(page);
    await once(socket, 'open');
    return page;
  }

  /** @returns 'done', or why it was refused */
  async show(ticket_id: TicketId | null, doing: Presence['doing'] = 'viewing'): Promise<string> {
    const ref = String((this.said += 1));
    this.socket.send(JSON.stringify({ type: 'tickets.presence', ref, data: { ticket_id, doing } }));
    await this.until(() => this.answers.has(ref));
    return this.answers.get(ref) ?? '';
  }

  /** Until the page knows these agents in the ticket, and what they do. */
  async sees(id: TicketId, expected: [AgentId, Presence['doing']][]): Promise<true> {
    const text = JSON.stringify(expected);
    await this.until(() => JSON.stringify(this.told.get(id)?.map((each) => [each.agent_id, each.doing])) === text);
    return true;
  }

  get knows(): TicketId[] {
    return [...this.told.keys()];
  }

  async leave(): Promise<void> {
    const gone = this.socket.readyState === this.socket.CLOSED ? null : once(this.socket, 'close');
    this.socket.terminate();
    await gone;
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.heard = resolve));
  }
}

describe('who is in a ticket', () => {
  it('is told to all who are in it, as they come, write, look and go', async () => {
    const [mine, devs] = [await Page.of(asha), await Page.of(dev)];
    await mine.show(ticket);
    expect(await mine.sees(ticket, [[asha, 'viewing']])).toBe(true);
    await devs.show(ticket);
    for (const page of [mine, devs]) {
      expect(
        await page.sees(ticket, [
          [asha, 'viewing'],
          [dev, 'viewing'],
        ]),
      ).toBe(true);
    }
    await devs.show(ticket, 'typing');
    expect(
      await mine.sees(ticket, [
        [asha, 'viewing'],
        [dev, 'typing'],
      ]),
    ).toBe(true);
    await devs.show(ticket);
    expect(
      await mine.sees(ticket, [
        [asha, 'viewing'],
        [dev, 'viewing'],
      ]),
    ).toBe(true);
    await devs.show(null);
    expect(await mine.sees(ticket, [[asha, 'viewing']])).toBe(true);
  });

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['goes to another ticket', (page) => page.show(other)],
    ['loses the line', (page) => page.leave()],
  ])('changes when a page %s', async (_name, goes) => {
    const [mine, devs] = [await Page.of(asha), await Page.of(dev)];
    await mine.show(ticket);
    await devs.show(ticket, 'typing');
    await goes(devs);
    expect(await mine.sees(ticket, [[asha, 'viewing']])).toBe(true);
  });

  it('has an agent once, who is there until the last of the own pages has gone', async () => {
    const mine = await Page.of(asha);
    const [one, two] = [await Page.of(dev), await Page.of(dev)];
    await mine.show(ticket);
    await one.show(ticket);
    await two.show(ticket, 'typing');
    await one.leave();
    expect(
      await mine.sees(ticket, [
        [asha, 'viewing'],
        [dev, 'typing'],
      ]),
    ).toBe(true);
    await two.leave();
    expect(await mine.sees(ticket, [[asha, 'viewing']])).toBe(true);
  });

  it('is no news for those who are elsewhere', async () => {
    const [mine, devs] = [await Page.of(asha), await Page.of(dev)];
    await mine.show(ticket);
    await devs.show(other, 'typing');
    expect(await devs.sees(other, [[dev, 'typing']])).toBe(true);
    expect([mine.knows, devs.knows]).toEqual([[ticket], [other]]);
  });

  it('is no business of another merchant', async () => {
    const rival = await addMerchant(inbox.db);
    const spy = await Page.of(await addAgent(inbox.db, rival), rival);
    const mine = await Page.of(asha);
    await mine.show(ticket);
    expect(await spy.show(ticket)).toBe('There is no such ticket.');
    await mine.show(ticket, 'typing');
    expect(await mine.sees(ticket, [[asha, 'typing']])).toBe(true);
    expect(spy.knows).toEqual([]);
  });

  it('forgets the pages of a node that died, and that somebody writes who has stopped without a word', async () => {
    const mine = await Page.of(asha);
    await mine.show(ticket);
    const lost = { merchant_id: shop, ticket_id: ticket, agent_id: dev };
    const page_id = '5c8a3f60-6b1e-4d0c-9f0b-0d4f8f1c2a3b';
    const long = new Date(Date.now() - PAGE_LASTS_MS - 1000);
    await inbox.db
      .insertInto('ticket_presence')
      .values({ ...lost, page_id, typing_until: new Date(Date.now() - 1), seen_at: new Date() })
      .execute();
    await mine.show(ticket);
    expect(
      await mine.sees(ticket, [
        [asha, 'viewing'],
        [dev, 'viewing'],
      ]),
    ).toBe(true);
    await inbox.db.updateTable('ticket_presence').set({ seen_at: long }).where('page_id', '=', page_id).execute();
    await renewPresence(inbox.context, []);
    expect(await mine.sees(ticket, [[asha, 'viewing']])).toBe(true);
  });
});

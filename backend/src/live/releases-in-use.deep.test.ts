import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { serverMessageSchema } from '@inbox/api/wire';
import type { AgentId, MerchantId } from '@inbox/domain';
import type { WebSocket } from 'ws';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;

beforeAll(async () => {
  inbox = await startTestInbox();
});
afterAll(() => inbox.close());
beforeEach(async () => {
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
});

const until = (page: WebSocket, type: string): Promise<void> =>
  new Promise((resolve) => {
    page.on('message', (data: Buffer) => {
      if (serverMessageSchema.parse(JSON.parse(data.toString())).type === type) resolve();
    });
  });

async function openPage(agent = asha): Promise<WebSocket> {
  const page = await inbox.socket(await inbox.signIn(shop, agent));
  await until(page, 'live.hello');
  return page;
}

const say = (page: WebSocket, releases: string[]) =>
  page.send(JSON.stringify({ type: 'page.releases', ref: 'r', data: { releases } }));

const inUse = () => [...inbox.live.releasesInUse()].toSorted();

/** The server sees a socket's end some time after the page has gone. */
async function untilInUse(...expected: string[]): Promise<void> {
  while (String(inUse()) !== String(expected)) await new Promise(setImmediate);
}

it('knows the releases of all pages while they are open', async () => {
  const one = await openPage();
  const other = await openPage(await addAgent(inbox.db, shop));
  const done = [until(one, 'live.done'), until(other, 'live.done')];
  say(one, ['host@1.0.0', 'conversation@1.0.0']);
  say(other, ['host@1.0.0', 'conversation@2.0.0']);
  await Promise.all(done);
  expect(inUse()).toEqual(['conversation@1.0.0', 'conversation@2.0.0', 'host@1.0.0']);
  other.terminate();
  await untilInUse('conversation@1.0.0', 'host@1.0.0');
  one.terminate();
  await untilInUse();
});

it('knows what a page has said last, and takes no more than a page can run', async () => {
  const page = await openPage();
  const refused = until(page, 'live.refused');
  say(page, ['conversation@1.0.0']);
  say(page, ['conversation@2.0.0']);
  say(
    page,
    Array.from({ length: 51 }, (_, count) => `panel@0.0.${count}`),
  );
  await refused;
  expect(inUse()).toEqual(['conversation@2.0.0']);
  page.terminate();
  await untilInUse();
});

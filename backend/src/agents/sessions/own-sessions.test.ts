import { randomUUID } from 'node:crypto';
import { signInCalls, type OwnSession } from '@inbox/api/sign-in';
import type { AgentId, MerchantId } from '@inbox/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readContent } from '../../audit/read-content';
import { signInCommands } from '../../operations/admin/set-up/sign-in';
import { adminContext, runCommand } from '../../operations/admin/testing';
import { withOrigin } from '../../platform/origin';
import { closeCode, dataOf, startTestInbox, type TestInbox } from '../../testing/inbox';
import { until } from '../../testing/fake-graph';
import { addAgent, addMerchant } from '../../testing/rows';
import { FailedSignIns } from '../sign-in/failed-sign-ins';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

let inbox: TestInbox;
let shop: MerchantId;
let slug: string;
let asha: AgentId;

beforeAll(async () => {
  inbox = await startTestInbox();
});
afterAll(() => inbox.close());
beforeEach(async () => {
  inbox.clock.now = () => new Date();
  shop = await addMerchant(inbox.db);
  ({ slug } = await inbox.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
  asha = await addAgent(inbox.db, shop, { email: `asha@${slug}.example` });
});

const signInFrom = (address: string, product: string, agent = asha) =>
  withOrigin({ who: 'system', from: { address, product } }, () => inbox.signIn(shop, agent));

const sessionsOf = async (token: string): Promise<OwnSession[]> =>
  dataOf(signInCalls.signInState, await inbox.call(token, 'signInState')).sessions;

const statusOf = async (token: string): Promise<number> => (await inbox.call(token, 'allAgents')).status;

const callFrom = (token: string, remoteAddress: string, userAgent: string) =>
  inbox.app.inject({
    url: '/api/inbox/all_agents/',
    headers: { authorization: token, 'user-agent': userAgent },
    remoteAddress,
  });

const recordsOf = async (what: string) => {
  const rows = await inbox.db
    .selectFrom('audit_records')
    .select('content')
    .where('merchant_id', '=', shop)
    .where('what', '=', what)
    .orderBy('seq')
    .execute();
  return rows.map(({ content }) => readContent(content));
};

async function admin(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  const context = adminContext({ db: inbox.db, vault: inbox.vault, print: (line) => void said.push(line) });
  await runCommand(signInCommands, [...words, '--merchant', slug, '--email', `asha@${slug}.example`], context);
  return said;
}

describe('the sessions of an agent', () => {
  it('are listed with where they began, the last used first, and the one that asks marked', async () => {
    const [desk, phone] = [
      await signInFrom('192.0.2.1', 'Firefox on Windows'),
      await signInFrom('192.0.2.2', 'Chrome on Android'),
    ];
    await signInFrom('192.0.2.3', 'Safari on macOS', await addAgent(inbox.db, shop));
    const time = expect.stringMatching(/^20/);
    expect(await sessionsOf(desk)).toEqual([
      {
        id: expect.any(String),
        started_at: time,
        used_at: time,
        address: '192.0.2.2',
        browser: 'Chrome on Android',
        current: false,
      },
      expect.objectContaining({ address: '192.0.2.1', browser: 'Firefox on Windows', current: true }),
    ]);
    expect((await sessionsOf(phone)).map(({ current }) => current)).toEqual([true, false]);
  });

  it('say where they were used last, written down every five minutes at most', async () => {
    const token = await signInFrom('192.0.2.1', 'Firefox on Windows');
    const [before] = await sessionsOf(token);
    const at = (minutes: number) =>
      (inbox.clock.now = () => new Date(Date.parse(before!.used_at) + minutes * MINUTE_MS));
    at(4);
    await callFrom(token, '198.51.100.7', CHROME);
    expect(await sessionsOf(token)).toEqual([before]);
    at(6);
    await callFrom(token, '198.51.100.7', CHROME);
    const used = { address: '198.51.100.7', browser: 'Chrome on Android' };
    expect(await sessionsOf(token)).toEqual([{ ...before, ...used, used_at: inbox.clock.now().toISOString() }]);
    at(8);
    await callFrom(token, '192.0.2.1', FIREFOX);
    expect(await sessionsOf(token)).toEqual([expect.objectContaining(used)]);
  });

  it('that are over are in no list', async () => {
    const [here, there] = [await inbox.signIn(shop, asha), await inbox.signIn(shop, asha)];
    await inbox.call(there, 'logout', { body: { token: there } });
    await inbox.db
      .insertInto('sessions')
      .values({ id: randomUUID(), merchant_id: shop, agent_id: asha, expires_at: new Date(0), ended_at: null })
      .execute();
    expect(await sessionsOf(here)).toHaveLength(1);
  });
});

describe('an agent', () => {
  it('ends one session: its pages are signed out at once, and the audit says by whom', async () => {
    const [here, there] = [await inbox.signIn(shop, asha), await inbox.signIn(shop, asha)];
    const page = closeCode(await inbox.socket(there));
    const other = (await sessionsOf(here)).find(({ current }) => !current)!;
    expect((await inbox.call(here, 'endSession', { params: { id: other.id } })).status).toBe(200);
    expect(await page).toBe(4401);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    const [record] = await recordsOf('session.changed');
    const from = expect.objectContaining({ call: 'POST /api/inbox/agent/sessions/:id/end/' });
    expect(record).toMatchObject({ who: `agent:${asha}`, about: `agent:${asha}`, ids: { id: other.id }, from });
    expect((await inbox.call(here, 'endSession', { params: { id: other.id } })).status).toBe(404);
  });

  it('ends all others', async () => {
    const [here, ...others] = [
      await inbox.signIn(shop, asha),
      await inbox.signIn(shop, asha),
      await inbox.signIn(shop, asha),
    ];
    expect(dataOf(signInCalls.endOtherSessions, await inbox.call(here, 'endOtherSessions'))).toEqual({ ended: 2 });
    expect([await statusOf(here), ...(await Promise.all(others.map(statusOf)))]).toEqual([200, 401, 401]);
    expect(dataOf(signInCalls.endOtherSessions, await inbox.call(here, 'endOtherSessions'))).toEqual({ ended: 0 });
  });

  it("ends no colleague's session", async () => {
    const [here, dev] = [await inbox.signIn(shop, asha), await inbox.signIn(shop, await addAgent(inbox.db, shop))];
    const [theirs] = await sessionsOf(dev);
    expect((await inbox.call(here, 'endSession', { params: { id: theirs!.id } })).status).toBe(404);
    await inbox.call(here, 'endOtherSessions');
    expect(await statusOf(dev)).toBe(200);
  });
});

describe('the operator', () => {
  it('lists the sessions of an agent, ends one of them, and then all', async () => {
    expect(await admin('agent', 'sessions')).toEqual(['Not signed in anywhere.']);
    const [desk, phone] = [
      await signInFrom('192.0.2.1', 'Firefox on Windows'),
      await signInFrom('192.0.2.2', 'Chrome on Android'),
    ];
    const lines = await admin('agent', 'sessions');
    expect(lines).toEqual([
      expect.stringContaining('last used'),
      expect.stringMatching(/^20[-\d]+ [\d:]+Z .*192\.0\.2\.2 +Chrome on Android +[-\w]{36}$/),
      expect.stringContaining('Firefox on Windows'),
    ]);
    const id = lines[1]!.split(/\s+/).at(-1)!;
    await admin('agent', 'sign-out', '--session', id);
    expect([await statusOf(desk), await statusOf(phone)]).toEqual([200, 401]);
    for (const wrong of [id, randomUUID(), 'x']) {
      await expect(admin('agent', 'sign-out', '--session', wrong)).rejects.toThrow('no such session');
    }
    await admin('agent', 'sign-out');
    expect(await statusOf(desk)).toBe(401);
  });
});

describe('sign-ins that fail', () => {
  const tries = async () => (await recordsOf('sign_in.failed')).map(({ ids }) => Number(ids['tries']));
  const haveBeen = (wanted: number) => until(async () => (await tries()).length === wanted);

  it('are recorded by account and address, without what was typed', async () => {
    const response = await inbox.app.inject({
      method: 'POST',
      url: '/main-site/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': FIREFOX },
      payload: new URLSearchParams({ email: `asha@${slug}.example`, password: 'guess' }).toString(),
      remoteAddress: '203.0.113.9',
    });
    expect(response.statusCode).toBe(401);
    await haveBeen(1);
    const [record] = await recordsOf('sign_in.failed');
    expect(record).toMatchObject({
      who: 'system',
      about: `agent:${asha}`,
      ids: { wrong: 'password', tries: 1 },
      from: { address: '203.0.113.9', product: 'Firefox on Windows' },
    });
    expect(JSON.stringify(record)).not.toContain('guess');
  });

  it('cannot fill the disk: a thousand in an hour are sixteen records, and each hour has its own count', async () => {
    const failures: unknown[] = [];
    const failed = new FailedSignIns(inbox.context, (error) => failures.push(error));
    const agent = { merchant_id: shop, id: asha };
    for (let times = 0; times < 1_000; times += 1) failed.note(agent, 'password');
    const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80, 160, 320, 640];
    await haveBeen(expected.length);
    expect((await tries()).sort((one, other) => one - other)).toEqual(expected);
    inbox.clock.now = () => new Date(Date.now() + 61 * MINUTE_MS);
    failed.note(agent, 'password');
    await haveBeen(expected.length + 1);
    expect((await tries()).at(-1)).toBe(1);
    expect(failures).toEqual([]);
  });
});

import { signInCalls } from '@inbox/api/sign-in';
import type { AgentId, MerchantId } from '@inbox/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { agentCommands } from '../../operations/admin/set-up/agent';
import { adminContext, runCommand } from '../../operations/admin/testing';
import { readContent } from '../../audit/read-content';
import { insertPending } from './pending-sign-ins';
import { dataOf, startTestInbox, type TestInbox } from '../../testing/inbox';
import { hashCheaply } from '../../testing/password';
import { addAgent, addMerchant } from '../../testing/rows';
import { addSecondStep, codeOf } from '../../testing/second-step';

const PASSWORD = 'correct horse battery';
const password_hash = hashCheaply(PASSWORD);
const STEP_MS = 30_000;

let inbox: TestInbox;
let shop: MerchantId;
let slug: string;
let asha: AgentId;
let token: string;
let now: Date;

beforeAll(async () => {
  inbox = await startTestInbox();
});
afterAll(() => inbox.close());
beforeEach(async () => {
  now = new Date((Math.floor(Date.now() / STEP_MS) + 0.5) * STEP_MS);
  inbox.clock.now = () => now;
  shop = await addMerchant(inbox.db);
  ({ slug } = await inbox.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
  asha = await addAgent(inbox.db, shop, { email: `asha@${slug}.example`, password_hash });
  token = await inbox.signIn(shop, asha);
});

const key = () => ({ merchant_id: shop, agent_id: asha });
const later = (steps: number) => (now = new Date(now.getTime() + steps * STEP_MS));
const stateOf = async () => dataOf(signInCalls.signInState, await inbox.call(token, 'signInState')).second_step;
const offer = async (code?: string, password = PASSWORD) =>
  inbox.call(token, 'offerSecondStep', { body: { password, ...(code !== undefined && { code }) } });
const confirm = (code: string) => inbox.call(token, 'confirmSecondStep', { body: { code } });
const remove = (body: { password: string; code?: string }) => inbox.call(token, 'removeSecondStep', { body });

async function audited(): Promise<unknown[]> {
  const rows = await inbox.db
    .selectFrom('audit_records')
    .select(['what', 'content'])
    .where('merchant_id', '=', shop)
    .where('what', 'like', 'second_step.%')
    .orderBy('seq')
    .execute();
  return rows.map(({ what, content }) => [what, readContent(content).who]);
}

const admin = (line: string) =>
  runCommand(agentCommands, line.split(' '), adminContext({ db: inbox.db, vault: inbox.vault }));

describe('an agent', () => {
  it('turns it on by the password and a code, and gets ten recovery codes', async () => {
    expect(await stateOf()).toEqual({ on_since: null, recovery_codes_left: 0 });
    const { secret, qr } = dataOf(signInCalls.offerSecondStep, await offer());
    expect(qr.size).toBeGreaterThan(20);
    expect(await stateOf()).toMatchObject({ on_since: null });
    const { recovery_codes } = dataOf(signInCalls.confirmSecondStep, await confirm(codeOf(secret, now)));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await stateOf()).toEqual({ on_since: now.toISOString(), recovery_codes_left: 10 });
    expect(await audited()).toEqual([['second_step.added', `agent:${asha}`]]);
    const stored = JSON.stringify([
      await inbox.db.selectFrom('second_steps').selectAll().execute(),
      await inbox.db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const plain of [secret, ...recovery_codes]) expect(stored).not.toContain(plain);
  });

  it('cannot sign in with the code that turned it on', async () => {
    const { secret } = dataOf(signInCalls.offerSecondStep, await offer());
    await confirm(codeOf(secret, now));
    expect((await remove({ password: PASSWORD, code: codeOf(secret, now) })).status).toBe(422);
  });

  it.each([
    ['a wrong password', () => offer(undefined, 'no')],
    ['a code that is wrong', async () => (await offer(), confirm('000000'))],
    ['a code without an offer', () => confirm('123456')],
    [
      'an offer of more than a quarter of an hour ago',
      async () => {
        const { secret } = dataOf(signInCalls.offerSecondStep, await offer());
        later(31);
        return confirm(codeOf(secret, now));
      },
    ],
    [
      'an offer that another took the place of',
      async () => {
        const { secret } = dataOf(signInCalls.offerSecondStep, await offer());
        await offer();
        return confirm(codeOf(secret, now));
      },
    ],
  ])('does not turn it on by %s, and stays signed in', async (_name, attempt) => {
    expect((await attempt()).status).toBe(422);
    expect(await stateOf()).toMatchObject({ on_since: null });
  });

  it.each([
    ['the password alone', () => ({ password: PASSWORD })],
    ['a wrong password and a right code', (secret: string) => ({ password: 'no', code: codeOf(secret, now) })],
    ['a wrong code', () => ({ password: PASSWORD, code: '000000' })],
  ])('neither turns it off, nor changes it, by %s', async (_name, proofOf) => {
    const { secret } = await addSecondStep(inbox, key());
    const body = proofOf(secret);
    expect((await remove(body)).status).toBe(422);
    expect((await inbox.call(token, 'offerSecondStep', { body })).status).toBe(422);
    expect((await inbox.call(token, 'renewRecoveryCodes', { body })).status).toBe(422);
    expect((await stateOf())?.on_since).not.toBeNull();
  });

  it('turns it off by both, with its recovery codes', async () => {
    const { secret } = await addSecondStep(inbox, key());
    expect((await remove({ password: PASSWORD, code: codeOf(secret, now) })).status).toBe(200);
    expect(await stateOf()).toEqual({ on_since: null, recovery_codes_left: 0 });
    expect((await audited()).at(-1)).toEqual(['second_step.deleted', `agent:${asha}`]);
  });

  it('changes to another phone: the old one works until the new one has shown a code', async () => {
    const { secret: old, codes } = await addSecondStep(inbox, key());
    const { secret } = dataOf(signInCalls.offerSecondStep, await offer(codeOf(old, now)));
    later(1);
    expect(
      (await inbox.call(token, 'renewRecoveryCodes', { body: { password: PASSWORD, code: codeOf(old, now) } })).status,
    ).toBe(200);
    later(1);
    expect((await confirm(codeOf(secret, now))).status).toBe(200);
    later(1);
    expect((await remove({ password: PASSWORD, code: codeOf(old, now) })).status).toBe(422);
    expect((await remove({ password: PASSWORD, code: codes[0]! })).status).toBe(422);
    expect((await remove({ password: PASSWORD, code: codeOf(secret, now) })).status).toBe(200);
  });

  it('replaces the recovery codes, also by a recovery code; the previous ones stop working', async () => {
    const { codes } = await addSecondStep(inbox, key());
    const body = { password: PASSWORD, code: codes[0]! };
    const made = dataOf(signInCalls.renewRecoveryCodes, await inbox.call(token, 'renewRecoveryCodes', { body }));
    expect(await stateOf()).toMatchObject({ recovery_codes_left: 10 });
    expect((await remove({ password: PASSWORD, code: codes[1]! })).status).toBe(422);
    expect((await remove({ password: PASSWORD, code: made.recovery_codes[1]! })).status).toBe(200);
  });

  it('has no recovery codes to make without a second step', async () => {
    const answered = await inbox.call(token, 'renewRecoveryCodes', { body: { password: PASSWORD } });
    expect(answered.status).toBe(409);
  });

  it('turns it on once, by two requests at once', async () => {
    const { secret } = dataOf(signInCalls.offerSecondStep, await offer());
    const answers = await Promise.all([confirm(codeOf(secret, now)), confirm(codeOf(secret, now))]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422]);
    expect(await stateOf()).toMatchObject({ recovery_codes_left: 10 });
  });

  it('is slowed while guessing a password by a session that is not theirs', async () => {
    const answers = [];
    for (let times = 0; times < 6; times += 1) answers.push((await offer(undefined, 'guess')).status);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it("does nothing to a colleague's", async () => {
    const dev = await addAgent(inbox.db, shop, { password_hash });
    await addSecondStep(inbox, { merchant_id: shop, agent_id: dev });
    await remove({ password: PASSWORD });
    const left = await inbox.db.selectFrom('second_steps').select('agent_id').where('merchant_id', '=', shop).execute();
    expect(left).toEqual([{ agent_id: dev }]);
  });
});

describe('the operator', () => {
  const reset = () => admin(`agent set --merchant ${slug} --email asha@${slug}.example --second-step reset`);

  it('resets it for an agent who has lost the phone; their sessions and unfinished sign-ins end', async () => {
    await addSecondStep(inbox, key());
    await insertPending(inbox.db, key(), now);
    await reset();
    expect((await inbox.call(token, 'signInState')).status).toBe(401);
    expect(await inbox.db.selectFrom('pending_sign_ins').selectAll().where('agent_id', '=', asha).execute()).toEqual(
      [],
    );
    token = await inbox.signIn(shop, asha);
    expect(await stateOf()).toEqual({ on_since: null, recovery_codes_left: 0 });
    expect((await audited()).map((record) => (record as unknown[])[0])).toEqual([
      'second_step.added',
      'second_step.deleted',
    ]);
  });

  it('is told when there is nothing to reset, or the word is another', async () => {
    await expect(reset()).rejects.toThrow('nothing to reset');
    const line = `agent set --merchant ${slug} --email asha@${slug}.example --second-step off`;
    await expect(admin(line)).rejects.toThrow('Allowed choices are reset');
    expect((await inbox.call(token, 'signInState')).status).toBe(200);
  });

  it('ends the sign-ins under way with a new password', async () => {
    await insertPending(inbox.db, key(), now);
    await admin(`agent set --merchant ${slug} --email asha@${slug}.example --password make`);
    expect(await inbox.db.selectFrom('pending_sign_ins').selectAll().where('agent_id', '=', asha).execute()).toEqual(
      [],
    );
  });
});

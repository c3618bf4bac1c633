import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answered, HOUR, limitsOf, narrow, times, who } from '../testing/calls-at-once';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';
import { createCallLimits, WINDOW_SECONDS } from './call-limits';

describe('one node', () => {
  it('counts over ten seconds', async () => {
    const limits = createCallLimits({ token: 1, merchant: 5 });
    const [, refused] = await Promise.allSettled([limits.take(who('a')), limits.take(who('a'))]);
    expect(WINDOW_SECONDS).toBe(10);
    expect(refused).toMatchObject({ reason: { retryAfterSeconds: 10 } });
  });

  it('answers each token so often, and others beside it', async () => {
    const limits = limitsOf({ token: 5, merchant: 1_000 });
    expect(
      await answered(
        limits,
        times(20, () => who('a')),
      ),
    ).toBe(5);
    expect(
      await answered(
        limits,
        times(5, () => who('b')),
      ),
    ).toBe(5);
  });

  it('answers all tokens of a merchant so often together, and another merchant beside it', async () => {
    const limits = limitsOf({ token: 5, merchant: 12 });
    expect(
      await answered(
        limits,
        times(20, (n) => who(`agent ${n}`)),
      ),
    ).toBe(12);
    expect(
      await answered(
        limits,
        times(5, () => who('theirs', 2)),
      ),
    ).toBe(5);
  });

  it('does not count against a merchant what a token of theirs was refused', async () => {
    const limits = limitsOf({ token: 5, merchant: 12 });
    await answered(
      limits,
      times(100, () => who('a program gone wild')),
    );
    expect(
      await answered(
        limits,
        times(7, (n) => who(`agent ${n}`)),
      ),
    ).toBe(7);
  });

  it('counts agents of embedding pages apart, by the secret and the agent', async () => {
    const limits = limitsOf({ token: 2, merchant: 1_000 });
    const calls = [
      ...times(4, () => narrow('k', 1)),
      ...times(4, () => narrow('k', 2)),
      ...times(4, () => narrow('l', 1)),
    ];
    expect(await answered(limits, calls)).toBe(6);
  });
});

describe('over HTTP', () => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startTestInbox({ callLimits: limitsOf({ token: 3, merchant: 5 }) });
  });
  afterAll(() => inbox.close());

  it('what is beyond the bound is answered 429 with the seconds to wait, in words, before anything is done', async () => {
    const shop = await addMerchant(inbox.db);
    const [asha, ravi] = [await addAgent(inbox.db, shop), await addAgent(inbox.db, shop)];
    const [first, second] = [await inbox.signIn(shop, asha), await inbox.signIn(shop, ravi)];
    for (const _ of times(3, () => 0)) expect((await inbox.call(first, 'settings')).status).toBe(200);
    const refused = await inbox.call(first, 'settings');
    const seconds = Number(refused.headers['retry-after']);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        error: {
          code: 'too_many_calls',
          message: `This browser or program asks too often. It is answered again in ${seconds} seconds.`,
        },
      },
    });
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(HOUR);

    for (const _ of times(2, () => 0)) expect((await inbox.call(second, 'settings')).status).toBe(200);
    expect(await inbox.call(second, 'settings')).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringMatching(/^Your shop asks more than the inbox answers at once\./) } },
    });

    // Another shop hears nothing of it.
    const other = await addMerchant(inbox.db);
    const theirs = await inbox.signIn(other, await addAgent(inbox.db, other));
    expect((await inbox.call(theirs, 'settings')).status).toBe(200);
  });
});

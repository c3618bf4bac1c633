import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf, SignInThrottle, type Attempt } from './sign-in-throttle';

const MINUTE = 60_000;

function world() {
  let time = 1_800_000_000_000;
  const throttle = new SignInThrottle(() => new Date(time));
  const attempt = (part: Partial<Attempt>): Attempt => ({
    address: '192.0.2.1',
    account: 'owner',
    device: null,
    ...part,
  });
  return {
    throttle,
    pass: (ms: number) => void (time += ms),
    /** Tries a wrong password; answers how long it had to wait. */
    wrong: (part: Partial<Attempt> = {}) => throttle.admit(attempt(part)).waitMs,
    /** Tries the right one; answers whether it was let in. */
    right(part: Partial<Attempt> = {}) {
      const admission = throttle.admit(attempt(part));
      if (!('succeeded' in admission)) return false;
      admission.succeeded();
      return true;
    },
  };
}

/** Wrong passwords as soon as each is admitted; answers the waits before them. */
function guess(times: number, { wrong, pass }: ReturnType<typeof world>, part: Partial<Attempt> = {}): number[] {
  return Array.from({ length: times }, () => {
    const wait = wrong(part);
    if (wait === 0) return 0;
    pass(wait);
    expect(wrong(part)).toBe(0);
    return wait;
  });
}

describe('wrong passwords', () => {
  it('from one address cost waits that grow up to a quarter of an hour', () => {
    const waits = guess(18, world());
    expect(waits.map((wait) => wait / 1000)).toEqual([
      ...[0, 0, 0, 0, 0],
      ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900],
    ]);
  });

  it('of one address for many accounts are slowed as well', () => {
    const all = world();
    for (let n = 0; n < 50; n += 1) expect(all.wrong({ account: `account ${n}` })).toBe(0);
    expect(all.wrong({ account: 'account 51' })).toBe(1_000);
  });

  it('that are refused make no wait longer', () => {
    const all = world();
    guess(8, all);
    const wait = all.wrong();
    for (let n = 0; n < 1_000; n += 1) all.wrong();
    expect(all.wrong()).toBe(wait);
  });

  it('at the same time do not get past the limit together', () => {
    const { throttle } = world();
    const admitted = Array.from({ length: 40 }, () => throttle.admit({ address: 'a', account: 'b', device: null }));
    expect(admitted.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5);
  });

  it('are forgotten after an hour without one', () => {
    const all = world();
    guess(12, all);
    all.pass(60 * MINUTE);
    expect(guess(6, all)).toEqual([0, 0, 0, 0, 0, 1_000]);
  });

  it('from addresses everywhere get one try each, once there are many', () => {
    const all = world();
    for (let n = 0; n < 30; n += 1) all.wrong({ address: `198.51.100.${n}` });
    const waits = [0, 1].map(() => all.wrong({ address: '203.0.113.9' }));
    expect(waits).toEqual([0, 15 * MINUTE]);
  });

  it.each([
    ['2001:db8:0:1::1', '2001:db8::aaaa:bbbb:cccc:dddd', false],
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['2001:DB8:0000:0001::1', '2001:db8:0:1::', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['192.0.2.1', '192.0.2.2', false],
  ])('from %s and from %s: the same network is %s', (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same);
  });
});

describe('the owner', () => {
  it.each<[string, (all: ReturnType<typeof world>) => void, Partial<Attempt>, boolean]>([
    ['from another address', (all) => guess(20, all), { address: '203.0.113.5' }, true],
    ['from a known browser at the guesser’s own address', (all) => guess(20, all), { device: 'laptop' }, true],
    [
      'from a known browser while the whole world guesses',
      (all) => {
        for (let n = 0; n < 5_000; n += 1) all.wrong({ address: `10.0.${n >> 8}.${n & 255}` });
      },
      { device: 'laptop' },
      true,
    ],
    [
      'from a new address while the whole world guesses',
      (all) => {
        for (let n = 0; n < 5_000; n += 1) all.wrong({ address: `10.0.${n >> 8}.${n & 255}` });
      },
      { address: '203.0.113.5' },
      true,
    ],
    [
      'from an address that guessed at everybody else’s account, in a known browser',
      (all) => {
        for (let n = 0; n < 60; n += 1) all.wrong({ account: `account ${n}` });
      },
      { device: 'laptop' },
      true,
    ],
    ['from the guesser’s address in an unknown browser has to wait', (all) => guess(8, all), {}, false],
    [
      'whose browser was taken to guess with has to wait there',
      (all) => guess(8, all, { device: 'laptop' }),
      { device: 'laptop' },
      false,
    ],
  ])('with the right password %s', (_name, attack, attempt, letIn) => {
    const all = world();
    attack(all);
    expect(all.right(attempt)).toBe(letIn);
  });

  it('who mistyped starts anew after getting in; what the address did at other accounts stays counted', () => {
    const all = world();
    for (let n = 0; n < 49; n += 1) all.wrong({ account: `account ${n}` });
    guess(4, all);
    all.pass(15 * MINUTE);
    expect(all.right()).toBe(true);
    expect(all.right()).toBe(true);
    const waits = guess(2, all, { account: 'account 51' });
    expect(waits[1]).toBeGreaterThan(0);
  });

  it('can always get in from elsewhere, whatever one guesser does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ account: fc.constantFrom('owner', 'b', 'c'), pause: fc.nat(MINUTE) })),
        (tries) => {
          const all = world();
          for (const { account, pause } of tries) {
            all.wrong({ account });
            all.pass(pause);
          }
          expect(all.right({ address: '203.0.113.5' })).toBe(true);
        },
      ),
    );
  });
});

it('remembers a bounded number of names', () => {
  const all = world();
  for (let n = 0; n < 40_000; n += 1) all.wrong({ address: `address ${n}`, account: `account ${n}` });
  expect(all.throttle.size).toBeLessThanOrEqual(30_000);
});

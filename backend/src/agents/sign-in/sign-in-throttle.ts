import { isIPv6 } from 'node:net';

/** How wrong passwords under one kind of name are slowed. */
export interface Pace {
  /** Wrong passwords that cost no wait. */
  free: number;
  /** Milliseconds of the first wait; each further wrong password doubles it. */
  firstWaitMs: number;
  longestWaitMs: number;
}

const MINUTE_MS = 60_000;

/** One account from one address, or from one known browser. */
const PAIR: Pace = { free: 5, firstWaitMs: 1_000, longestWaitMs: 15 * MINUTE_MS };
/** The same while the account is under attack from everywhere: one try an address, then the longest wait. */
const PAIR_UNDER_ATTACK: Pace = { free: 1, firstWaitMs: 15 * MINUTE_MS, longestWaitMs: 15 * MINUTE_MS };
/** One address over all accounts: an office shares one, so it may be wrong more often. */
const ADDRESS: Pace = { free: 50, firstWaitMs: 1_000, longestWaitMs: 15 * MINUTE_MS };

/** Wrong passwords for one account, whatever the address, from which on it counts as under attack. */
const ATTACKED_FROM = 30;
/** Milliseconds without a wrong password after which a name is forgotten. */
const FORGOTTEN_MS = 60 * MINUTE_MS;
/** Names of each kind that are remembered; the ones quiet for longest are forgotten first. */
const MOST_NAMES = 10_000;

interface Failures {
  count: number;
  lastAt: number;
}

/** How often a password was wrong under a name, for as long as that matters. */
class FailureCounts {
  private readonly names = new Map<string, Failures>();

  constructor(private readonly now: () => number) {}

  get size(): number {
    return this.names.size;
  }

  get(name: string): Failures {
    const known = this.names.get(name);
    return known !== undefined && this.now() - known.lastAt < FORGOTTEN_MS ? known : { count: 0, lastAt: 0 };
  }

  waitMs(name: string, { free, firstWaitMs, longestWaitMs }: Pace): number {
    const { count, lastAt } = this.get(name);
    if (count < free) return 0;
    const wait = Math.min(firstWaitMs * 2 ** (count - free), longestWaitMs);
    return Math.max(0, lastAt + wait - this.now());
  }

  /** Counts one more. Returns what takes it back. */
  add(name: string): () => void {
    const before = this.get(name);
    const lastAt = this.now();
    this.set(name, { count: before.count + 1, lastAt });
    return () => {
      const { count, lastAt: latest } = this.get(name);
      this.set(name, { count: Math.max(0, count - 1), lastAt: latest === lastAt ? before.lastAt : latest });
    };
  }

  forget(name: string): void {
    this.names.delete(name);
  }

  private set(name: string, failures: Failures): void {
    this.names.delete(name);
    if (failures.count > 0) this.names.set(name, failures);
    if (this.names.size <= MOST_NAMES) return;
    const [quietest] = this.names.keys();
    if (quietest !== undefined) this.names.delete(quietest);
  }
}

/** Who tries to sign in. */
export interface Attempt {
  address: string;
  /** The account's normal e-mail address; null for a sign-in that needs no password. */
  account: string | null;
  /** The id of a browser in which this account has signed in before; null for any other. */
  device: string | null;
}

export type Admission =
  | { waitMs: number }
  | {
      waitMs: 0;
      /** All that was wrong is forgotten. */
      succeeded(): void;
      /** This try was right and more is wanted: what was wrong before it stays counted. */
      passed(): void;
    };

/**
 * Slows whoever guesses passwords, with growing waits, and locks nobody out: guesses from one address do not count
 * against the account's owner at another one, and a browser in which the account has signed in before is counted by
 * itself, whatever comes from its address or from everywhere. A try that is refused is not counted, so that hammering
 * makes no wait longer. Each backend counts for itself, in bounded memory.
 */
export class SignInThrottle {
  private readonly pairs: FailureCounts;
  private readonly addresses: FailureCounts;
  private readonly accounts: FailureCounts;

  constructor(now: () => Date) {
    const time = (): number => now().getTime();
    this.pairs = new FailureCounts(time);
    this.addresses = new FailureCounts(time);
    this.accounts = new FailureCounts(time);
  }

  /** Names that are remembered. */
  get size(): number {
    return this.pairs.size + this.addresses.size + this.accounts.size;
  }

  /**
   * Admits a try, or answers how long it has to wait. An admitted one counts as wrong until it has `succeeded`: tries at
   * the same time cannot get past the limit together.
   */
  admit({ address, account, device }: Attempt): Admission {
    const from = networkOf(address);
    if (account === null) return this.admitUnder([[this.addresses, from]], this.addresses.waitMs(from, ADDRESS));
    if (device !== null) {
      const pair = JSON.stringify(['device', device, account]);
      return this.admitUnder([[this.pairs, pair]], this.pairs.waitMs(pair, PAIR), pair);
    }
    const pair = JSON.stringify(['address', from, account]);
    const isAttacked = this.accounts.get(account).count >= ATTACKED_FROM;
    const waitMs = Math.max(
      this.pairs.waitMs(pair, isAttacked ? PAIR_UNDER_ATTACK : PAIR),
      this.addresses.waitMs(from, ADDRESS),
    );
    const counted: [FailureCounts, string][] = [
      [this.pairs, pair],
      [this.addresses, from],
      [this.accounts, account],
    ];
    return this.admitUnder(counted, waitMs, pair);
  }

  private admitUnder(counted: readonly [FailureCounts, string][], waitMs: number, pair?: string): Admission {
    if (waitMs > 0) return { waitMs };
    const takeBack = counted.map(([counts, name]) => counts.add(name));
    const passed = (): void => {
      for (const undo of takeBack) undo();
    };
    return {
      waitMs: 0,
      passed,
      succeeded: () => {
        passed();
        if (pair !== undefined) this.pairs.forget(pair);
      },
    };
  }
}

/** An address as one guesser has it: of IPv6 the network of 64 bits, which one line is given whole. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

import type { IsoTime } from '@inbox/domain';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../storage';

/** What happens once, however many tabs of this browser notice it. */
export interface Occasion {
  at: IsoTime;
  seq: number;
}

/** The tabs of this browser in which the inbox is open. */
export interface Tabs {
  /** Says what this tab has in view now; the others can ask for it. */
  show(names: readonly string[]): void;
  /** Has any tab this in view? */
  isShown(name: string): Promise<boolean>;
  /**
   * True in one of the tabs that ask for this occasion, in time order; false also when the same was done less than
   * `restMs` ago.
   */
  claim(what: string, occasion: Occasion, restMs: number): Promise<boolean>;
  stop(): void;
}

const claimedSchema = z.object({ at: z.number(), seq: z.int(), when: z.number(), tab: z.string() });

/** Milliseconds after which another tab's claim would have been written, where tabs cannot lock. */
const CLAIM_MS = 50;

/**
 * Tabs agree by Web Locks, which the browser lets go of when a tab ends, however it ends. Without them (a page that is not
 * served securely) the last tab that writes its claim has it, and a tab knows only what it has in view itself.
 */
export function createTabs(locks: LockManager | undefined = navigator.locks): Tabs {
  const tab = Math.random().toString(36).slice(2);
  const shown = new Map<string, () => void>();

  function hold(name: string): void {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    shown.set(name, release);
    void locks?.request(lockOf(name), { mode: 'shared' }, () => held);
  }

  function take(what: string, { at, seq }: Occasion, restMs: number): boolean {
    const key = `inbox.claimed.${what}`;
    const last = readStored(key, claimedSchema);
    const time = Date.parse(at);
    const now = Date.now();
    if (last && (last.at > time || (last.at === time && last.seq >= seq))) return false;
    if (last && now >= last.when && now - last.when < restMs) return false;
    writeStored(key, { at: time, seq, when: now, tab });
    return true;
  }

  return {
    show(names) {
      for (const [name, release] of shown) {
        if (names.includes(name)) continue;
        release();
        shown.delete(name);
      }
      for (const name of names) if (!shown.has(name)) hold(name);
    },
    async isShown(name) {
      if (shown.has(name) || !locks) return shown.has(name);
      const { held = [] } = await locks.query();
      return held.some((lock) => lock.name === lockOf(name));
    },
    async claim(what, occasion, restMs) {
      if (locks) return locks.request(lockOf(`claim.${what}`), async () => take(what, occasion, restMs));
      if (!take(what, occasion, restMs)) return false;
      await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
      const last = readStored(`inbox.claimed.${what}`, claimedSchema);
      return last === null || last.tab === tab;
    },
    stop() {
      for (const release of shown.values()) release();
      shown.clear();
    },
  };
}

const lockOf = (name: string): string => `inbox.${name}`;

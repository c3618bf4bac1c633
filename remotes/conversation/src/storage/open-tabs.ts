/** The tabs of this browser that were open when this page began. Each shows its own drafts. */
export interface OpenTabs {
  /** Announces this tab until `signal`, and finds the others. */
  begin(signal: AbortSignal): Promise<void>;
  isOpen(tab: string): boolean;
}

/** Milliseconds that a page needs to end when the agent leaves or reloads it. */
const ENDING_MS = 250;

/**
 * Each open tab holds a lock of its name, which the browser releases when the page ends or crashes. Browsers have no locks
 * on pages without https: there, no other tab counts as open.
 * @param prefix what the names of the locks begin with
 */
export function createOpenTabs(
  prefix: string,
  tab: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): OpenTabs {
  const open = new Set<string>();

  const hold = (on: LockManager, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const untilEnd = () => new Promise<void>((end) => signal.addEventListener('abort', () => end()));
      on.request(prefix + tab, { signal }, () => {
        resolve();
        return untilEnd();
      }).catch(() => resolve());
    });

  /** Tells if a tab has ended or is just ending. */
  const ends = async (on: LockManager, name: string) =>
    on.request(name, { mode: 'shared', signal: AbortSignal.timeout(ENDING_MS) }, () => true).catch(() => false);

  return {
    async begin(signal) {
      if (locks === undefined) return;
      await hold(locks, signal);
      const { held = [] } = await locks.query();
      const others = held.flatMap(({ name = '' }) => (name.startsWith(prefix) && name !== prefix + tab ? [name] : []));
      await Promise.all(
        others.map(async (name) => {
          if (!(await ends(locks, name))) open.add(name.slice(prefix.length));
        }),
      );
    },
    isOpen: (other) => open.has(other),
  };
}

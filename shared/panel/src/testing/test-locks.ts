/** The browser's locks for tabs that a test opens: shared ones are held together, an exclusive one waits for its turn. */
export class TestLocks implements LockManager {
  readonly #held: { name: string; mode: LockMode }[] = [];
  readonly #queues = new Map<string, Promise<unknown>>();

  request<T>(name: string, ...rest: [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>]): Promise<T> {
    const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    const { mode = 'exclusive', signal } = options;
    let isGranted = false;
    const granted = async (): Promise<T> => {
      signal?.throwIfAborted();
      isGranted = true;
      const lock = { name, mode };
      this.#held.push(lock);
      try {
        return await run(lock);
      } finally {
        this.#held.splice(this.#held.indexOf(lock), 1);
      }
    };
    if (mode === 'shared') return granted();
    const next = (this.#queues.get(name) ?? Promise.resolve()).then(granted);
    this.#queues.set(
      name,
      next.catch(() => undefined),
    );
    return new Promise((resolve, reject) => {
      next.then(resolve, reject);
      // Who waits no longer hears so at once, not when the turn comes.
      signal?.addEventListener('abort', () => isGranted || reject(new DOMException('No lock any more', 'AbortError')));
    });
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held], pending: [] };
  }
}

/** The browser's locks for tabs that a test opens: shared ones stand beside each other, an exclusive one waits. */
export class TestLocks implements LockManager {
  readonly #held: { name: string; mode: LockMode }[] = [];
  readonly #queues = new Map<string, Promise<unknown>>();

  request<T>(name: string, ...rest: [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>]): Promise<T> {
    const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    const mode = options.mode ?? 'exclusive';
    const granted = async (): Promise<T> => {
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
    return next;
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held], pending: [] };
  }
}

export interface Cached<Key, Answer> {
  (key: Key): Promise<Answer>;
  /** The next to ask asks the server. */
  clear(): void;
}

/**
 * Answers of a call, each believed for a while and asked for once at a time.
 * @param maxAge milliseconds
 */
export function createCached<Key, Answer>(load: (key: Key) => Promise<Answer>, maxAge: number): Cached<Key, Answer> {
  const known = new Map<Key, { since: number; answer: Promise<Answer> }>();
  const read = (key: Key): Promise<Answer> => {
    const cached = known.get(key);
    if (cached && Date.now() - cached.since < maxAge) return cached.answer;
    const entry = { since: Date.now(), answer: load(key) };
    known.set(key, entry);
    entry.answer.catch(() => {
      // A failed one is not believed: the next to ask asks the server.
      if (known.get(key) === entry) known.delete(key);
    });
    return entry.answer;
  };
  return Object.assign(read, { clear: () => known.clear() });
}

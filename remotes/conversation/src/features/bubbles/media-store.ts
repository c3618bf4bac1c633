/** Attachments that stay at hand, so that scrolling past one does not load it again. */
const KEPT = 60;

export interface MediaStore {
  /** An object URL of the file; rejects when the backend has none for this agent. */
  load(path: string): Promise<string>;
  dispose(): void;
}

/**
 * Attachments as object URLs: loading them takes the agent's token, which an `img` or `a` element can not send.
 *
 * @param file loads one with the token, as `Api.file` does
 */
export function createMediaStore(file: (path: string) => Promise<Blob>): MediaStore {
  const loaded = new Map<string, Promise<string>>();

  async function revoke(url: Promise<string> | undefined): Promise<void> {
    const made = await url?.catch(() => null);
    if (made) URL.revokeObjectURL(made);
  }

  return {
    load(path) {
      const known = loaded.get(path);
      if (known) return known;
      const loading = file(path).then((blob) => URL.createObjectURL(blob));
      loaded.set(path, loading);
      // A failed load is forgotten, so that Retry truly tries again.
      loading.catch(() => loaded.delete(path));
      const [oldest] = loaded.keys();
      if (loaded.size > KEPT && oldest !== undefined) {
        void revoke(loaded.get(oldest));
        loaded.delete(oldest);
      }
      return loading;
    },
    dispose() {
      for (const url of loaded.values()) void revoke(url);
      loaded.clear();
    },
  };
}

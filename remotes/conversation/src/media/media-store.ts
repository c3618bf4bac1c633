/** Attachments that stay at hand, so that scrolling past one does not load it again; those that are shown all do. */
const KEPT = 60;

export interface HeldMedia {
  /** An object URL of the file, good until it is released; rejects when the backend has none for this agent. */
  url: Promise<string>;
  release(): void;
}

export interface MediaStore {
  hold(path: string): HeldMedia;
  /** The file itself, which is not kept. */
  read(path: string, signal: AbortSignal): Promise<Blob>;
  dispose(): void;
}

interface CachedFile {
  url: Promise<string>;
  holders: number;
}

/**
 * Attachments as object URLs: loading them takes the agent's token, which an `img` or `a` element can not send.
 *
 * @param file loads one with the token, as `Api.file` does
 */
export function createMediaStore(file: (path: string, signal?: AbortSignal) => Promise<Blob>): MediaStore {
  /** The one that was asked for longest ago comes first. */
  const loaded = new Map<string, CachedFile>();

  async function revoke({ url }: CachedFile): Promise<void> {
    const made = await url.catch(() => null);
    if (made) URL.revokeObjectURL(made);
  }

  function begin(path: string): CachedFile {
    const cached: CachedFile = { url: file(path).then((blob) => URL.createObjectURL(blob)), holders: 0 };
    // A failed load is forgotten, so that Retry truly tries again.
    cached.url.catch(() => loaded.get(path) === cached && loaded.delete(path));
    return cached;
  }

  function makeRoom(): void {
    for (const [path, cached] of loaded) {
      if (loaded.size <= KEPT) return;
      if (cached.holders > 0) continue;
      loaded.delete(path);
      void revoke(cached);
    }
  }

  return {
    read: file,
    hold(path) {
      const cached = loaded.get(path) ?? begin(path);
      loaded.delete(path);
      loaded.set(path, cached);
      cached.holders += 1;
      makeRoom();
      let isHeld = true;
      return {
        url: cached.url,
        release() {
          if (!isHeld) return;
          isHeld = false;
          cached.holders -= 1;
          makeRoom();
        },
      };
    },
    dispose() {
      for (const cached of loaded.values()) void revoke(cached);
      loaded.clear();
    },
  };
}

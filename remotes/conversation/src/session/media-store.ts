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

interface Kept {
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
  const loaded = new Map<string, Kept>();

  async function revoke({ url }: Kept): Promise<void> {
    const made = await url.catch(() => null);
    if (made) URL.revokeObjectURL(made);
  }

  function begin(path: string): Kept {
    const kept: Kept = { url: file(path).then((blob) => URL.createObjectURL(blob)), holders: 0 };
    // A failed load is forgotten, so that Retry truly tries again.
    kept.url.catch(() => loaded.get(path) === kept && loaded.delete(path));
    return kept;
  }

  function makeRoom(): void {
    for (const [path, kept] of loaded) {
      if (loaded.size <= KEPT) return;
      if (kept.holders > 0) continue;
      loaded.delete(path);
      void revoke(kept);
    }
  }

  return {
    read: file,
    hold(path) {
      const kept = loaded.get(path) ?? begin(path);
      loaded.delete(path);
      loaded.set(path, kept);
      kept.holders += 1;
      makeRoom();
      let isHeld = true;
      return {
        url: kept.url,
        release() {
          if (!isHeld) return;
          isHeld = false;
          kept.holders -= 1;
          makeRoom();
        },
      };
    },
    dispose() {
      for (const kept of loaded.values()) void revoke(kept);
      loaded.clear();
    },
  };
}

import { createContext, useContext, useEffect, useState } from 'react';
import type { MediaStore } from './media-store';

export const MediaContext = createContext<MediaStore | null>(null);

export function useMediaStore(): MediaStore {
  const store = useContext(MediaContext);
  if (!store) throw new Error('Attachments need a media store around them');
  return store;
}

export type Media =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; src: string }
  | { state: 'failed'; retry(): void };

/** An attachment's file as an object URL. With `wanted` false nothing is loaded yet. */
export function useMedia(path: string, wanted = true): Media {
  const store = useMediaStore();
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ path: string; src: string | null } | null>(null);

  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const settle = (src: string | null) => {
      if (current) setResult({ path, src });
    };
    const { url, release } = store.hold(path);
    url.then(settle, () => settle(null));
    return () => {
      current = false;
      release();
    };
  }, [store, path, wanted, attempt]);

  if (!wanted) return { state: 'idle' };
  if (result?.path !== path) return { state: 'loading' };
  if (result.src !== null) return { state: 'ready', src: result.src };
  const retry = () => {
    setResult(null);
    setAttempt((count) => count + 1);
  };
  return { state: 'failed', retry };
}

/** Lets the browser save what a URL of this page holds. */
export function saveFile(src: string, filename: string): void {
  const link = document.createElement('a');
  link.href = src;
  link.download = filename;
  link.click();
}

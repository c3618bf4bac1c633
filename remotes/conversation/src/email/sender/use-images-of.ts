import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ImageBase } from '../sanitize/image-proxy';
import type { TrustedSenders } from './trusted-senders';

export const TrustedSendersContext = createContext<TrustedSenders | null>(null);
/** Asks the inbox where this session has pictures of other servers. */
export const ImageBaseContext = createContext<() => Promise<string>>(() => Promise.reject(new Error('No inbox.')));

export interface ImagesOf {
  /** Has the agent allowed the images of this sender? */
  wanted: boolean;
  /** Where they are had; false while that is not known, or not wanted. */
  allowed: ImageBase;
  /** The inbox did not say where. */
  failed: boolean;
  toggle(): void;
  /** Asks once more. */
  retry(): void;
}

/** Whether images from other servers load in this sender's mails, and by which way. */
export function useImagesOf(sender: string): ImagesOf {
  const trusted = useContext(TrustedSendersContext);
  if (!trusted) throw new Error('E-mails need a list of trusted senders around them');
  const load = useContext(ImageBaseContext);
  const wanted = useSyncExternalStore(
    trusted.subscribe,
    useCallback(() => trusted.has(sender), [trusted, sender]),
  );
  const [base, setBase] = useState<ImageBase>(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    load().then(
      (known) => isCurrent && setBase(known),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, load, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return {
    wanted,
    allowed: wanted && base,
    failed: wanted && failed,
    toggle: () => trusted.set(sender, !wanted),
    retry,
  };
}

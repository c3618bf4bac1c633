import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { TrustedSenders } from './trusted-senders';

export const TrustedSendersContext = createContext<TrustedSenders | null>(null);

/** Whether images from other servers load in this sender's mails. */
export function useImagesOf(sender: string): { allowed: boolean; toggle(): void } {
  const trusted = useContext(TrustedSendersContext);
  if (!trusted) throw new Error('E-mails need a list of trusted senders around them');
  const allowed = useSyncExternalStore(
    trusted.subscribe,
    useCallback(() => trusted.has(sender), [trusted, sender]),
  );
  return { allowed, toggle: () => trusted.set(sender, !allowed) };
}

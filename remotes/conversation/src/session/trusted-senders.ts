import { normalEmail, trustedSendersSchema } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';

const KEY = 'images.senders';
/** The oldest choices are forgotten first. */
const MOST = 500;

/** Senders whose mails may load images from other servers, as this agent has decided. */
export interface TrustedSenders {
  has(email: string): boolean;
  set(email: string, trusted: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createTrustedSenders(storage: Pick<PanelStorage, 'read' | 'write'>): TrustedSenders {
  const listeners = new Set<() => void>();
  const read = () => storage.read(KEY, trustedSendersSchema) ?? [];
  let known = new Set(read());
  return {
    has: (email) => known.has(normalEmail(email)),
    set(email, trusted) {
      const sender = normalEmail(email);
      // Read anew: another tab may have added to it.
      const others = read().filter((one) => one !== sender);
      const senders = trusted ? [...others, sender].slice(-MOST) : others;
      storage.write(KEY, senders);
      known = new Set(senders);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

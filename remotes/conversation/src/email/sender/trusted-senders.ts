import { normalEmail } from '@inbox/domain';
import { trustedSendersSchema } from '@inbox/domain/conversation';

import { createStoredList, type StoredListOptions } from '@inbox/panel/stored-list';

/** Senders whose mails may load images from other servers, as this agent has decided. */
export interface TrustedSenders {
  has(email: string): boolean;
  set(email: string, trusted: boolean): void;
  subscribe(listener: () => void): () => void;
  /** Follows what the agent decides in other tabs; returns how to stop. */
  start(): () => void;
}

export function createTrustedSenders(storage: StoredListOptions<string>['storage']): TrustedSenders {
  const senders = createStoredList({ storage, key: 'images.senders', schema: trustedSendersSchema, most: 500 });
  return {
    has: (email) => senders.get().includes(normalEmail(email)),
    set(email, trusted) {
      if (trusted) senders.add(normalEmail(email));
      else senders.remove(normalEmail(email));
    },
    subscribe: senders.subscribe,
    start: senders.start,
  };
}

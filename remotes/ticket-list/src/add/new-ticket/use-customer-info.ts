import type { CustomerInfo } from '@inbox/domain';
import type { lookupOf } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useEffect, useEffectEvent, useState } from 'react';
import { messages } from './messages';

/** Milliseconds without a key before the customer is looked up. */
const PAUSE_MS = 300;

export type Lookup =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'found'; info: CustomerInfo }
  | { kind: 'nobody' }
  | { kind: 'failed' };

export interface CustomerLookup {
  lookup: Lookup;
  again(): void;
}

/** Looks the customer up while the agent types (spec section 5); what is answered for earlier words is not used. */
export function useCustomerInfo(by: ReturnType<typeof lookupOf>, onInfo: (info: CustomerInfo) => void): CustomerLookup {
  const { api, toast } = usePanel();
  const key = JSON.stringify(by);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{ key: string; lookup: Lookup } | null>(null);
  const onAnswer = useEffectEvent((asked: string, info: CustomerInfo) => {
    const isNobody = Object.values(info).every((value) => value === null);
    setAnswered({ key: asked, lookup: isNobody ? { kind: 'nobody' } : { kind: 'found', info } });
    onInfo(info);
  });
  const onFailure = useEffectEvent((asked: string) => {
    setAnswered({ key: asked, lookup: { kind: 'failed' } });
    toast('error', messages.lookup.failed);
  });

  useEffect(() => {
    const query = JSON.parse(key) as typeof by;
    if (query === null) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      api.customerInfo({ query }, { signal: gone.signal }).then(
        (info) => {
          if (!gone.signal.aborted) onAnswer(key, info);
        },
        () => {
          if (!gone.signal.aborted) onFailure(key);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [api, key, attempt]);

  const lookup: Lookup = by === null ? { kind: 'none' } : answered?.key === key ? answered.lookup : { kind: 'asking' };
  const again = () => {
    setAnswered(null);
    setAttempt((before) => before + 1);
  };
  return { lookup, again };
}

import { ApiError } from '@inbox/api';
import type { AccountId, CallAccount, Ticket } from '@inbox/domain';
import { mayCall } from '@inbox/domain/conversation';
import { useEvent, useLineBack, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../../../messages';
import { actingAs, useAgentSession } from '../../../parts/agent-session-context';

/** Milliseconds that the telephony provider may take to answer, and the backend to give up on it. */
const PROVIDER_MS = 50_000;

/** Milliseconds for which the answer stands in the dialog (spec section 8). */
const CLEARED_AFTER_MS = 3_000;

/** Milliseconds between attempts to have the accounts, after a failure. */
const ACCOUNTS_AGAIN_MS = 4_000;

export interface Calling {
  /** Through which the agent may call the customer now; none: it is not offered. */
  accounts: readonly CallAccount[];
  /** What the dialog says; null while there is none. */
  says: string | null;
  place(account: AccountId): void;
  close(): void;
}

/** Calls the customer of a phone ticket, for which the store has an account (spec section 6). */
export function useCall(ticket: Ticket): Calling {
  const { api, toast } = usePanel();
  const { profile } = useAgentSession();
  const [accounts, setAccounts] = useState<readonly CallAccount[] | null>(null);
  /** Of the accounts, in a row. */
  const [failures, setFailures] = useState(0);
  const [says, setSays] = useState<string | null>(null);
  const running = useRef(false);
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { id: ticket_id } = ticket;
  const may = mayCall(actingAs(profile), ticket).allowed;

  const load = useCallback(
    (options: { signal?: AbortSignal; fresh?: boolean } = {}) =>
      // Without them no call is offered; they are asked for again by themselves, and when the line is back.
      api.callAccounts({}, options).then(setAccounts, () => {
        if (!options.signal?.aborted) setFailures((count) => count + 1);
      }),
    [api],
  );
  const isMissing = may && accounts === null;
  useEffect(() => {
    if (!isMissing) return;
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(() => void load({ signal }), failures === 0 ? 0 : ACCOUNTS_AGAIN_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isMissing, failures, load]);
  useEvent('refresh.requested', () => void (may && load({ fresh: true })));
  useLineBack(() => void (may && accounts === null && load()));
  useEffect(() => () => clearTimeout(clearing.current), []);

  async function place(exotel_acc_id: AccountId): Promise<void> {
    if (running.current) return;
    running.current = true;
    clearTimeout(clearing.current);
    setSays(messages.call.connecting);
    const tell = (kind: 'success' | 'error', text: string) => {
      setSays(text);
      clearing.current = setTimeout(() => setSays(null), CLEARED_AFTER_MS);
      toast(kind, text);
    };
    try {
      const { message } = await api.connectCall({ body: { ticket_id, exotel_acc_id } }, { timeoutMs: PROVIDER_MS });
      tell('success', message ?? messages.call.connected);
    } catch (error) {
      const isToldWhy = error instanceof ApiError && error.kind === 'refused';
      tell('error', isToldWhy ? error.message : messages.call.failed);
    } finally {
      running.current = false;
    }
  }

  return {
    accounts: may && accounts !== null ? accounts : [],
    says,
    place: (account) => void place(account),
    close: () => setSays(null),
  };
}

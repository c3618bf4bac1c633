import { ApiError } from '@inbox/api';
import type { AccountId, CallAccount, Ticket } from '@inbox/domain';
import { mayCall } from '@inbox/domain/conversation';
import { useEvent, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../../messages';
import { actingAs, useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { useRetry } from '../../ui/use-retry';

/** Milliseconds that the telephony provider may take to answer, and the backend to give up on it. */
const PROVIDER_MS = 50_000;

/** Milliseconds for which the answer stands in the dialog (spec section 8). */
const CLEARED_AFTER_MS = 3_000;

/** Milliseconds after which the dialog says that the provider is slow. */
const SLOW_AFTER_MS = 9_500;

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
  const { profile } = useAgentWorkspace();
  const [accounts, setAccounts] = useState<readonly CallAccount[] | null>(null);
  const [says, setSays] = useState<string | null>(null);
  const running = useRef(false);
  /** Changes what the dialog says. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { id: ticket_id } = ticket;
  const may = mayCall(actingAs(profile), ticket).allowed;

  const isMissing = may && accounts === null;
  // Without them no call is offered; what failed is asked for again by itself.
  const { attempt, onFailed, onWorked } = useRetry();
  const load = useCallback(
    (options: { signal?: AbortSignal; fresh?: boolean }) => {
      const take = (loaded: readonly CallAccount[]) => {
        setAccounts(loaded);
        onWorked();
      };
      api.callAccounts({}, options).then(take, () => options.signal?.aborted || onFailed());
    },
    [api, onFailed, onWorked],
  );
  useEffect(() => {
    if (!isMissing) return;
    const ended = new AbortController();
    load({ signal: ended.signal });
    return () => ended.abort();
  }, [isMissing, load, attempt]);
  useEvent('refresh.requested', () => void (may && load({ fresh: true })));
  useEffect(() => () => clearTimeout(timer.current), []);

  async function place(exotel_acc_id: AccountId): Promise<void> {
    if (running.current) return;
    running.current = true;
    const sayIn = (ms: number, text: string | null) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSays(text), ms);
    };
    setSays(messages.call.connecting);
    sayIn(SLOW_AFTER_MS, messages.call.slow);
    const tell = (kind: 'success' | 'error', text: string) => {
      setSays(text);
      sayIn(CLEARED_AFTER_MS, null);
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

import { calls } from '@inbox/api';
import type { EmailAccount, MailSignature } from '@inbox/domain';
import { usePanel, usePanelStorage } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';

export interface MailSignatures {
  /** HTML of the signature of this mailbox, by its address; empty for none, undefined as long as that is not known. */
  of(address: string | undefined): string | undefined;
  /** Whether the server has answered: what is shown before may be old. */
  state: 'loading' | 'loaded' | 'failed';
  reload(): void;
  /** What was saved. */
  put(saved: MailSignature): void;
}

const KEY = 'signatures';
const schema = calls.mailSignatures.answer;

/** The agent's signatures. Those of the last time are there at once, and without a connection. */
export function useMailSignatures(accounts: readonly EmailAccount[]): MailSignatures {
  const { api } = usePanel();
  const storage = usePanelStorage();
  const [known, setKnown] = useState(() => storage.read(KEY, schema));
  const [state, setState] = useState<MailSignatures['state']>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    api.mailSignatures({}, { signal: ended.signal }).then(
      (signatures) => {
        storage.write(KEY, signatures);
        setKnown(signatures);
        setState('loaded');
      },
      () => {
        if (!ended.signal.aborted) setState('failed');
      },
    );
    return () => ended.abort();
  }, [api, round, storage]);
  return {
    of(address) {
      const account = accounts.find(({ email }) => email === address);
      if (account === undefined || known === null) return undefined;
      return known.find(({ account_id }) => account_id === account.id)?.html ?? '';
    },
    state,
    reload: useCallback(() => {
      setState('loading');
      setRound((before) => before + 1);
    }, []),
    put(saved) {
      const changed = [...(known ?? []).filter(({ account_id }) => account_id !== saved.account_id), saved];
      storage.write(KEY, changed);
      setKnown(changed);
    },
  };
}

import { faultId, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';

/** Milliseconds (spec section 8). */
const TOAST_MS = 3_000;

/** `fault`: the error that it is about, where another panel may report the same one. */
export type Notify = (kind: 'success' | 'error', text: string, fault?: unknown) => void;

export interface Notices {
  notify: Notify;
  /** What the panel itself shows, in a page that shows no toasts. */
  shown: { kind: 'success' | 'error'; text: string } | null;
}

/** Toasts of three seconds. In a page without a shell they stand in the panel for as long. */
export function useNotices(): Notices {
  const { bus, name, report } = usePanel();
  const [shown, setShown] = useState<Notices['shown']>(null);

  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const notify: Notify = useCallback(
    (kind, text, fault) => {
      const cause = fault === undefined ? undefined : { id: faultId(fault), by: name };
      bus.send('toast', { kind, text, duration: TOAST_MS, ...(cause && { cause }) }).catch((error: unknown) => {
        report({ level: 'info', message: 'A toast is shown in the panel', detail: String(error) });
        setShown({ kind, text });
      });
    },
    [bus, name, report],
  );
  return { notify, shown };
}

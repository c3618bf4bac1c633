import { onTick } from '@inbox/ui';
import { useCallback, useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;

/**
 * Whether this moment (milliseconds since 1970; null never comes) has passed. It is looked for every second, also after the
 * machine slept, and no timer runs once it has passed.
 */
export function usePassed(at: number | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const isOver = () => at === null || at <= Date.now();
      if (isOver()) return () => undefined;
      const end = onTick(SECOND_MS, () => {
        listener();
        if (isOver()) end();
      });
      return end;
    },
    [at],
  );
  return useSyncExternalStore(subscribe, () => at !== null && at <= Date.now());
}

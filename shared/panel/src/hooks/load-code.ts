import { useCallback } from 'react';
import { usePanel } from './hooks';
import { messages } from '../messages';
import { toastAction } from './toast-action';

/** Loads code and uses it. `failed`: the words of the toast when it cannot be loaded. */
export type LoadCode = <T>(load: () => Promise<T>, use: (code: T) => void, failed: string) => void;

/**
 * Loads code for what the agent has pressed. Code that cannot be loaded is reported in a toast, whose Retry loads it again and
 * goes on with what was pressed. The panel's description consumes `toast.acted`.
 */
export function useLoadCode(): LoadCode {
  const { bus, name, toast } = usePanel();
  return useCallback(
    function begin<T>(load: () => Promise<T>, use: (code: T) => void, failed: string): void {
      load().then(use, () =>
        toast(
          'error',
          failed,
          toastAction(bus, name, messages.retry, () => begin(load, use, failed)),
        ),
      );
    },
    [bus, name, toast],
  );
}

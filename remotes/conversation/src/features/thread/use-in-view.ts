import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}

const read = () => document.visibilityState === 'visible' && document.hasFocus();

/** Is the agent really looking: the window visible, and focused? */
export const useInView = (): boolean => useSyncExternalStore(subscribe, read);

import type { LiveChannel } from './live-channel';

/** The network is back, or the agent is: the line is tried at once. Returns how to stop. */
export function wakeWithPage(live: Pick<LiveChannel, 'wake'>): () => void {
  const onOnline = () => live.wake();
  const onVisible = () => {
    if (document.visibilityState === 'visible') live.wake();
  };
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

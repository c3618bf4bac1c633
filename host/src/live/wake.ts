import type { LiveChannel } from './live-channel';

/**
 * What the page hears of the network: back, or the agent is, and the line is tried at once; gone, and the agent is told at
 * once, not when the silence has lasted. Returns how to stop.
 */
export function wakeWithPage(live: Pick<LiveChannel, 'wake' | 'networkLost'>): () => void {
  const onOnline = () => live.wake();
  const onOffline = () => live.networkLost();
  const onVisible = () => {
    if (document.visibilityState === 'visible') live.wake();
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

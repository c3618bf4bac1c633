import type { ThemeMode } from '@inbox/panel/contract';
import type { Store } from '@inbox/panel/store';
import type { ToastLayer } from './toasts';

declare global {
  interface Window {
    /** Where notistack's style library (goober) looks for the nonce of its style element. */
    __nonce__?: string;
  }
}

/** Fetches what draws toasts; its styles pass the page's security policy. */
export async function loadToastLayer(
  mode: Store<ThemeMode>,
  nonce: string | undefined,
  onAction: (id: string) => void,
): Promise<ToastLayer> {
  if (nonce !== undefined) window.__nonce__ = nonce;
  const { createToastLayer } = await import('./toast-layer');
  return createToastLayer(mode, nonce, onAction);
}

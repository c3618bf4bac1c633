import type { DialogProps } from './dialog-overlay';
import { lazyPart } from '../states/lazy-part';

export type { DialogProps };

const DialogOverlay = lazyPart(() => import('./dialog-overlay'));

/** A question over the page: its first field, or the one with `data-first-focus`, gets the focus, it holds the focus, and gives it back. Its code is loaded when one is first opened. */
export function Dialog(props: DialogProps) {
  return <DialogOverlay {...props} />;
}

/** Loads the dialog's code ahead, for a control that is pointed at. */
export function preloadDialog(): void {
  DialogOverlay.preload();
}

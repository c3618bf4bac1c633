import { lazy, Suspense } from 'react';
import type { DialogProps } from './overlays/dialog-overlay';

export type { DialogProps };

const loadDialog = () => import('./overlays/dialog-overlay');
const DialogOverlay = lazy(loadDialog);

/** A question over the page: its first field, or the one with `data-first-focus`, gets the focus, it holds the focus, and gives it back. Its code is loaded when one is first opened. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogOverlay {...props} />
    </Suspense>
  );
}

/** Loads the dialog's code ahead, for a control that is pointed at. */
export function preloadDialog(): void {
  void loadDialog().catch(() => undefined);
}

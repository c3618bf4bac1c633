import { lazy, Suspense, type ReactNode } from 'react';

export interface DialogProps {
  /** The heading, and the accessible name. */
  title: string;
  /** Escape, and a click beside it. */
  onClose(): void;
  /** Enter in a field, or a button of type submit. */
  onSubmit?(): void;
  /** The buttons at its foot, the one that does it last. */
  actions?: ReactNode;
  children: ReactNode;
}

const loadDialog = () => import('./overlays/dialog-overlay');
const DialogOverlay = lazy(loadDialog);

/** A question over the page: its first field gets the focus, it holds the focus, and gives it back. Its code is loaded when one is first opened. */
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

import { lazy, Suspense, type ReactNode } from 'react';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** The buttons, the main one last. */
  actions: ReactNode;
  /** Escape or a click outside. */
  onClose(): void;
}

const DialogOverlay = lazy(() => import('./overlays/dialog-overlay'));

/** A dialog over the page, open as long as it is rendered. MUI's dialog is loaded when one is first opened. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <DialogOverlay {...props} />
  </Suspense>
);

import type { Toast } from '@inbox/events';

/** Milliseconds that a toast stays unless it says otherwise (spec sections 2, 8 and 9). */
export const TOAST_MS = 6_000;

export interface ToastButton {
  label: string;
  onPress(): void;
}

/** The buttons of a toast. */
export const toastActions = (
  { action, second_action }: Pick<Toast, 'action' | 'second_action'>,
  onAction: (id: string) => void,
): ToastButton[] =>
  [action, second_action].flatMap((one) =>
    one === undefined ? [] : [{ label: one.label, onPress: () => onAction(one.id) }],
  );

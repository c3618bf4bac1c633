import { messages } from '../messages';
import type { Toasts } from '../toasts/toasts';
import type { OverlayName } from './overlay';

/** The button of the toast: its id ends with the name of the dialog. */
const RETRY = 'host.overlay.';

/**
 * Reports a dialog whose code could not be loaded, with a Retry that opens it.
 *
 * @returns reports the dialog of this name
 */
export function reportFailedOverlays(
  toasts: Pick<Toasts, 'show' | 'onActed'>,
  open: (name: OverlayName) => void,
): (name: OverlayName) => void {
  toasts.onActed((id) => {
    if (id.startsWith(RETRY)) open(id.slice(RETRY.length) as OverlayName);
  });
  return (name) =>
    toasts.show({
      kind: 'error',
      text: messages.overlayFailed,
      action: { label: messages.retry, id: RETRY + name },
    });
}

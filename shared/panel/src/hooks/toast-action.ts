import { randomId } from '@inbox/domain';
import type { BusClient, ToastAction } from '@inbox/events';

/** Work of the buttons of toasts that are not pressed yet, by panel. */
const unpressed = new WeakMap<BusClient, Map<string, () => void>>();

/**
 * A button of a toast that does this when it is pressed, whatever is open by then.
 *
 * @param panel the name of the panel, whose description consumes `toast.acted`
 */
export function toastAction(bus: BusClient, panel: string, label: string, run: () => void): ToastAction {
  const id = `${panel}.${randomId()}`;
  const runs = unpressed.get(bus) ?? listen(bus);
  runs.set(id, run);
  return { label, id };
}

function listen(bus: BusClient): Map<string, () => void> {
  const runs = new Map<string, () => void>();
  unpressed.set(bus, runs);
  bus.onEvent('toast.acted', ({ id }) => {
    const run = runs.get(id);
    runs.delete(id);
    run?.();
  });
  return runs;
}

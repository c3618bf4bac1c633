import type { AgentPickerProps } from './agent-picker-sheet';
import { lazyPart } from '../states/lazy-part';

export type { AgentPickerProps };

const AgentPickerSheet = lazyPart(() => import('./agent-picker-sheet'));

/**
 * Whom to hand tickets to; oneself first, names searched. It hangs below the nearest positioned element around it, and
 * its code is loaded when it is first opened.
 */
export function AgentPicker(props: AgentPickerProps) {
  return <AgentPickerSheet {...props} />;
}

/** Loads the picker's code ahead, for a control that is pointed at. */
export function preloadAgentPicker(): void {
  AgentPickerSheet.preload();
}

import { lazy, Suspense } from 'react';
import type { AgentPickerProps } from './agent-picker-sheet';

export type { AgentPickerProps };

const loadSheet = () => import('./agent-picker-sheet');
const AgentPickerSheet = lazy(loadSheet);

/**
 * Whom to hand tickets to; oneself first, names searched. It hangs below the nearest positioned element around it, and
 * its code is loaded when it is first opened.
 */
export function AgentPicker(props: AgentPickerProps) {
  return (
    <Suspense fallback={null}>
      <AgentPickerSheet {...props} />
    </Suspense>
  );
}

/** Loads the picker's code ahead, for a control that is pointed at. */
export function preloadAgentPicker(): void {
  void loadSheet().catch(() => undefined);
}

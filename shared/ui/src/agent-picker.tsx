import type { Agent, AgentId } from '@inbox/domain';
import { lazy, Suspense } from 'react';

export interface AgentPickerProps {
  /** The accessible name. */
  label: string;
  /** Whom the rules allow, in order. */
  targets: readonly Agent[];
  self: AgentId;
  onChoose(agent: Agent): void;
  onClose(): void;
}

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

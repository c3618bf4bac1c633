import { MAX_HEALTH_MS, type HealthEntry, type HealthMeasure } from '@inbox/domain/operations';
import { onCLS, onINP, onLCP } from 'web-vitals/attribution';
import { measureLongFrames } from './long-frames';
import { panelOf } from './panel-of';

/** web-vitals passes the owner of an element on as text. */
const nameOf = (node: Node | null): string | undefined => {
  const owner = panelOf(node);
  return owner && `${owner.panel}@${owner.version}`;
};

/**
 * Measures the web vitals and the longest frames of this page, each for the panel that it belongs to; those of the shell are
 * left out.
 */
export function measureVitals(onMeasured: (entry: HealthEntry) => void): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const measured = (kind: HealthMeasure, value: number, target: string | undefined) => {
    const [panel, version] = target?.split('@') ?? [];
    if (panel !== undefined && version !== undefined) {
      onMeasured({ panel, version, kind, value: Math.min(value, MAX_HEALTH_MS) });
    }
  };
  const options = { generateTarget: nameOf };
  onLCP(({ value, attribution }) => measured('lcp_ms', value, attribution.target), options);
  onINP(({ value, attribution: { interactionTarget, interactionType } }) => {
    measured('inp_ms', value, interactionTarget);
    if (interactionType !== undefined) measured(`inp_${interactionType}_ms`, value, interactionTarget);
  }, options);
  onCLS(({ value, attribution }) => measured('cls', value, attribution.largestShiftTarget), options);
  measureLongFrames(onMeasured);
}

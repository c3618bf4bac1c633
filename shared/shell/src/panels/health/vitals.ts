import { MAX_HEALTH_MS, type HealthEntry, type HealthMeasure } from '@inbox/domain/operations';
import { onCLS, onINP, onLCP } from 'web-vitals/attribution';

/** The panel in which an element lies, as `name@version`; nothing of what it shows. Undefined outside of panels. */
export function panelOf(node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const { panel, version } = element?.closest<HTMLElement>('[data-panel]')?.dataset ?? {};
  return panel !== undefined && version !== undefined ? `${panel}@${version}` : undefined;
}

/** Measures the web vitals of this page, each for the panel that its element lies in; those of the shell are left out. */
export function measureVitals(onMeasured: (entry: HealthEntry) => void): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const measured = (kind: HealthMeasure, value: number, target: string | undefined) => {
    const [panel, version] = target?.split('@') ?? [];
    if (panel !== undefined && version !== undefined) {
      onMeasured({ panel, version, kind, value: Math.min(value, MAX_HEALTH_MS) });
    }
  };
  const options = { generateTarget: panelOf };
  onLCP(({ value, attribution }) => measured('lcp_ms', value, attribution.target), options);
  onINP(({ value, attribution }) => measured('inp_ms', value, attribution.interactionTarget), options);
  onCLS(({ value, attribution }) => measured('cls', value, attribution.largestShiftTarget), options);
}

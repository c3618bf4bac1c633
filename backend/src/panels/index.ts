import type { AgentId } from '@inbox/domain';
import type { HealthBounds, HealthEntry } from '@inbox/domain/operations';
import type { PanelChangeRequest, PanelOperations } from '@inbox/api/panels';
import type { WorkContext } from '../platform/db/unit-of-work';
import { createKnownRuns } from './known-runs';
import { changePanel, readOperations } from './operate-panels';
import { createHealthRecorder } from './record-health';
import { takeBackFailing } from './take-back';

export { countPanelHealth, forgetOldHealth, readVitals } from './health-queries';

/** The health of published panels, and what operators do to them. */
export interface PanelWork {
  /** Counts what a page reports, and takes back what fails by it. @returns how many entries were counted */
  reportHealth(agent: AgentId, entries: readonly HealthEntry[]): Promise<{ counted: number }>;
  operations(): Promise<PanelOperations>;
  /** @throws WorkError in the registry's words */
  change(request: PanelChangeRequest, by: string): Promise<{ revision: number }>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

interface PanelWorkDeps {
  context: Pick<WorkContext, 'db' | 'now'>;
  /** Holds the registry. */
  dataDir: string;
  bounds: HealthBounds;
  log: (line: string) => void;
  report: (error: unknown) => void;
}

export function createPanelWork({ context, dataDir, bounds, log, report }: PanelWorkDeps): PanelWork {
  const { db } = context;
  const runs = createKnownRuns(dataDir);
  const recorder = createHealthRecorder(context, runs);
  let judging: Promise<void> | undefined;
  let isWanted = false;

  /** One after the other; what is reported meanwhile is looked at once more. */
  async function judge(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await takeBackFailing({ db, dataDir, runs, bounds, log }).catch(report);
    }
    judging = undefined;
  }

  return {
    async reportHealth(agent, entries) {
      const { counted, failed } = await recorder.record(agent, entries);
      if (failed) {
        isWanted = true;
        judging ??= judge();
      }
      return { counted };
    },
    operations: () => readOperations({ db, dataDir, runs, bounds }),
    change: (request, by) => changePanel(dataDir, request, by),
    stop: async () => judging,
  };
}

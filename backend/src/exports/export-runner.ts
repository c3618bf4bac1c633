import { subDays } from 'date-fns/subDays';
import { readsOf, type LaggingReads } from '../platform/db/lagging-reads';
import { wordsOf } from '../platform/errors/errors';
import { claimExport, forgetExports, requeueExport, type ClaimedExport } from './export-queries';
import type { Uploads } from '../platform/files/uploads';
import type { WorkContext } from '../platform/db/unit-of-work';
import { giveUp, makeReport, type ReportDeps } from './export-report';

export interface ExportRunnerDeps extends Pick<ReportDeps, 'composeMail'> {
  context: WorkContext;
  /** Left out, there is no standby. */
  reads?: LaggingReads;
  uploads: Uploads;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
  /** Milliseconds for which a report is ours; after a crash it is taken up again when they are over. */
  leaseMs?: number;
  /** Milliseconds after which a failed attempt is made again. */
  againMs?: number;
}

export interface ExportRunner {
  /** A report may have been ordered. */
  wake(): void;
  /** Ends the report under way, which is taken up again at the next start. */
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const LOOK_EVERY_MS = 30_000;
/** Days for which a report's file is kept: longer than a mail is tried to be sent. */
const KEPT_DAYS = 7;

/** Makes ordered reports, one at a time: they may take their time, and agents at work come first. */
export function startExports(deps: ExportRunnerDeps): ExportRunner {
  const { context, reads = readsOf(context.db), uploads, composeMail, log, leaseMs = 60_000, againMs = 20_000 } = deps;
  const ended = new AbortController();
  const { signal } = ended;
  let working: Promise<void> | undefined;
  let isWoken = false;

  async function make(claim: ClaimedExport): Promise<void> {
    const report = { context, reads, uploads, composeMail, leaseMs, signal };
    try {
      if (claim.attempts > MAX_ATTEMPTS) await giveUp(report, claim);
      else await makeReport(report, claim);
    } catch (error) {
      if (!signal.aborted) log(`Report ${claim.id} could not be made: ${wordsOf(error)}`);
      await requeueExport(context.db, claim, signal.aborted ? 0 : againMs, wordsOf(error));
    }
  }

  async function workUntilDone(): Promise<void> {
    while (isWoken && !signal.aborted) {
      isWoken = false;
      try {
        for (const key of await forgetExports(context.db, subDays(context.now(), KEPT_DAYS))) {
          await uploads.remove(key);
        }
        for (
          let claim = await claimExport(context.db, leaseMs);
          claim;
          claim = await claimExport(context.db, leaseMs)
        ) {
          await make(claim);
          if (signal.aborted) break;
        }
      } catch (error) {
        if (!signal.aborted) log(`The reports could not be read: ${wordsOf(error)}`);
      }
    }
    working = undefined;
  }

  function wake(): void {
    isWoken = true;
    if (!signal.aborted) working ??= workUntilDone();
  }

  const timer = setInterval(wake, LOOK_EVERY_MS);
  timer.unref();
  wake();
  return {
    wake,
    async stop() {
      clearInterval(timer);
      ended.abort(new Error('The inbox is being stopped.'));
      await working;
    },
  };
}

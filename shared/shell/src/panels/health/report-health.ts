import { ApiError } from '@inbox/api';
import { MAX_HEALTH_ENTRIES, MAX_HEALTH_MS, type HealthEntry } from '@inbox/domain/operations';
import type { HealthLog, HealthNote } from '../health-log';

/** Milliseconds until what failed is reported: a bad release is to be taken back soon. */
export const FAILURE_AFTER_MS = 1_000;
/** Milliseconds until all else is, so that a page's start is one report. */
export const REPORT_AFTER_MS = 10_000;
/** Entries that wait while the server cannot be reached; the newest are left out beyond it. */
const MOST_WAITING = 100;

interface ReportHealthDeps {
  log: Pick<HealthLog, 'follow'>;
  /** Sends a report, which must outlive the page. Rejects with ApiError when the server did not take it. */
  send(entries: HealthEntry[]): Promise<unknown>;
  /** Can the server be reached, and is somebody signed in? Reports wait until then. */
  canSend(): boolean;
  /** Begins to measure; each value once, as late as when the page is hidden. */
  measure(onMeasured: (entry: HealthEntry) => void): void;
}

const isFailure = ({ kind }: Pick<HealthNote, 'kind'>) => kind !== 'load';
/** One page counts a version once as loaded, and once as failed, however often an agent retries. */
const onceOf = (note: HealthNote) => `${note.panel}@${note.version} ${isFailure(note)}`;

/**
 * Reports what this page notes and measures of its panels: names of panels and numbers, and nothing else.
 * @returns reports what is left, and stops
 */
export function reportHealth({ log, send, canSend, measure }: ReportHealthDeps): () => void {
  const counted = new Set<string>();
  let waiting: HealthEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  let isStopped = false;

  function flush(): void {
    clearTimeout(timer);
    due = Infinity;
    if (!canSend()) {
      if (!isStopped) flushWithin(REPORT_AFTER_MS);
      return;
    }
    const entries = waiting.slice(0, MAX_HEALTH_ENTRIES);
    waiting = waiting.slice(MAX_HEALTH_ENTRIES);
    if (entries.length === 0) return;
    if (waiting.length > 0) flushWithin(REPORT_AFTER_MS);
    send(entries).catch((error: unknown) => {
      // What the server did not refuse is of use later as well.
      if (isStopped || !(error instanceof ApiError && error.retryable)) return;
      waiting = [...entries, ...waiting].slice(0, MOST_WAITING);
      flushWithin(REPORT_AFTER_MS);
    });
  }

  function flushWithin(milliseconds: number): void {
    const wanted = Date.now() + milliseconds;
    if (wanted >= due) return;
    due = wanted;
    clearTimeout(timer);
    timer = setTimeout(flush, milliseconds);
  }

  function add(entry: HealthEntry, within: number): void {
    if (isStopped || waiting.length >= MOST_WAITING) return;
    waiting.push(entry);
    // A hidden page may be gone before a timer runs.
    if (document.visibilityState === 'hidden') queueMicrotask(flush);
    else flushWithin(within);
  }

  log.follow((note) => {
    // Without a network every file is missing, which says nothing of the release.
    if (note.kind === 'load_failed' && !navigator.onLine) return;
    if (counted.has(onceOf(note))) return;
    counted.add(onceOf(note));
    const { panel, version, kind, value } = note;
    add({ panel, version, kind }, isFailure(note) ? FAILURE_AFTER_MS : REPORT_AFTER_MS);
    if (value !== undefined) {
      add({ panel, version, kind: 'load_ms', value: Math.min(value, MAX_HEALTH_MS) }, REPORT_AFTER_MS);
    }
  });
  measure((entry) => add(entry, REPORT_AFTER_MS));
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    isStopped = true;
    flush();
    clearTimeout(timer);
  };
}

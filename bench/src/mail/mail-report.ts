import { against, markdownTable, milliseconds } from '../table';
import type { MailFigures, Work } from './mail-figures';
import type { TakenMails } from './measure-memory';

/** Of the main thread, for each 100 KB that are read. */
const WORK_MS = 50;
const TASK_MS = 200;
const EACH = 100_000;

/** What reading each mail takes, beside the aims. */
export function mailReport(figures: readonly MailFigures[]): string {
  return markdownTable(
    ['a mail of', 'work to open', 'a 100 KB', 'longest task', 'work for all of it', 'a 100 KB', 'longest task'],
    figures.map(({ name, size, open, whole }) => [
      name,
      ...cells(open, whole === null ? size : Math.min(size, EACH)),
      ...(whole === null ? ['–', '–', '–'] : cells(whole, size)),
    ]),
  );
}

function cells({ sum, longest }: Work, size: number): string[] {
  // A shorter mail has the room of one of 100 KB.
  const each = sum / Math.max(1, size / EACH);
  return [
    milliseconds(sum),
    against(`${milliseconds(each)} ≤ ${WORK_MS}`, each <= WORK_MS),
    against(`${milliseconds(longest)} ≤ ${TASK_MS}`, longest <= TASK_MS),
  ];
}

/** Bytes that the process may have in memory. */
const MEMORY = 1_000_000_000;
/** Nobody else waits longer than this for the process. */
const BLOCKED_MS = 500;

/** What taking large mails in costs the backend, and whether each that was accepted is shown. */
export function memoryReport(taken: readonly TakenMails[]): string {
  return markdownTable(
    ['taken in', 'accepted', 'to come again', 'shown', 'time', 'memory', 'blocked at most'],
    taken.map(({ name, accepted, deferred, shown, ms, rss, blockedMs }) => [
      name,
      String(accepted),
      String(deferred),
      against(String(shown), shown === accepted),
      milliseconds(ms),
      against(`${Math.round(rss / 1_000_000)} MB ≤ ${MEMORY / 1_000_000}`, rss <= MEMORY),
      against(`${milliseconds(blockedMs)} ≤ ${BLOCKED_MS}`, blockedMs <= BLOCKED_MS),
    ]),
  );
}

import type { Api } from '@inbox/api';
import { panelCalls } from '@inbox/api/panels';
import type { HealthLog } from '../health-log';
import { reportHealth } from './report-health';
import { measureVitals } from './vitals';

/**
 * Reports what this page's panels loaded and what failed; the measures of a page of another product are its own.
 * @returns stops it
 */
export const startLoadReports = (log: HealthLog, api: Pick<Api, 'call'>, canSend: () => boolean): (() => void) =>
  reportHealth({
    log,
    send: (entries) => api.call(panelCalls.reportHealth, { body: { entries } }, { keepalive: true }),
    canSend,
    measure: () => undefined,
  });

/**
 * Reports the health of this page's panels. Loaded after the first paint.
 *
 * @param options.isSampled whether this page is one of those that measure how fast it is, too
 * @returns stops it
 */
export const startHealth = (
  log: HealthLog,
  api: Pick<Api, 'call'>,
  { canSend, isSampled }: { canSend: () => boolean; isSampled: boolean },
): (() => void) =>
  reportHealth({
    log,
    send: (entries) => api.call(panelCalls.reportHealth, { body: { entries } }, { keepalive: true }),
    canSend,
    measure: isSampled ? measureVitals : () => undefined,
  });

import type { Api } from '@inbox/api';
import { panelCalls } from '@inbox/api/panels';
import type { HealthLog } from '../health-log';
import { reportHealth } from './report-health';
import { measureVitals } from './vitals';

/**
 * Reports the health of this page's panels. Loaded after the first paint.
 * @returns stops it
 */
export const startHealth = (log: HealthLog, api: Pick<Api, 'call'>, canSend: () => boolean): (() => void) =>
  reportHealth({
    log,
    send: (entries) => api.call(panelCalls.reportHealth, { body: { entries } }, { keepalive: true }),
    canSend,
    measure: measureVitals,
  });

import type { AnyCallName } from '@inbox/api/all-calls';

/** Calls that answer a shop's admins alone, and all others with 403 whatever they name. */
export const ADMIN_CALLS: readonly AnyCallName[] = [
  'analytics',
  'analyticsCustomers',
  'auditRecords',
  'shopStatus',
  'sendAgain',
  'deadLetterText',
  'reprocessDeadLetter',
  'dismissNotice',
];

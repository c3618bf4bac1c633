import { analyticsCalls } from './analytics';
import { auditCalls } from './audit';
import { calls } from './calls';
import { panelCalls } from './panels';
import { privacyCalls } from './privacy';
import { shopStatusCalls } from './shop-status';
import { signInCalls } from './sign-in';
import { browserKeyCalls } from './browser-key';

/** Every call of the backend, those included that the client does not carry as functions of its own. */
export const allCalls = {
  ...calls,
  ...panelCalls,
  ...analyticsCalls,
  ...auditCalls,
  ...privacyCalls,
  ...shopStatusCalls,
  ...signInCalls,
  ...browserKeyCalls,
} as const;

export type AllCalls = typeof allCalls;
export type AnyCallName = keyof AllCalls;

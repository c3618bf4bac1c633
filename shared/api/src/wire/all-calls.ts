import { analyticsCalls } from './analytics';
import { calls } from './calls';
import { panelCalls } from './panels';

/** Every call of the backend, those included that the client does not carry as functions of its own. */
export const allCalls = { ...calls, ...panelCalls, ...analyticsCalls } as const;

export type AllCalls = typeof allCalls;
export type AnyCallName = keyof AllCalls;

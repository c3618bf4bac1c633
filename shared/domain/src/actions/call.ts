import type { AccountId } from '../ids';
import { mayAct, type Acting, type RuledTicket, type Verdict } from './rules';

/** A telephony account through which agents call customers. */
export interface CallAccount {
  id: AccountId;
  name: string;
}

export type CallRefusal = 'not_phone' | 'closed' | 'not_owner';

/** Only on phone tickets (spec section 6), by whoever may act on the ticket; a closed one is not worked on. */
export function mayCall(agent: Acting, ticket: RuledTicket): Verdict<CallRefusal> {
  if (ticket.conversation_source !== 'phone') return { allowed: false, reason: 'not_phone' };
  if (ticket.status === 'closed') return { allowed: false, reason: 'closed' };
  return mayAct(agent, ticket).allowed ? { allowed: true } : { allowed: false, reason: 'not_owner' };
}

/**
 * Where a call stands. `connecting`: the provider is asked. `ringing` and `talking` are on the way; the others are ends.
 * `unknown`: the connection broke while the provider was asked, so nobody knows whether it calls, unless it tells.
 */
export const CALL_STATES = ['connecting', 'unknown', 'ringing', 'talking', 'completed', 'missed', 'failed'] as const;
export type CallState = (typeof CALL_STATES)[number];

const STEP: Record<CallState, number> = {
  connecting: 0,
  unknown: 0,
  ringing: 1,
  talking: 2,
  completed: 3,
  missed: 3,
  failed: 3,
};

/** Is `told` news of a call that stands at `known`? Reports come twice, late and out of order; an end is final. */
export const isCallNews = (known: CallState, told: CallState): boolean => STEP[told] > STEP[known];

import { millisecondsInHour } from 'date-fns/constants';
import type { AgentId, IsoTime } from '../ids';
import { mayAct, type Acting, type RuledTicket, type Verdict } from './rules';
import { sessionState } from '../channels/session';
import { joinTags, tagList } from '../tickets/ticket';

const yes = { allowed: true } as const;
const no = <Reason extends string>(reason: Reason) => ({ allowed: false, reason }) as const;

/** Spec section 5: 'no' (0) and 1 to 23. */
export const NO_FOLLOW_UP = 0;
export const MAX_FOLLOW_UP_HOURS = 23;
export const FOLLOW_UP_HOURS: readonly number[] = Array.from({ length: MAX_FOLLOW_UP_HOURS + 1 }, (_, hours) => hours);

export type FollowUpRefusal = 'not_open' | 'not_owner';

/**
 * May the ticket be laid aside? While it is open, by its owner or a store admin (spec section 4); a
 * follow-up that runs can be given another time, or ended by 'no'.
 */
export function mayFollowUp(agent: Acting, ticket: RuledTicket): Verdict<FollowUpRefusal> {
  if (!mayAct(agent, ticket).allowed) return no('not_owner');
  return ticket.status === 'open' || ticket.status === 'follow_up' ? yes : no('not_open');
}

/** Where the ticket stands after it; `now` in milliseconds. */
export function afterFollowUp(
  hours: number,
  now: number,
): { status: 'open' | 'follow_up'; follow_up_at: IsoTime | null } {
  if (hours === NO_FOLLOW_UP) return { status: 'open', follow_up_at: null };
  return { status: 'follow_up', follow_up_at: new Date(now + hours * millisecondsInHour).toISOString() };
}

/** What the survey's rule asks besides. */
export interface SurveyedTicket extends RuledTicket {
  is_csat_sent: boolean;
}

export type CsatRefusal = 'disabled' | 'already_sent' | 'not_owner' | 'session_expired' | 'channel';

/**
 * May the survey be sent at `now` (milliseconds)? Spec section 6: the merchant has it, it was not sent yet, and there is a
 * WhatsApp session that runs or an e-mail channel.
 */
export function maySendCsat(
  agent: Acting & { is_csat_enabled: boolean },
  ticket: SurveyedTicket,
  now: number,
): Verdict<CsatRefusal> {
  if (!agent.is_csat_enabled) return no('disabled');
  if (ticket.is_csat_sent) return no('already_sent');
  if (!mayAct(agent, ticket).allowed) return no('not_owner');
  if (ticket.conversation_source === 'email') return yes;
  const session = sessionState(ticket, now).kind;
  if (session === 'running') return yes;
  return no(session === 'expired' ? 'session_expired' : 'channel');
}

/** Any agent may follow a ticket or stop to; whom else it is told is for the owner or a store admin. */
export function maySubscribe(agent: Acting, ticket: RuledTicket, subscriber: AgentId): Verdict<'not_owner'> {
  return subscriber === agent.id ? yes : mayAct(agent, ticket);
}

/** Characters of one tag, and tags of one ticket. */
export const MAX_TAG_LENGTH = 50;
export const MAX_TAGS = 50;

/** The tags as the wire has them, with these added; what is there already, in whatever case, is not added twice. */
export function withTags(tags: string, added: string): string {
  const known = new Set(tagList(tags).map((tag) => tag.toLocaleLowerCase()));
  return joinTags([...tagList(tags), ...tagList(added).filter((tag) => !known.has(tag.toLocaleLowerCase()))]);
}

/** The tags without these, whatever their case. */
export function withoutTags(tags: string, removed: string): string {
  const gone = new Set(tagList(removed).map((tag) => tag.toLocaleLowerCase()));
  return joinTags(tagList(tags).filter((tag) => !gone.has(tag.toLocaleLowerCase())));
}

import { addYears } from 'date-fns/addYears';
import type { AgentId, IsoTime, TempId, TicketId } from '../ids';
import type { MailKind } from './mail-kinds';

/** A mail of the drawer that the server sends at a chosen time. */
export interface ScheduledMail {
  /** That of the reply which it becomes. */
  temp_id: TempId;
  ticket_id: TicketId;
  /** Who wrote it. */
  agent_id: AgentId;
  agent_name: string;
  kind: MailKind;
  /** Whom it goes to, as typed; copies and hidden copies are not named. */
  to: string[];
  /** Empty when it is that of the mail which it answers. */
  subject: string;
  /** The beginning of its words. */
  beginning: string;
  send_at: IsoTime;
  /** Why it was not sent at its time; null while it waits. */
  failed: string | null;
}

/** Characters of a scheduled mail's words that the list shows. */
export const SCHEDULED_BEGINNING = 200;

export type SendTimeProblem = 'past' | 'too_far';

/** A mail is sent later than now, and within a year. Null when the time is right; both in milliseconds. */
export function sendTimeProblem(at: number, now: number): SendTimeProblem | null {
  if (!(at > now)) return 'past';
  return at > addYears(now, 1).getTime() ? 'too_far' : null;
}

/** Its writer, and a store admin, may change it and call it off. */
export const mayChangeScheduled = (
  agent: { id: AgentId; is_store_admin: boolean },
  { agent_id }: Pick<ScheduledMail, 'agent_id'>,
): boolean => agent.is_store_admin || agent.id === agent_id;

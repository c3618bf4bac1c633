import { dateRangeProblem, dayStart, type DateRangeProblem } from './text/calendar';
import type { ConversationId, CustomerId, IsoTime, TicketId } from './ids';
import { millisecondsInDay } from 'date-fns/constants';

/** Days that figures are asked for at once, at most. */
export const MOST_ANALYTICS_DAYS = 92;

/** Both days count, as the shop's calendar has them (yyyy-MM-dd). */
export interface DayRange {
  from: string;
  to: string;
}

/** What is wrong with a range that figures are asked for; null when nothing is. */
export function analyticsRangeProblem({ from, to }: DayRange, now: number): DateRangeProblem | 'too_long' | null {
  const days = Math.round((dayStart(to) - dayStart(from)) / millisecondsInDay) + 1;
  return dateRangeProblem(from, to, now) ?? (days > MOST_ANALYTICS_DAYS ? 'too_long' : null);
}

/** How soon agents first replied to what customers began. Seconds, null where nobody has replied. */
export interface FirstResponse {
  /** Tickets that have a reply. */
  replied: number;
  median_seconds: number | null;
  /** Nine in ten were replied to within it. */
  p90_seconds: number | null;
}

/** The satisfaction surveys that were sent. */
export interface Csat {
  sent: number;
  /** Of them those that a customer has answered with a number. */
  answered: number;
  /** Mean of the answers, 1 to 5; null without any. */
  score: number | null;
}

/** Tickets that came in, and what became of them until now. */
export interface AnalyticsFigures {
  tickets: number;
  /** By conversation source; one that is not named has none. */
  by_channel: Record<string, number>;
  /** By the status that they have now. */
  by_status: Record<string, number>;
  first_response: FirstResponse;
  csat: Csat;
}

export interface AnalyticsDay extends AnalyticsFigures {
  day: string;
}

export interface Analytics extends DayRange {
  /** The IANA zone by which days begin. */
  time_zone: string;
  /** Of the whole range. */
  total: AnalyticsFigures;
  /** Every day of the range, the first one first. */
  days: AnalyticsDay[];
}

/** A customer who began, or was written, a ticket within the range. */
export interface AnalyticsCustomer {
  customer_id: CustomerId;
  full_name: string;
  email: string | null;
  phone: string | null;
  /** Within the range. */
  tickets: number;
  /** Of them those that are not closed. */
  open_tickets: number;
  /** The newest of them: what panels beside the table are opened with. */
  ticket_id: TicketId;
  conversation_id: ConversationId;
  last_ticket_at: IsoTime;
}

/** The first line is nothing but a number from 1 to 5, perhaps out of 5. What else a customer writes is no answer. */
const RATING = /^\s*([1-5])(?:[ \t]*\/[ \t]*5)?[ \t.!]*(?:\r?\n|$)/;

/** What a customer's message answers to the survey, 1 to 5; null when it is none. */
export function surveyRating(message: string): number | null {
  const digit = RATING.exec(message)?.[1];
  return digit === undefined ? null : Number(digit);
}

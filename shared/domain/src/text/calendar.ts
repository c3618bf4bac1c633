import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';

/** Agents work by the Indian calendar, wherever their browser or the server stands. India knows no summer time. */
export const TIME_ZONE = 'Asia/Kolkata';
const OFFSET = '+05:30';
const OFFSET_MS = 5.5 * millisecondsInHour;

const inIndia = (time: number): string => new Date(time + OFFSET_MS).toISOString();

/** The day (yyyy-MM-dd) of an instant in milliseconds. */
export function dayOf(time: number): string {
  return inIndia(time).slice(0, 10);
}

/** Day and minute (yyyy-MM-dd HH:mm) of an instant in milliseconds. */
export function minuteOf(time: number): string {
  return inIndia(time).slice(0, 16).replace('T', ' ');
}

/** The instant, in milliseconds, at which a day (yyyy-MM-dd) begins. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00${OFFSET}`);
}

/** The instant, in milliseconds, at which a day (yyyy-MM-dd) is over and the next one begins. */
export function dayEnd(day: string): number {
  return dayStart(day) + millisecondsInDay;
}

/** The day so many days later; earlier when negative. */
export function daysAfter(day: string, days: number): string {
  return dayOf(dayStart(day) + days * millisecondsInDay);
}

export type DateRangeProblem = 'future' | 'end_before_start';

/** What is wrong with a range of days that something is asked for: none may lie ahead (spec section 5). */
export function dateRangeProblem(start: string | null, end: string | null, now: number): DateRangeProblem | null {
  const today = dayOf(now);
  if ((start !== null && start > today) || (end !== null && end > today)) return 'future';
  return start !== null && end !== null && end < start ? 'end_before_start' : null;
}

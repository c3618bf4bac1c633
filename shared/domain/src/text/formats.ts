import {
  millisecondsInDay as DAY,
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
  millisecondsInWeek as WEEK,
} from 'date-fns/constants';
import { lightFormat } from 'date-fns/lightFormat';

const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/**
 * How long ago, as short as can be: ~5s, 1m, 1h, 1d, 1w, 1mon, 1y (spec section 9). Both in milliseconds. Seconds are
 * told in steps of five, so that a row says something new seldom.
 */
export function relativeTime(then: number, now: number): string {
  const ago = Math.max(0, now - then);
  if (ago < MINUTE) return `~${Math.min(55, Math.max(5, Math.round(ago / (5 * SECOND)) * 5))}s`;
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)}m`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)}h`;
  if (ago < WEEK) return `${Math.floor(ago / DAY)}d`;
  if (ago < MONTH) return `${Math.floor(ago / WEEK)}w`;
  if (ago < YEAR) return `${Math.floor(ago / MONTH)}mon`;
  return `${Math.floor(ago / YEAR)}y`;
}

/** As date-fns' `format` names them, which would add 4 KB to what every page loads first. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A message's time in the reader's zone: dd MMM yyyy, hh:mm a (spec section 9). */
export function formatMessageTime(time: Date): string {
  return `${formatDay(time)}, ${formatClock(time)}`;
}

/** The time of day alone, where the date stands above: hh:mm a. */
export function formatClock(time: Date): string {
  return lightFormat(time, 'hh:mm a');
}

/** Spec section 5: KB below 1,000,000 bytes, else MB; one decimal where it says something. Only what is empty has none. */
export function formatFileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${bytes > 0 ? Math.max(0.1, Number(value.toFixed(1))) : 0} ${unit}`;
}

/** The day alone, for the dividers of a thread: dd MMM yyyy. */
export function formatDay(time: Date): string {
  return lightFormat(time, `dd '${MONTHS[time.getMonth()] ?? ''}' yyyy`);
}

/** An order's day: dd MMM, yyyy (spec section 9). */
export function formatOrderDate(time: Date): string {
  return lightFormat(time, `dd '${MONTHS[time.getMonth()] ?? ''}', yyyy`);
}

/** An abandoned checkout's day: do MMM, yyyy (spec section 9). */
export function formatCheckoutDate(time: Date): string {
  return lightFormat(time, `'${ordinal(time.getDate())} ${MONTHS[time.getMonth()] ?? ''}', yyyy`);
}

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? undefined : ['st', 'nd', 'rd'][(day % 10) - 1];
  return `${day}${ending ?? 'th'}`;
}

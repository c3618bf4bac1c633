import { format } from 'date-fns/format';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });

/** Rupees with lakh-style grouping, the sign and two decimals: ₹1,24,860.00 (spec section 9). */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
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

/** A message's time in the reader's zone: dd MMM yyyy, hh:mm a (spec section 9). */
export function formatMessageTime(time: Date): string {
  return format(time, 'dd MMM yyyy, hh:mm a');
}

/** The time of day alone, where the date stands above: hh:mm a. */
export function formatClock(time: Date): string {
  return format(time, 'hh:mm a');
}

/** Spec section 5: KB below 1,000,000 bytes, else MB; one decimal where it says something. */
export function formatFileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${Number(value.toFixed(1))} ${unit}`;
}

/** The day alone, for the dividers of a thread: dd MMM yyyy. */
export function formatDay(time: Date): string {
  return format(time, 'dd MMM yyyy');
}

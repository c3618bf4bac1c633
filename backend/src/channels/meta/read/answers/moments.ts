import { formatDay, formatMessageTime } from '@inbox/domain';
import { millisecondsInDay as DAY, millisecondsInMinute as MINUTE } from 'date-fns/constants';
import { messages } from '../../messages';

const ABOUT_DAY = /date|birth|anniversary|expir|(?:^|_)(?:day|dob)(?:_|$)/;
const ABOUT_TIME = /time|slot|hour|(?:^|_)(?:when|at)(?:_|$)/;
/** Fields whose digits count nothing: a phone number or the code below a barcode may be as long as milliseconds. */
const ABOUT_NUMBER =
  /phone|mobile|whatsapp|contact|number|code|account|aadhaar|isbn|(?:^|_)(?:no|id|ref|reference|order|ean|imei|awb)(?:_|$)/;

/**
 * A moment in words, where a field holds one as digits: milliseconds, as date pickers tell it, or seconds. Null for another
 * number.
 * @param field its name in snake case
 */
export function momentWords(field: string, digits: string): string | null {
  if (!/^-?\d{8,13}$/.test(digits)) return null;
  const value = Number(digits);
  const isNamed = ABOUT_DAY.test(field) || ABOUT_TIME.test(field);
  const isThisCentury = value >= 1e12 && value < 4.2e12;
  if (!isNamed && (!isThisCentury || ABOUT_NUMBER.test(field))) return null;
  const isSeconds = value % DAY !== 0 && value >= 1e9 && value < 4.2e9;
  const at = isSeconds ? value * 1000 : value;
  if (at % DAY === 0) return utcDay(at);
  // Midnight in the customer's time zone, which the form does not give: the nearest midnight in UTC is of the same day.
  const isMidnight = ABOUT_DAY.test(field) && !ABOUT_TIME.test(field) && at % (15 * MINUTE) === 0;
  return isMidnight ? utcDay(Math.round(at / DAY) * DAY) : utcTime(at);
}

function utcDay(at: number): string {
  return formatDay(asLocal(at));
}

/** The form does not give the customer's time zone, and the server's would mislead. */
function utcTime(at: number): string {
  return messages.utc(formatMessageTime(asLocal(at)));
}

/** A time whose clock here shows what that of UTC does. */
function asLocal(at: number): Date {
  const utc = new Date(at);
  return new Date(
    ...([utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), utc.getUTCHours(), utc.getUTCMinutes()] as const),
  );
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day or a moment of ISO 8601 in words; any other text as it is. */
export function dayWords(text: string): string {
  const [, year, month, day, hour, minute, zone] = ISO.exec(text) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(text))) return text;
  const isDay = hour === undefined || (hour === '00' && minute === '00');
  if (!isDay && zone === 'Z') return utcTime(Date.parse(text));
  // A time without a zone is shown as it was written.
  const at = new Date(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
  return isDay ? formatDay(at) : formatMessageTime(at);
}

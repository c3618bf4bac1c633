import { lastTenDigits, typedNumber } from './phone';

/** A number as the forms have it (spec sections 5 and 9). */
export interface TypedPhone {
  /** The last ten digits, which the field shows. */
  phone: string;
  /** The number with its country, where a plus was typed. Without it the ten digits are of the shop's country. */
  whole_phone?: string;
}

export function readTypedPhone(text: string): TypedPhone {
  const number = typedNumber(text);
  return { phone: lastTenDigits(text), ...(number?.startsWith('+') && { whole_phone: number }) };
}

/**
 * What a field has after somebody typed: it shows the last ten digits alone, so the country that was typed before them is
 * remembered while digits are added or taken away at the end.
 * @param text what is in the field now, in which `before` was shown
 */
export function typePhone(before: TypedPhone, text: string): TypedPhone {
  if (/^\s*[+\uff0b]\s*$/.test(text)) return { phone: '', whole_phone: '+' };
  const now = readTypedPhone(text);
  const { phone, whole_phone } = before;
  if (now.whole_phone !== undefined || whole_phone === undefined) return now;
  const digits = typedNumber(text) ?? '';
  if (digits === phone) return before;
  if (digits.length === phone.length + 1 && digits.startsWith(phone)) {
    return { phone: digits.slice(-10), whole_phone: whole_phone + digits.slice(-1) };
  }
  const isShownWhole = whole_phone.length === phone.length + 1;
  if (isShownWhole && digits === phone.slice(0, -1)) return { phone: digits, whole_phone: whole_phone.slice(0, -1) };
  return now;
}

import type { CurrencyCode } from '../ids';

/** An amount in whole units of its currency (rupees, not paise); a null currency is one that the shop does not name. */
export interface Money {
  amount: number;
  currency: CurrencyCode | null;
}

const CODE = /^[A-Z0-9]{2,10}$/;

/** ISO 4217 for "no currency". */
const NO_CURRENCY = 'XXX';

/** Reads a currency code from outside, in capitals or not; null for anything else. Codes that ISO 4217 lacks are read too. */
export function readCurrency(code: unknown): CurrencyCode | null {
  const text = typeof code === 'string' && code.length <= 50 ? code.trim().toUpperCase() : '';
  return CODE.test(text) && text !== NO_CURRENCY ? (text as CurrencyCode) : null;
}

/** The currency of amounts that the specification calls rupees. */
export const RUPEES = 'INR' as CurrencyCode;

type Format = (amount: number) => string;

/** A formatter takes as long to make as drawing many rows, so each currency has one, made when it is first used. */
const formats = new Map<CurrencyCode | null, Format>();
/** More currencies than a shop takes. Codes come from outside, so the map must not grow with them. */
const MOST_FORMATS = 30;

/**
 * Formats an amount with its own currency and as many decimals as that has. Rupees are grouped in lakhs (₹1,24,860.00,
 * section 9 of the specification) in every browser. An amount without a currency is a number alone.
 * @param amount in whole units of the currency
 */
export function formatMoney(amount: number, currency: CurrencyCode | null): string {
  let format = formats.get(currency);
  if (format === undefined) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    format = makeFormat(currency);
    formats.set(currency, format);
  }
  return format(amount);
}

function makeFormat(currency: CurrencyCode | null): Format {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) {
    const { format } = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
    return (amount) => (currency === null ? format(amount) : `${currency} ${format(amount)}`);
  }
  const { format } = new Intl.NumberFormat(currency === RUPEES ? 'en-IN' : 'en-US', { style: 'currency', currency });
  // A no-break space after a code would not be found by a search for "USD 49".
  return (amount) => format(amount).replaceAll('\u00a0', ' ');
}

/** Multiplies and adds by integers: 10,000 is a multiple of the fractions of every currency. */
const FRACTIONS = 10_000;

/** Sums up quantities at a price, both of one currency, without the errors of binary fractions. */
export function sumOf(parts: readonly { quantity: number; price: number }[]): number {
  return parts.reduce((sum, { quantity, price }) => sum + quantity * Math.round(price * FRACTIONS), 0) / FRACTIONS;
}

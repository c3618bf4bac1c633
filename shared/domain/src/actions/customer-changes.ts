import { normalEmail } from '../text/clean-up';
import type { CustomerId, IsoTime } from '../ids';
import { MOST_LETTERS } from '../text/lengths';
import { typedNumber } from '../text/phone';
import { isEmailAddress } from '../email/reply-addresses';
import type { Acting, Verdict } from './rules';

/** What an agent who may act on the ticket can correct of its customer. */
export const CORRECTABLE = ['full_name', 'email', 'phone', 'city'] as const;
export type CorrectableField = (typeof CORRECTABLE)[number];
/** Only the fields that change, as somebody typed them; empty is not known. */
export type Correction = Partial<Record<CorrectableField, string>>;
export type CorrectionRefusal = 'no_name' | 'email' | 'phone' | 'too_long';

/** UTF-16 units; an address by RFC 5321. A number may have marks around it that are not stored. */
const LONGEST: Record<CorrectableField, number> = { full_name: MOST_LETTERS.name, email: 320, phone: 60, city: 100 };

/** A phone number has fifteen digits at most (E.164); the server knows how many each country's have. */
const PHONE = /^\+?\d{7,15}$/;

/** What a corrected field becomes, null for not known, or why it cannot. */
export function readCorrected(
  field: CorrectableField,
  typed: string,
): { value: string | null } | { refused: CorrectionRefusal } {
  const text = typed.replace(/\s+/g, ' ').trim();
  if (text.length > LONGEST[field]) return { refused: 'too_long' };
  if (text === '') return field === 'full_name' ? { refused: 'no_name' } : { value: null };
  if (field === 'email') return isEmailAddress(text) ? { value: normalEmail(text) } : { refused: 'email' };
  if (field !== 'phone') return { value: text };
  const number = typedNumber(text);
  return number !== null && PHONE.test(number) ? { value: number } : { refused: 'phone' };
}

/** First and last name of a whole one. */
export function splitName(full_name: string): { first_name: string | null; last_name: string | null } {
  const [first, ...rest] = full_name.trim().split(/\s+/);
  return { first_name: first || null, last_name: rest.join(' ') || null };
}

/** Two entries of one person are joined, and parted again, by store admins: it moves tickets of other agents. */
export function mayJoinCustomers(agent: Pick<Acting, 'is_store_admin'>): Verdict<'not_admin'> {
  return agent.is_store_admin ? { allowed: true } : { allowed: false, reason: 'not_admin' };
}

/** Who may have a customer's data given out, or erased. */
export const mayHandleData = mayJoinCustomers;

/** Has the agent typed the name of whom they are about to erase? Spaces and case are not what it is about. */
export function isNameTyped(typed: string, full_name: string): boolean {
  const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(typed) === plain(full_name);
}

/** Another entry that may be the same person. */
export interface CustomerMatch {
  id: CustomerId;
  full_name: string;
  email: string | null;
  phone: string | null;
  /** How many tickets they have. */
  tickets: number;
  /** What both have. */
  by: 'phone' | 'email' | 'both';
}

/** An entry that was joined into this one, and can be parted from it. */
export interface CustomerJoin {
  id: number;
  full_name: string;
  email: string | null;
  phone: string | null;
  joined_at: IsoTime;
}

export interface SameCustomers {
  matches: CustomerMatch[];
  /** Newest first. */
  joins: CustomerJoin[];
}

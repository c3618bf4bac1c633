import type { AgentId, PhoneNumber } from '../ids';
import { normalEmail } from '../text/clean-up';
import { looksLikeNumber } from '../text/phone';
import { readTypedPhone, type TypedPhone } from '../text/typed-phone';
import { isEmailAddress } from '../email/reply-addresses';
import { afterAssign, mayClose, type Acting, type CloseRefusal, type RuledTicket, type Verdict } from './rules';
import type { CreateVariant } from '../tickets/ticket';
import { maySendCsat, type CsatRefusal } from './ticket-actions';

/** Digits of a phone number that can be called. */
export const PHONE_DIGITS = 10;

/** Whom a new ticket is of, as somebody typed it. */
export interface TypedContact {
  phone: string;
  email: string;
}

/** The channel of a new ticket, and whom it is of. With a phone the ticket is a phone ticket. */
export type NewTicketContact =
  | { source: 'phone'; phone: PhoneNumber; email: string | null }
  | { source: 'email'; phone: null; email: string };

export type ContactRefusal = 'none' | 'phone' | 'email';

/**
 * Reads whom the ticket is of: by phone or e-mail, and what is given of the two has to be one.
 * @param readNumber reads what was typed as a number with its country; null for what is none
 */
export function readContact(
  { phone, email }: TypedContact,
  readNumber: (typed: string) => PhoneNumber | null,
): NewTicketContact | { refused: ContactRefusal } {
  const number = readNumber(phone);
  const address = normalEmail(email);
  if (phone.trim() !== '' && number === null) return { refused: 'phone' };
  if (address !== '' && !isEmailAddress(address)) return { refused: 'email' };
  if (number !== null) return { source: 'phone', phone: number, email: address === '' ? null : address };
  return address === '' ? { refused: 'none' } : { source: 'email', phone: null, email: address };
}

/** What a customer is looked up by (spec section 5): what is typed to its end of phone and e-mail; null for neither. */
export function lookupOf({ phone, email }: TypedContact): (Partial<TypedPhone> & { email?: string }) | null {
  const typed = readTypedPhone(phone);
  const address = normalEmail(email);
  const by = {
    ...(typed.phone.length === PHONE_DIGITS && typed),
    ...(isEmailAddress(address) && { email: address }),
  };
  return Object.keys(by).length === 0 ? null : by;
}

/** Where a new ticket begins: with its owner as after an assignment, or with nobody. */
export function newTicket(
  agent: Acting,
  { source, owner }: { source: NewTicketContact['source']; owner: AgentId | null },
): RuledTicket {
  const owned = owner === null ? { status: 'unassigned' as const, owner_id: null } : afterAssign(agent, owner);
  return { ...owned, conversation_source: source, session_expiry_at: null, subscribers: [] };
}

/**
 * May the ticket be made so? To close it and to send its survey are the same acts as later (spec sections 4 and 6); any
 * agent may be its owner.
 */
export function mayCreate(
  agent: Acting & { is_csat_enabled: boolean },
  variant: CreateVariant,
  of: { source: NewTicketContact['source']; owner: AgentId | null },
): Verdict<CloseRefusal | CsatRefusal> {
  const ticket = newTicket(agent, of);
  const close = variant === 'create' ? ({ allowed: true } as const) : mayClose(agent, ticket);
  if (!close.allowed || variant !== 'create_close_and_send_csat') return close;
  // Neither channel has a session that ends.
  return maySendCsat(agent, { ...ticket, is_csat_sent: false }, 0);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A note is HTML (spec section 3): what was typed as plain text, with its lines and paragraphs. Empty for blank text. */
export function noteOfText(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replace(/\r?\n/g, '<br>'))
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
}

/** Is it a name, and not what stands in its place: the phone, the e-mail address or the channel's id of the customer? */
export function isPersonName(
  name: string | null,
  { phone, email }: { phone: string | null; email: string | null },
): boolean {
  const text = (name ?? '').trim();
  if (text === '' || text === 'Unknown') return false;
  if (email !== null && normalEmail(text) === normalEmail(email)) return false;
  return phone === null || !looksLikeNumber(text, phone);
}

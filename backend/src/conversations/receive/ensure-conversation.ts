import { normalEmail, type ConversationId, type CustomerId } from '@inbox/domain';
import { lastTenDigits } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { Change } from '../../platform/db/unit-of-work';
import { findAnswered } from './find-answered';
import { readHomeCountry } from '../../phone-numbers/home-country';
import { readNumber } from '../../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../../phone-numbers/written-forms';
import type { IncomingMessage } from '../incoming/incoming-message';

/** What is asked of a message, or a call, to find where it belongs. */
export type Arriving = Pick<
  IncomingMessage,
  'accountId' | 'contact' | 'source' | 'externalId' | 'answers' | 'from' | 'post'
> &
  Partial<Pick<IncomingMessage, 'details'>>;

export interface FoundConversation {
  id: ConversationId;
  customer_id: CustomerId;
  /** Made with this message. */
  isNew: boolean;
}

/**
 * The conversation that a message belongs to, made with its customer when it is the first. Its row stays locked until the
 * commit, so that two messages of one customer are taken in one after the other. Its key is left free: work that holds the
 * ticket writes rows that name the conversation, and would wait for this one while this one waits for the ticket.
 */
export async function ensureConversation(change: Change, incoming: Arriving): Promise<FoundConversation> {
  const answered = await conversationAnswered(change, incoming);
  if (answered) return answered;

  const { tx, merchantId } = change;
  const { accountId, contact, source } = incoming;
  const threadKey = threadKeyOf(incoming);
  const caller = source === 'phone' ? await readPhone(change, incoming) : null;
  const known = () =>
    tx
      .selectFrom('conversations')
      .select(['id', 'customer_id'])
      .where('merchant_id', '=', merchantId)
      .where('account_id', '=', accountId)
      // A phone line names one caller with and without the country.
      .where((eb) =>
        caller !== null
          ? eb.and([eb('source', '=', 'phone'), isOneOf('contact', caller.forms)])
          : eb('contact', '=', contact),
      )
      .where('thread_key', '=', threadKey)
      .orderBy('id')
      .forNoKeyUpdate()
      .executeTakeFirst();
  const found = await known();
  if (found) return { ...found, isNew: false };

  const phone = caller ?? (await readPhone(change, incoming));
  // Two first messages of one customer at once, on any channels, must not make two customers.
  await lockCustomerKey(change, customerKey(incoming, phone));
  const justMade = await known();
  if (justMade) return { ...justMade, isNew: false };
  const customer_id = await ensureCustomer(change, incoming, phone);
  await tx
    .insertInto('conversations')
    .values({ merchant_id: merchantId, account_id: accountId, customer_id, source, contact, thread_key: threadKey })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'account_id', 'contact', 'thread_key']).doNothing())
    .execute();
  const made = await known();
  if (!made) throw new Error('The conversation vanished while it was made');
  return { ...made, isNew: true };
}

/** A contact has one conversation on a chat channel, one under each post, and one for each e-mail thread. */
function threadKeyOf({ source, externalId, post }: Arriving): string {
  if (source === 'email') return externalId;
  return source === 'comment' ? (post?.externalId ?? '') : '';
}

/** The conversation of the mail or comment that this one answers, whoever wrote it: others join in where somebody began. */
async function conversationAnswered(work: Change, arriving: Arriving): Promise<FoundConversation | undefined> {
  const answered = await findAnswered(work, arriving);
  if (answered === undefined) return undefined;
  const conversation = await work.tx
    .selectFrom('conversations')
    .select(['id', 'customer_id'])
    .where('merchant_id', '=', work.merchantId)
    .where('id', '=', answered.conversation_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { ...conversation, isNew: false };
}

interface Phone {
  /** The number with its country; a text that is no number is stored as it came. */
  number: string;
  /** The forms in which it may be stored. */
  forms: readonly string[];
}

async function readPhone({ tx, merchantId }: Change, { from }: Arriving): Promise<Phone | null> {
  if (from.phone === null) return null;
  const home = await readHomeCountry(tx, merchantId);
  const number = readNumber(from.phone, home);
  return number === null ? { number: from.phone, forms: [from.phone] } : { number, forms: writtenForms(number, home) };
}

async function lockCustomerKey({ tx, merchantId }: Change, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${merchantId}:${key}`}, 0))`.execute(tx);
}

/** Until the commit no other transaction makes a customer of this number. */
export const lockPhone = (work: Change, number: string): Promise<void> => lockCustomerKey(work, phoneKey(number));

const phoneKey = (number: string): string => `phone:${lastTenDigits(number)}`;

/** Two numbers of different countries may share a lock: one waits for the other for a moment. */
function customerKey({ from, contact }: Arriving, phone: Phone | null): string {
  if (phone !== null) return phoneKey(phone.number);
  return from.email === null ? `contact:${contact}` : `email:${normalEmail(from.email)}`;
}

/** Finds the customer by phone with its country, e-mail or the channel's own id, or makes one. */
async function ensureCustomer(
  { tx, merchantId }: Change,
  { from, accountId, contact }: Arriving,
  phone: Phone | null,
): Promise<CustomerId> {
  const email = from.email === null ? null : normalEmail(from.email);
  if (phone !== null || email !== null) {
    const known = await tx
      .selectFrom('customers')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .where((eb) =>
        eb.or([
          ...(phone === null ? [] : [isOneOf('phone', phone.forms)]),
          ...(email === null ? [] : [eb(sql<string>`lower(email)`, '=', email)]),
        ]),
      )
      .orderBy('id')
      .executeTakeFirst();
    if (known) return known.id;
  } else {
    // Who writes here may have commented there: a page or account knows a person by one id.
    const known = await tx
      .selectFrom('conversations')
      .select('customer_id')
      .where('merchant_id', '=', merchantId)
      .where('account_id', '=', accountId)
      .where('contact', '=', contact)
      .orderBy('id')
      .executeTakeFirst();
    if (known) return known.customer_id;
  }
  const [first, ...rest] = from.name.trim().split(/\s+/);
  const made = await tx
    .insertInto('customers')
    .values({
      merchant_id: merchantId,
      first_name: first || null,
      last_name: rest.join(' ') || null,
      full_name: from.name.trim() || from.phone || from.email || 'Unknown',
      email: from.email,
      phone: phone?.number ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

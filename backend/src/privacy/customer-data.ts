import type { CustomerId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { readHomeCountry } from '../phone-numbers/home-country';
import { contactsOf } from '../shop/contacts';
import { hasContact } from '../shop/shop-records';
import { phoneOfLine } from './phone-of-line';

/** A stored file of the customer's, and what it is. */
export interface CustomerFile {
  key: string;
  filename: string;
  /** The message or note that it belongs to. */
  of: string;
}

/** All that there is of one person. */
export type CustomerData = Awaited<ReturnType<typeof readCustomerData>>;

/** The entry that counts, and all that were joined into it. */
export async function findJoined(db: Queryable, merchantId: MerchantId, id: CustomerId): Promise<CustomerId[]> {
  const { rows } = await sql<{ id: CustomerId }>`
    with recursive up as (
      select id, joined_into from customers where merchant_id = ${merchantId} and id = ${id}
      union select c.id, c.joined_into from customers c join up on c.merchant_id = ${merchantId} and c.id = up.joined_into
    ), down as (
      select id from up
      union select c.id from customers c join down on c.merchant_id = ${merchantId} and c.joined_into = down.id
    ) select id from down order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Reads it in the transaction of the caller, so that it is of one moment. */
export async function readCustomerData(tx: Queryable, merchantId: MerchantId, ids: readonly CustomerId[]) {
  const customers = await tx
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const conversations = await tx
    .selectFrom('conversations')
    .select(['id', 'source', 'contact', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', 'in', ids)
    .orderBy('id')
    .execute();
  const lines = conversations.map((row) => row.id);
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'conversation_id', 'source', 'subject', 'full_name', 'customer_email', 'status', 'priority', 'tags'])
    .select(['created_at', 'closed_at'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('customer_id', 'in', ids), eb('conversation_id', '=', eb.fn.any(eb.val(lines)))]))
    .orderBy('id')
    .execute();
  const ofTickets = tickets.map((row) => row.id);
  const messages = await tx
    .selectFrom('contents as c')
    .leftJoin('long_mails as l', (join) =>
      join.onRef('l.merchant_id', '=', 'c.merchant_id').onRef('l.content_id', '=', 'c.id'),
    )
    .leftJoin('message_raws as r', (join) =>
      join.onRef('r.merchant_id', '=', 'c.merchant_id').onRef('r.content_id', '=', 'c.id'),
    )
    .select(['c.id', 'c.ticket_id', 'c.content_type', 'c.actor', 'c.message', 'c.details', 'c.external_id'])
    .select(['c.deleted', 'c.created_at', 'c.sent_at', 'l.html as whole_mail', 'r.body as as_received'])
    .where('c.merchant_id', '=', merchantId)
    .where((eb) => eb('c.ticket_id', '=', eb.fn.any(eb.val(ofTickets))))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute();
  const attachments = await tx
    .selectFrom('attachments')
    .select(['id', 'content_id', 'kind', 'filename', 'content_type', 'size', 'storage_key'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('content_id', '=', eb.fn.any(eb.val(messages.map((row) => row.id)))))
    .orderBy('id')
    .execute();
  const ofTicket = async <T>(rows: Promise<T[]>): Promise<T[]> => (ofTickets.length === 0 ? [] : rows);
  const notes = await ofTicket(
    tx
      .selectFrom('notes')
      .select(['id', 'ticket_id', 'notes', 'created_at'])
      .where('merchant_id', '=', merchantId)
      .where((eb) => eb('ticket_id', '=', eb.fn.any(eb.val(ofTickets))))
      .orderBy('id')
      .execute(),
  );
  const noteFiles = await tx
    .selectFrom('note_media')
    .select(['note_id', 'position', 'kind', 'filename', 'content_type', 'url', 'storage_key'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('note_id', '=', eb.fn.any(eb.val(notes.map((row) => row.id)))))
    .orderBy('note_id')
    .orderBy('position')
    .execute();
  const fieldValues = await tx
    .selectFrom('ticket_fields')
    .select(['ticket_id', 'field_values'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('ticket_id', '=', eb.fn.any(eb.val(ofTickets))))
    .execute();
  const fieldNames = await tx
    .selectFrom('custom_fields')
    .select(['id', 'field_name'])
    .where('merchant_id', '=', merchantId)
    .execute();
  const scheduled = await tx
    .selectFrom('scheduled_mails')
    .select(['ticket_id', 'send_at', 'request'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('ticket_id', '=', eb.fn.any(eb.val(ofTickets))))
    .execute();
  const calls = await tx
    .selectFrom('calls')
    .select(['ticket_id', 'state', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('ticket_id', '=', eb.fn.any(eb.val(ofTickets))))
    .execute();
  const bought = await readBought(tx, merchantId, ids);
  const home = await readHomeCountry(tx, merchantId);
  const contacts = contactsOf(
    [...customers.map(({ email }) => email), ...conversations.map(({ contact }) => contact)],
    [...customers.map(({ phone }) => phone), ...conversations.map(phoneOfLine)],
    home,
  );
  const records = await tx
    .selectFrom('shop_records')
    .select(['kind', 'external_id', 'made_at', 'details', 'emails', 'phones'])
    .where('merchant_id', '=', merchantId)
    .where(hasContact(contacts, home))
    .execute();
  return {
    customers,
    conversations,
    tickets,
    messages,
    attachments,
    notes,
    note_files: noteFiles,
    field_values: fieldValues,
    field_names: fieldNames.filter(({ id }) => fieldValues.some(({ field_values }) => String(id) in field_values)),
    scheduled_mails: scheduled,
    calls,
    ...bought,
    shop_records: records,
  };
}

async function readBought(tx: Queryable, merchantId: MerchantId, ids: readonly CustomerId[]) {
  const orders = await tx
    .selectFrom('orders')
    .select(['order_number', 'order_created_at', 'total_order_price', 'currency'])
    .select(['fulfillment_status', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', 'in', ids)
    .orderBy('id')
    .execute();
  const checkouts = await tx
    .selectFrom('abandoned_checkouts')
    .select(['checkout_id', 'created_at', 'is_converted', 'currency', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', 'in', ids)
    .orderBy('id')
    .execute();
  return { orders, checkouts };
}

/** Every stored file that the data names: attachments, files of notes, mails as they came. */
export function filesOf({ attachments, note_files, messages }: CustomerData): CustomerFile[] {
  return [
    ...attachments.flatMap(({ storage_key: key, filename, content_id }) =>
      key === null ? [] : [{ key, filename, of: `message ${content_id}` }],
    ),
    ...note_files.flatMap(({ storage_key: key, filename, note_id }) =>
      key === null ? [] : [{ key, filename, of: `note ${note_id}` }],
    ),
    ...messages.flatMap(({ id, details: { original_key: key } }) =>
      key === undefined ? [] : [{ key, filename: 'mail.eml', of: `message ${id}` }],
    ),
  ];
}

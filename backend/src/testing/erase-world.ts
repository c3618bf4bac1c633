import { randomUUID } from 'node:crypto';
import type { AgentId, MerchantId, TempId, TicketId } from '@inbox/domain';
import type { UseCaseContext } from '../app/channels';
import type { Queryable } from '../platform/db/connection';
import { change } from '../platform/db/unit-of-work';
import type { Uploads } from '../platform/files/uploads';
import { about as aboutMessage, storeDeadLetter } from '../conversations/dead-letters/dead-letters';
import { receiveMessage } from '../conversations/receive/receive-message';
import { insertWholeMail } from '../conversations/thread/long-mails';
import { insertRaw } from '../conversations/thread/message-raws';
import { toTicket } from '../tickets/lifecycle/ticket-rows';
import { addContent, addConversation, addTicket, type TestConversation } from './rows';

export interface EraseWorld {
  db: Queryable;
  uploads: Uploads;
  context: UseCaseContext;
  shop: MerchantId;
  agent: AgentId;
}

export interface Person {
  words: string[];
  phone: string;
  mail: TestConversation;
  chat: TestConversation;
  tickets: TicketId[];
}

const putIn = (uploads: Uploads) => async (text: string) =>
  (await uploads.put(Buffer.from(text), { maxBytes: 1_000_000 })).storage_key;

/** A person in every place where the inbox stores something of one. */
export async function addPerson(world: EraseWorld, words: string[], phone: string): Promise<Person> {
  const { db, context, shop, agent } = world;
  const put = putIn(world.uploads);
  const [word = '', script = ''] = words;
  const email = `${word}@mail.example`;
  const mail = await addConversation(db, shop, 'email', { full_name: `${word} ${script}`, email });
  const chat = await addConversation(db, shop, 'whatsapp', { full_name: `${word} ${script}`, phone });
  const tickets = [await addAll(world, mail, words), await addAll(world, chat, words)];
  await db
    .insertInto('customer_joins')
    .values({
      merchant_id: shop,
      kept_id: mail.customerId,
      joined_id: chat.customerId,
      agent_id: agent,
      joined_at: new Date(),
      moved: JSON.stringify({
        conversations: [chat.conversationId],
        orders: [],
        checkouts: [],
        filled: { city: { from: null, to: `city-${word}` } },
      }),
    })
    .execute();
  await db.updateTable('customers').set({ joined_into: mail.customerId }).where('id', '=', chat.customerId).execute();
  // What went long ago is in the tables' files all the same.
  await db
    .updateTable('customers')
    .set({ address: `old-address-${word}` })
    .where('id', '=', mail.customerId)
    .execute();
  await db
    .updateTable('customers')
    .set({ address: `address-${word}`, city: `city-${word}`, pin: '560001' })
    .where('id', '=', mail.customerId)
    .execute();
  await db
    .insertInto('email_groups')
    .values({
      merchant_id: shop,
      group_name: `Suppliers ${randomUUID()}`,
      email_ids: [email.toUpperCase(), 'else@mail.example'],
    })
    .execute();
  for (const merchantId of [shop, null]) {
    const body = Buffer.from(JSON.stringify({ from: merchantId === null ? email : phone, text: `letter-${word}` }));
    await storeDeadLetter(db, { merchantId, door: 'meta', reason: 'Unknown.', body });
  }
  const named = aboutMessage(chat.accountId, `wamid.${word}`);
  await storeDeadLetter(db, {
    merchantId: shop,
    door: 'meta',
    reason: 'Early.',
    body: Buffer.from(word),
    about: named,
  });
  await db
    .insertInto('shop_records')
    .values({
      merchant_id: shop,
      kind: 'order',
      external_id: `shop-${word}`,
      updated_at: new Date(),
      made_at: new Date(),
      emails: [email],
      phones: [phone.slice(-10)],
      shop_customer_id: null,
      details: JSON.stringify({ note: `shop-note-${word}` }),
    })
    .execute();
  await db
    .insertInto('shop_syncs')
    .values({ merchant_id: shop, customer_id: mail.customerId, contacts: email, as_of: new Date() })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      merchant_id: shop,
      account_id: null,
      content_id: null,
      kind: 'automation.session',
      payload: JSON.stringify({ email, note: `automation-${word}` }),
      state: 'done',
      lease_until: null,
      last_error: null,
    })
    .execute();
  const report = await put(`report-${word}`);
  await db
    .insertInto('exports')
    .values({
      merchant_id: shop,
      agent_id: agent,
      filters: JSON.stringify({ search: email }),
      state: 'mailed',
      storage_key: report,
      lease_until: null,
      last_error: null,
      ended_at: new Date(),
    })
    .execute();
  // As the product itself does it: with its triggers and its events.
  await receiveMessage(context, {
    merchantId: shop,
    accountId: chat.accountId,
    source: 'whatsapp',
    externalId: `wamid.live.${word}`,
    contact: phone,
    answers: [],
    from: { name: word, phone: `+${phone}`, email: null },
    sentAt: new Date(),
    content_type: 'message',
    message_type: 'session',
    message: `live-${word} ${script}`,
    details: {},
    quotes: null,
    attachments: [],
  });
  return { words: [...words, phone], phone, mail, chat, tickets };
}

async function addAll(
  world: EraseWorld,
  line: TestConversation,
  [word = '', script = '']: string[],
): Promise<TicketId> {
  const { db, context, shop, agent } = world;
  const put = putIn(world.uploads);
  const merchant_id = shop;
  const ticket = await addTicket(db, line, {
    subject: `subject-${word} ${script}`,
    full_name: `name-${word}`,
    tags: ['Refund', `tag-${word}`],
    status: 'closed',
    owner_id: agent,
    closed_at: new Date(),
  });
  // Long enough to be compressed, and stored apart from its row.
  const long = `<p>${`whole-${word} ${script} and the like. `.repeat(3_000)}</p>`;
  const details = {
    subject: `mail-subject-${word}`,
    message_id: `<${word}@mail.example>`,
    original_key: await put(`mail-${word}`),
  };
  const content_id = await addContent(db, line, ticket, {
    message: `message-${word} ${script}`,
    details: JSON.stringify(details),
    external_id: `wamid.${word}`,
  });
  await addContent(db, line, ticket, { message: `long-${word} `.repeat(2_000) });
  await addContent(db, line, ticket, {
    content_type: 'log',
    actor: null,
    message: `Asha set the tags tag-${word}`,
    details: JSON.stringify({ event: 'tags' }),
  });
  await insertRaw(db, shop, content_id, `raw-${word}`);
  await insertWholeMail(db, shop, content_id, long);
  const file = { kind: 'document', filename: `${word}.pdf`, content_type: 'application/pdf', size: 5 } as const;
  await db
    .insertInto('attachments')
    .values({
      merchant_id,
      content_id,
      ...file,
      content_id_header: `<${word}>`,
      external_media_id: `media-${word}`,
      storage_key: await put(`attachment-${word}`),
    })
    .execute();
  await db
    .insertInto('uploads')
    .values({
      merchant_id,
      agent_id: agent,
      ticket_id: ticket,
      ...file,
      storage_key: await put(`upload-${word}`),
      used_at: null,
    })
    .execute();
  const { id: note_id } = await db
    .insertInto('notes')
    .values({ merchant_id, ticket_id: ticket, agent_id: agent, notes: `<p>note-${word}</p>` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('note_mentions').values({ merchant_id, note_id, agent_id: agent }).execute();
  await db
    .insertInto('note_media')
    .values({
      merchant_id,
      note_id,
      position: 0,
      is_inline: false,
      ...file,
      url: null,
      storage_key: await put(`note-file-${word}`),
    })
    .execute();
  const mailed = (text: string) => ({
    merchant_id,
    temp_id: randomUUID() as TempId,
    ticket_id: ticket,
    agent_id: agent,
    send_at: new Date(Date.now() + 3_600_000),
    request: JSON.stringify({ message: text }),
    upload_ids: [],
  });
  await db
    .insertInto('scheduled_mails')
    .values(mailed(`scheduled-${word}`))
    .execute();
  const gone = mailed(`withdrawn-${word}`);
  await db.insertInto('scheduled_mails').values(gone).execute();
  await db.deleteFrom('scheduled_mails').where('temp_id', '=', gone.temp_id).execute();
  await db
    .insertInto('ticket_fields')
    .values({ merchant_id, ticket_id: ticket, field_values: JSON.stringify({ 4: [`value-${word}`] }), rev: 1 })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      merchant_id,
      account_id: line.accountId,
      content_id,
      conversation_id: line.conversationId,
      kind: 'whatsapp.send',
      payload: JSON.stringify({ text: `leaving-${word}` }),
      lease_until: null,
      last_error: null,
    })
    .execute();
  await db
    .insertInto('calls')
    .values({
      merchant_id,
      account_id: line.accountId,
      ticket_id: ticket,
      agent_id: null,
      external_id: `call-${word}-${ticket}`,
      state: 'completed',
      created_at: new Date(),
    })
    .execute();
  const order = { order_created_at: new Date(), is_cod: true, fulfillment_status: null, total_order_price: 499 };
  await db
    .insertInto('orders')
    .values({
      merchant_id,
      customer_id: line.customerId,
      ...order,
      order_number: `order-${word}-${ticket}`,
      details: '{}',
    })
    .execute();
  await db
    .insertInto('abandoned_checkouts')
    .values({
      merchant_id,
      customer_id: line.customerId,
      checkout_id: `checkout-${word}-${ticket}`,
      created_at: new Date(),
      details: '{}',
    })
    .execute();
  await change(context, { merchantId: shop, by: agent }, async ({ tx, publish }) => {
    const row = await tx.selectFrom('tickets').selectAll().where('id', '=', ticket).executeTakeFirstOrThrow();
    publish('tickets.tickets', { tickets: [{ ...toTicket(row), full_name: `event-${word}` }] });
  });
  return ticket;
}

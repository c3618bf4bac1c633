import { randomUUID } from 'node:crypto';
import type { ContentId, KnownSource, TempId } from '@inbox/domain';
import { addContent, addTicket, type TestConversation } from './rows';
import { insertOutbox } from '../platform/outbox/outbox-rows';
import type { ChannelWorld, Shop } from './channel-world';
import type { OutboxPayload } from '../platform/outbox/payloads';

/** A conversation of a shop's account with an open ticket. */
export async function addChat(
  { test }: ChannelWorld,
  shop: Shop,
  source: KnownSource = 'whatsapp',
): Promise<TestConversation> {
  const contact = source === 'email' ? `${randomUUID()}@home.example` : `9198${Math.random().toString().slice(2, 10)}`;
  const owned = { merchant_id: shop.merchantId };
  const { id: customerId } = await test.db
    .insertInto('customers')
    .values({ ...owned, full_name: 'Rohit Khanna', first_name: null, last_name: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: conversationId } = await test.db
    .insertInto('conversations')
    .values({ ...owned, account_id: shop.accountId, customer_id: customerId, source, contact })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { merchantId: shop.merchantId, accountId: shop.accountId, customerId, conversationId, source };
}

/** Stores an outgoing message with its outbox row, as a reply does. */
export async function addOutgoing(
  { test }: ChannelWorld,
  line: TestConversation,
  text: string,
  given?: OutboxPayload,
): Promise<ContentId> {
  const message_id = `<${randomUUID()}@shop.example>`;
  const job: OutboxPayload =
    given ??
    (line.source === 'email'
      ? {
          kind: 'email.reply',
          payload: {
            from: { email: 'help@shop.example', name: 'Shop' },
            to: [{ email: 'rohit@home.example', name: 'Rohit' }],
            cc: [],
            bcc: [{ email: 'boss@shop.example', name: '' }],
            subject: 'Re: Where is my order?',
            text,
            in_reply_to: '<asked@home.example>',
            references: ['<first@home.example>', '<asked@home.example>'],
            message_id,
            files: [],
          },
        }
      : { kind: 'whatsapp.text', payload: { to: '919812345678', text, reply_to_wamid: null } });
  const running = await test.db
    .selectFrom('tickets')
    .select('id')
    .where('conversation_id', '=', line.conversationId)
    .executeTakeFirst();
  const ticketId = running?.id ?? (await addTicket(test.db, line, { status: 'open' }));
  const now = new Date();
  const contentId = await addContent(test.db, line, ticketId, {
    actor: 'merchant',
    content_type: line.source === 'email' ? 'email' : 'message',
    message: text,
    send_status: 'sending',
    temp_id: randomUUID() as TempId,
    external_id: line.source === 'email' ? message_id : null,
    created_at: now,
  });
  await test.db
    .updateTable('tickets')
    .set({
      last_message: JSON.stringify({
        actor: 'merchant',
        sent_by: null,
        message: text,
        attachment: null,
        is_bot: false,
        delivered: false,
        read: false,
        deleted: false,
        created_at: now.toISOString(),
        subject: null,
      }),
    })
    .where('id', '=', ticketId)
    .execute();
  const { merchantId, accountId } = line;
  await insertOutbox(test.db, { merchantId, accountId, contentId, payload: job });
  return contentId;
}

/** How a message and its outbox row stand. */
export async function standing({ test }: ChannelWorld, id: ContentId) {
  return test.db
    .selectFrom('contents as c')
    .innerJoin('outbox as o', 'o.content_id', 'c.id')
    .select(['c.send_status', 'c.delivered', 'c.read', 'c.external_id', 'c.error_message', 'c.rev'])
    .select(['o.state', 'o.attempts', 'o.last_error'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow();
}

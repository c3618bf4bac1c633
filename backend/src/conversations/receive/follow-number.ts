import type { ConversationId, CustomerId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Change } from '../../platform/db/unit-of-work';
import { readHomeCountry } from '../../phone-numbers/home-country';
import { readNumber } from '../../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../../phone-numbers/written-forms';
import { lockPhone, type FoundConversation } from './ensure-conversation';
import type { IncomingMessage } from '../incoming/incoming-message';

export interface Followed {
  /** Where the message belongs: the conversation that the old number had; null when it had none. */
  conversation: FoundConversation | null;
  /** Customers whose number was changed. */
  customers: CustomerId[];
}

/**
 * Moves the conversations of a WhatsApp customer to their new number, which Meta's signed webhook names. Answers reach the
 * customer, and their next message is below the earlier ones. A later owner of the old number gets a conversation and an
 * entry of their own.
 *
 * Where the new number has a conversation already, both stay; the two entries have one number, and Inbox offers to join them.
 */
export async function followNumber(
  work: Change,
  { accountId, contact, from }: IncomingMessage,
  to: string,
): Promise<Followed> {
  const { tx, merchantId } = work;
  // A first message from the new number waits until its conversation has moved.
  await lockPhone(work, `+${to}`);
  const moved = await tx
    .selectFrom('conversations')
    .select(['id', 'customer_id', 'account_id'])
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'whatsapp')
    .where('contact', '=', contact)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id, account_id } of moved) {
    await tx
      .updateTable('conversations')
      .set((eb) => ({
        contact: to,
        // One conversation of an account and a number takes new messages in.
        thread_key: eb
          .case()
          .when(
            eb.exists(
              eb
                .selectFrom('conversations as other')
                .select('other.id')
                .where('other.merchant_id', '=', merchantId)
                .where('other.account_id', '=', account_id)
                .where('other.contact', '=', to)
                .where('other.thread_key', '=', ''),
            ),
          )
          .then(`changed:${id}`)
          .else(eb.ref('thread_key'))
          .end(),
      }))
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute();
  }
  await redirectWaiting(
    work,
    moved.map(({ id }) => id),
    { from: contact, to },
  );
  const own = moved.find(({ account_id }) => account_id === accountId);
  return {
    conversation: own === undefined ? null : { id: own.id, customer_id: own.customer_id, isNew: false },
    customers: await changePhones(work, from.phone ?? `+${contact}`, `+${to}`),
  };
}

/** Messages that wait to be sent are for the person, not for the number. */
async function redirectWaiting(
  { tx, merchantId }: Change,
  conversations: readonly ConversationId[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (conversations.length === 0) return;
  await tx
    .updateTable('outbox')
    .set({ payload: sql<string>`jsonb_set(payload, '{to}', to_jsonb(${to}::text))` })
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'waiting')
    .where(sql<string>`payload ->> 'to'`, '=', from)
    .where('content_id', 'in', (eb) =>
      eb
        .selectFrom('contents')
        .select('contents.id')
        .where('contents.merchant_id', '=', merchantId)
        .where('contents.conversation_id', 'in', conversations),
    )
    .execute();
}

/** All entries of the old number are this person's. */
async function changePhones({ tx, merchantId }: Change, from: string, to: string): Promise<CustomerId[]> {
  const home = await readHomeCountry(tx, merchantId);
  const number = readNumber(from, home);
  const rows = await tx
    .updateTable('customers')
    .set({ phone: to })
    .where('merchant_id', '=', merchantId)
    .where(isOneOf('phone', number === null ? [from] : writtenForms(number, home)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

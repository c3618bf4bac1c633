import type { AccountId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { markHidden } from '../store/comment-rows';
import { toContentItems, type ContentRow } from '../store/content-rows';
import { about, keep, takeKeptAbout } from '../store/kept';
import { storable } from '../store/text';
import { toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { lockContent, lockExternalId } from './report-delivery';

/** What happened on the channel to a message or comment that was there already. */
const alteration = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deleted') }),
  z.object({ kind: z.literal('edited'), text: z.string() }),
  z.object({ kind: z.literal('hidden'), hidden: z.boolean() }),
]);
export type Alteration = z.infer<typeof alteration>;

interface Altered {
  merchantId: MerchantId;
  accountId: AccountId;
  /** The channel's id of it. */
  externalId: string;
  what: Alteration;
}

/** Applies what happened elsewhere. It may be told before the message itself is: then it is kept until that comes. */
export async function alterElsewhere(context: WorkContext, told: Altered): Promise<'applied' | 'kept'> {
  return change(context, { merchantId: told.merchantId, by: null }, async (work) => {
    await lockExternalId(work, told.accountId, told.externalId);
    const found = await work.tx
      .selectFrom('contents')
      .select(['id', 'ticket_id'])
      .where('merchant_id', '=', told.merchantId)
      .where('account_id', '=', told.accountId)
      .where('external_id', '=', told.externalId)
      .executeTakeFirst();
    if (found === undefined) {
      await keep(work.tx, {
        merchantId: told.merchantId,
        door: 'meta',
        reason: `Says '${told.what.kind}' of a message that is not known here.`,
        body: Buffer.from(JSON.stringify({ id: told.externalId, ...told.what })),
        about: waitingFor(told.accountId, told.externalId),
      });
      return 'kept';
    }
    await alter(work, await lockContent(work, found), told.what);
    return 'applied';
  });
}

/** What was told of a message before it came. To be asked for while `lockExternalId` is held. */
export async function takeEarlyAlterations(
  work: Change,
  accountId: AccountId,
  externalId: string,
): Promise<Alteration[]> {
  const bodies = await takeKeptAbout(work.tx, work.merchantId, waitingFor(accountId, externalId));
  return bodies.map((body) => alteration.parse(JSON.parse(body.toString())));
}

/** Apart from delivery reports, which wait under the id alone. */
const waitingFor = (accountId: AccountId, externalId: string) => `${about(accountId, externalId)}:altered`;

interface Locked {
  ticket: TicketRow;
  content: ContentRow;
}

/** Brings a message to where this says it is; nothing is written or told when it is there already. */
export async function alter(work: Change, locked: Locked, what: Alteration): Promise<void> {
  const { tx, merchantId, tell } = work;
  const { content, ticket } = locked;
  if (what.kind === 'deleted') return markDeleted(work, locked);
  if (what.kind === 'hidden') {
    if ((content.details.hidden ?? false) === what.hidden) return;
    const items = await toContentItems(tx, merchantId, [await markHidden(tx, merchantId, content, what.hidden)]);
    return tell('tickets.ticket_content_v2', { items });
  }
  const message = storable(what.text);
  if (content.deleted || content.message === message) return;
  const changed = await rewrite(work, content, { message });
  const shown = await rewriteLast(work, ticket, content, { message: message.slice(0, 200) });
  tell('tickets.ticket_content_v2', {
    tickets: [toTicket(shown)],
    items: await toContentItems(tx, merchantId, [changed]),
  });
}

/** The text goes with it: what its author took back is not kept. */
export async function markDeleted(work: Change, { ticket, content }: Locked): Promise<void> {
  if (content.deleted) return;
  const changed = await rewrite(work, content, { deleted: true, message: '', error_message: null });
  const shown = await rewriteLast(work, ticket, content, { deleted: true, message: '', attachment: null });
  const items = await toContentItems(work.tx, work.merchantId, [changed]);
  const isComment = content.content_type === 'comment';
  work.tell(isComment ? 'conversations.comment_deleted' : 'conversations.message_deleted', {
    tickets: [toTicket(shown)],
    items,
  });
}

async function rewrite(
  { tx, merchantId }: Change,
  { id }: ContentRow,
  set: { message: string; deleted?: boolean; error_message?: null },
): Promise<ContentRow> {
  return tx
    .updateTable('contents')
    .set({ ...set, rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The list shows it too, when it is the ticket's last message. */
async function rewriteLast(
  { tx, merchantId }: Change,
  ticket: TicketRow,
  content: ContentRow,
  set: Partial<NonNullable<TicketRow['last_message']>>,
): Promise<TicketRow> {
  const last = ticket.last_message;
  if (last?.actor !== content.actor || last?.created_at !== content.created_at.toISOString()) return ticket;
  return tx
    .updateTable('tickets')
    .set({ rev: sql<number>`rev + 1`, last_message: JSON.stringify({ ...last, ...set }) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

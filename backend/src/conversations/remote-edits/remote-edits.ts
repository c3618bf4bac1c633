import { MEDIA_KINDS, type AccountId, type MerchantId, type StoredVersion } from '@inbox/domain';
import { filesOf, withEarlyEdit, withEdit, withReaction } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { markHidden } from '../thread/comment-rows';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { about, storeDeadLetter, takeDeadLettersAbout } from '../dead-letters/dead-letters';
import { deleteRaw } from '../thread/message-raws';
import type { ContentDetails } from '../thread/content-details';
import { storable, storableJson } from '../../platform/db/storable-text';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { preview } from '../thread/last-message';
import { ensureFiles, kindOfFirst } from './edited-files';
import { lockContent, lockExternalId } from '../delivery/report-delivery';

const editedFile = z.object({
  kind: z.enum(MEDIA_KINDS),
  filename: z.string(),
  content_type: z.string(),
  size: z.number(),
  disposition: z.enum(['inline', 'attachment']),
  content_id_header: z.nullable(z.string()),
  storage_key: z.nullable(z.string()),
  external_media_id: z.nullable(z.string()),
});

/** What happened on the channel to a message or comment that was there already. */
const alteration = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deleted') }),
  z.object({
    kind: z.literal('edited'),
    text: z.string(),
    /** In ISO 8601. */
    at: z._default(z.string(), new Date(0).toISOString()),
    /** All files that it has now; absent where the edit says nothing of them. */
    files: z.optional(z.array(editedFile)),
  }),
  z.object({
    kind: z.literal('reacted'),
    actor: z.enum(['customer', 'merchant']),
    who: z.string(),
    name: z.nullable(z.string()),
    /** Empty when it is taken back. */
    emoji: z.string(),
    at: z.string(),
  }),
  z.object({ kind: z.literal('hidden'), hidden: z.boolean() }),
]);
export type Alteration = z.infer<typeof alteration>;

interface Altered {
  merchantId: MerchantId;
  accountId: AccountId;
  /** The channel's id of it. */
  externalId: string;
  what: Alteration;
  /** The message itself is shown for it when it is not known here; then it is not stored to wait for it. */
  isShownOtherwise?: boolean;
}

/** Applies what happened elsewhere. It may be told before the message itself is: then it is kept until that comes. */
export async function alterElsewhere(context: WorkContext, told: Altered): Promise<'applied' | 'kept' | 'unknown'> {
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
      if (told.isShownOtherwise === true) return 'unknown';
      await storeDeadLetter(work.tx, {
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
  const bodies = await takeDeadLettersAbout(work.tx, work.merchantId, waitingFor(accountId, externalId));
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
  const { tx, merchantId, publish } = work;
  const { content, ticket } = locked;
  if (what.kind === 'deleted') return markDeleted(work, locked);
  if (what.kind === 'hidden') {
    if ((content.details.hidden ?? false) === what.hidden) return;
    const items = await toContentItems(tx, merchantId, [await markHidden(tx, merchantId, content, what.hidden)]);
    return publish('tickets.ticket_content_v2', { items });
  }
  if (content.deleted) return;
  if (what.kind === 'reacted') {
    const { kind: _, ...reaction } = what;
    const known = content.details.channel?.reactions ?? [];
    const reactions = withReaction(known, { ...reaction, emoji: Array.from(reaction.emoji).slice(0, 16).join('') });
    if (reactions === known) return;
    const changed = await rewrite(work, content, { details: withFacts(content, { reactions: [...reactions] }) });
    return publish('tickets.ticket_content_v2', { items: await toContentItems(tx, merchantId, [changed]) });
  }
  // An edit that says neither words nor files is no news of either.
  if (content.content_type === 'comment' && what.text === '' && what.files === undefined) return;
  const texts = versionsOf(content);
  const files = what.files === undefined ? null : await ensureFiles(work, content, texts, what.files.map(storableFile));
  const known = files === null ? texts : withFirstFiles(texts, files.before);
  const edit = { message: storable(what.text), at: what.at, ...(files !== null && { files: files.now }) };
  // In the place of a message that has not come are its edits alone: the first of them is no original.
  const versions = content.details.channel?.stand_in === true ? withEarlyEdit(known, edit) : withEdit(known, edit);
  const message = versions.at(-1)?.message ?? content.message;
  if (message === content.message && versions.length === known.length) return;
  const changed = await rewrite(work, content, { message, details: withFacts(content, { versions }) });
  const now = filesOf(versions);
  const attachment = now === null ? {} : { attachment: await kindOfFirst(work, now) };
  const shown = await rewriteLast(work, ticket, content, { message: preview(message), ...attachment });
  publish('tickets.ticket_content_v2', {
    tickets: [toTicket(shown)],
    items: await toContentItems(tx, merchantId, [changed]),
  });
}

/** The original and the edits so far. */
function versionsOf({ message, details, sent_at, created_at }: ContentRow): [StoredVersion, ...StoredVersion[]] {
  const [first, ...edits] = details.channel?.versions ?? [];
  return [first ?? { message, at: (sent_at ?? created_at).toISOString() }, ...edits];
}

/** The first version with the files that it had; they are not stored while they do not change. */
function withFirstFiles(
  [first, ...edits]: [StoredVersion, ...StoredVersion[]],
  before: StoredVersion['files'] & object,
): [StoredVersion, ...StoredVersion[]] {
  const isNew = [first, ...edits].every(({ files }) => files === undefined);
  return [isNew ? { ...first, files: before } : first, ...edits];
}

const storableFile = (file: z.infer<typeof editedFile>) => {
  return { ...file, external_media_id: file.external_media_id && storable(file.external_media_id) };
};

const withFacts = ({ details }: ContentRow, facts: ContentDetails['channel']): ContentDetails => {
  return { ...details, channel: { ...details.channel, ...facts } };
};

/** The text goes with it: what its author took back is not kept. */
export async function markDeleted(work: Change, { ticket, content }: Locked): Promise<void> {
  if (content.deleted) return;
  const { versions: _texts, reactions: _signs, has_raw: _raw, ...channel } = content.details.channel ?? {};
  const details = content.details.channel === undefined ? content.details : { ...content.details, channel };
  await deleteRaw(work.tx, work.merchantId, content.id);
  const changed = await rewrite(work, content, { deleted: true, message: '', error_message: null, details });
  const shown = await rewriteLast(work, ticket, content, { deleted: true, message: '', attachment: null });
  const items = await toContentItems(work.tx, work.merchantId, [changed]);
  const isComment = content.content_type === 'comment';
  work.publish(isComment ? 'conversations.comment_deleted' : 'conversations.message_deleted', {
    tickets: [toTicket(shown)],
    items,
  });
}

async function rewrite(
  { tx, merchantId }: Change,
  { id }: ContentRow,
  { details, ...set }: { message?: string; deleted?: boolean; error_message?: null; details: ContentDetails },
): Promise<ContentRow> {
  return tx
    .updateTable('contents')
    .set({ ...set, details: storableJson(details), rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The list shows it too, when it is the ticket's last message. */
export async function rewriteLast(
  { tx, merchantId }: Change,
  ticket: TicketRow,
  content: ContentRow,
  set: Partial<NonNullable<TicketRow['last_message']>>,
): Promise<TicketRow> {
  const last = ticket.last_message;
  if (last?.actor !== content.actor || last?.created_at !== content.created_at.toISOString()) return ticket;
  // Channels tell whole seconds: several messages may have one time.
  const newest = await tx
    .selectFrom('contents')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', content.conversation_id)
    .where('ticket_id', '=', ticket.id)
    .where('content_type', '<>', 'log')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.id !== content.id) return ticket;
  return tx
    .updateTable('tickets')
    .set({ rev: sql<number>`rev + 1`, last_message: storableJson({ ...last, ...set }) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

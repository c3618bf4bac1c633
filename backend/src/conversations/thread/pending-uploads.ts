import type { AgentId, MediaKind, MerchantId, TicketId, UploadId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';

/** A file on the disk that an agent has uploaded for a ticket. */
export interface PendingUpload {
  id: UploadId;
  storage_key: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** What one upload is of. */
export interface NewUpload extends Omit<PendingUpload, 'id'> {
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** Null for a file that a template, or an e-mail that begins a ticket, goes with. */
  ticket_id: TicketId | null;
  /** No reply may carry it. */
  for_note?: boolean;
}

const SHOWN = ['id', 'storage_key', 'kind', 'filename', 'content_type', 'size'] as const;

/** Writes an upload down after its file is on the disk. */
export async function createUpload(db: Queryable, upload: NewUpload): Promise<PendingUpload> {
  return db.insertInto('uploads').values(upload).returning(SHOWN).executeTakeFirstOrThrow();
}

/**
 * Forgets these uploads of the agent, as far as they were not sent.
 * @returns their files, which are nobody's now
 */
export async function deleteUploads(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; ids: readonly UploadId[] },
): Promise<string[]> {
  if (of.ids.length === 0) return [];
  const rows = await db
    .deleteFrom('uploads')
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('id', 'in', of.ids)
    .where('used_at', 'is', null)
    .returning('storage_key')
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

/** An upload of this agent that was not sent yet. */
export async function findUpload(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; id: UploadId },
): Promise<PendingUpload | undefined> {
  return db
    .selectFrom('uploads')
    .select(SHOWN)
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('id', '=', of.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Takes the agent's uploads for this ticket, or for a template, to be sent, each once, in the order asked for.
 * @param of.forNote those of a note, which are never sent
 * @param of.forMany one file goes with many messages: it may have gone with some of them already
 * @returns undefined when one of them is not there: sent already, another ticket's or another agent's
 */
export async function consumeUploads(
  db: Queryable,
  of: {
    merchantId: MerchantId;
    agentId: AgentId;
    ticketId: TicketId | null;
    ids: readonly UploadId[];
    forNote?: boolean;
    forMany?: boolean;
  },
): Promise<PendingUpload[] | undefined> {
  if (of.ids.length === 0) return [];
  const rows = await db
    .updateTable('uploads')
    .set({ used_at: sql<Date>`now()` })
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('ticket_id', 'is not distinct from', of.ticketId)
    .where('for_note', '=', of.forNote ?? false)
    .where('id', 'in', of.ids)
    .$if(of.forMany !== true, (unused) => unused.where('used_at', 'is', null))
    .returning(SHOWN)
    .execute();
  const inOrder = of.ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return inOrder.length === of.ids.length && rows.length === of.ids.length ? inOrder : undefined;
}

/** Files of a message that is taken back are uploads again, by their old ids. */
export async function releaseUploads(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; ticketId: TicketId | null; storageKeys: readonly string[] },
): Promise<void> {
  if (of.storageKeys.length === 0) return;
  await db
    .updateTable('uploads')
    .set({ used_at: null })
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('ticket_id', of.ticketId === null ? 'is' : '=', of.ticketId)
    .where('storage_key', 'in', of.storageKeys)
    .execute();
}

/**
 * Of the agent's uploads for this ticket that were not sent, those with these ids, in their order.
 * @returns undefined when one of them is not there
 */
export async function findUploads(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; ticketId: TicketId; ids: readonly UploadId[] },
): Promise<PendingUpload[] | undefined> {
  if (of.ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(SHOWN)
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('ticket_id', '=', of.ticketId)
    .where('id', 'in', of.ids)
    .where('used_at', 'is', null)
    .execute();
  const inOrder = of.ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return inOrder.length === of.ids.length ? inOrder : undefined;
}

/** Makes files that were not sent an agent's own, as if they were uploaded now. */
export async function handUploads(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; ids: readonly UploadId[]; at: Date },
): Promise<void> {
  if (of.ids.length === 0) return;
  await db
    .updateTable('uploads')
    .set({ agent_id: of.agentId, created_at: of.at })
    .where('merchant_id', '=', of.merchantId)
    .where('id', 'in', of.ids)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Forgets uploads that nobody sent since `before`, and that no mail waits to be sent with. The uploads of a merchant that
 * is not in this cell stay: a move copies them before the merchant and its scheduled mails, and a failed move may leave
 * them behind. Their files are in the bucket that all cells share, and the merchant's own cell still needs them.
 * @returns their files, which are nobody's now
 */
export async function forgetUnsentUploads(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('uploads')
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('merchants as m').select('m.id').whereRef('m.id', '=', 'uploads.merchant_id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scheduled_mails as s')
            .select('s.temp_id')
            .whereRef('s.merchant_id', '=', 'uploads.merchant_id')
            .where(sql<boolean>`s.upload_ids @> array[uploads.id]`),
        ),
      ),
    )
    .returning('storage_key')
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

import { ticketIdSchema, type Outgoing } from '@inbox/domain';
import { commentDraftSchema, draftSchema, outboxSchema } from '@inbox/domain/conversation';

import type { PanelStorage } from '@inbox/panel';
import * as z from 'zod/mini';
import { begunUploadSchema } from './begun-upload';
import { COMMENT_DRAFT, DRAFT } from './stored-before';
import { UNSENT, type Kind, type RecordDb } from './record-db';
import { type RecordTypes, type WaitingReply, timeEntrySchema } from './record-types';

const uploadsSchema = z.array(begunUploadSchema);
const stretchesSchema = z.array(timeEntrySchema);

/**
 * Moves what versions before stored in localStorage into the database. It is removed there when the transaction has
 * completed; what does not fit stays. Whatever a page of such a version writes later is moved at the next start.
 * @param newId a random id
 */
export async function moveStored(storage: PanelStorage, db: RecordDb, newId: () => string): Promise<void> {
  const moved: string[] = [];
  const records: { kind: Kind; key: string; record: RecordTypes[Kind] }[] = [];
  const take = <K extends Kind>(kind: K, key: string, record: RecordTypes[K]) => records.push({ kind, key, record });

  for (const key of storage.keys(DRAFT)) {
    const ticket = ticketIdSchema.safeParse(Number(key.slice(DRAFT.length)));
    const draft = storage.read(key, draftSchema);
    if (!ticket.success || draft === null) continue;
    const record = { ...draft, ticket_id: ticket.data, tab: newId(), seq: 1, over: null, written_at: Date.now() };
    take('drafts', `${record.ticket_id}.${record.tab}`, record);
    moved.push(key);
  }
  for (const key of storage.keys(COMMENT_DRAFT)) {
    const draft = storage.read(key, commentDraftSchema);
    if (draft === null) continue;
    take('comment-drafts', key.slice(COMMENT_DRAFT.length), draft);
    moved.push(key);
  }
  for (const upload of storage.read('uploads', uploadsSchema) ?? []) take('uploads', upload.key, upload);
  for (const stretch of storage.read('handled', stretchesSchema) ?? []) take('handled', stretch.stretch_id, stretch);
  const outbox: Outgoing[] = storage.read('outbox', outboxSchema) ?? [];
  if (records.some(({ kind }) => kind === 'uploads')) moved.push('uploads');
  if (records.some(({ kind }) => kind === 'handled')) moved.push('handled');
  if (outbox.length > 0) moved.push('outbox');
  if (moved.length === 0) return;

  await db.write(
    UNSENT,
    async (tx) => {
      const known = await tx.all('outbox');
      for (const { kind, key, record } of records) tx.put(kind, key, record);
      const fresh = outbox.filter(({ temp_id }) => !known.has(temp_id));
      for (const [index, outgoing] of fresh.entries()) {
        // Before all that this version has stored: these are older.
        const waiting: WaitingReply = { place: index - fresh.length, outgoing };
        tx.put('outbox', outgoing.temp_id, waiting);
      }
    },
    { flush: true },
  );
  for (const key of moved) storage.remove(key);
}

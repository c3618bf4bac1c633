import { noteMediaPath } from '@inbox/domain/conversation';
import type { AgentId, MediaKind, MerchantId, Note, NoteId, NoteMedia, TempId, TicketId } from '@inbox/domain';
import { sql, type Insertable } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { NoteMediaTable, NotesTable } from './tables';

/** An id that no note has: the pictures of a note's text are named by it before the note is there. */
export async function nextNoteId(db: Queryable): Promise<NoteId> {
  const { rows } = await sql<{ id: NoteId }>`
    select nextval(pg_get_serial_sequence('notes', 'id')) as id`.execute(db);
  const [next] = rows;
  if (next === undefined) throw new Error('The sequence of notes is gone.');
  return next.id;
}

export async function insertNote(
  db: Queryable,
  note: Insertable<NotesTable>,
  media: readonly Omit<NoteMediaTable, 'merchant_id' | 'note_id'>[] = [],
): Promise<void> {
  const { id } = await db.insertInto('notes').values(note).returning('id').executeTakeFirstOrThrow();
  if (media.length === 0) return;
  await db
    .insertInto('note_media')
    .values(media.map((one) => ({ ...one, merchant_id: note.merchant_id, note_id: id })))
    .execute();
}

/** The notes of these tickets, each ticket's oldest first; one without any is not in the map. */
export async function readNotes(
  db: Queryable,
  merchantId: MerchantId,
  tickets: readonly TicketId[],
): Promise<Map<TicketId, Note[]>> {
  const noted = new Map<TicketId, Note[]>();
  if (tickets.length === 0) return noted;
  const rows = await selectNotes(db, merchantId).where('n.ticket_id', 'in', tickets).orderBy('n.id').execute();
  for (const note of await withMedia(db, merchantId, rows)) {
    noted.set(note.ticket_id, [...(noted.get(note.ticket_id) ?? []), note]);
  }
  return noted;
}

/** The note that this agent has added under this id. */
export async function findNoteByTempId(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; tempId: TempId },
): Promise<Note | undefined> {
  const rows = await selectNotes(db, of.merchantId)
    .where('n.agent_id', '=', of.agentId)
    .where('n.temp_id', '=', of.tempId)
    .execute();
  return (await withMedia(db, of.merchantId, rows))[0];
}

/** A file of a note, or a picture of its text. */
export async function findNoteFile(
  db: Queryable,
  merchantId: MerchantId,
  note: NoteId,
  position: number,
): Promise<{ storage_key: string; filename: string; content_type: string } | undefined> {
  return db
    .selectFrom('note_media')
    .select(['filename', 'content_type'])
    .select((eb) => eb.ref('storage_key').$notNull().as('storage_key'))
    .where('merchant_id', '=', merchantId)
    .where('note_id', '=', note)
    .where('position', '=', position)
    .where('storage_key', 'is not', null)
    .executeTakeFirst();
}

const selectNotes = (db: Queryable, merchantId: MerchantId) =>
  db
    .selectFrom('notes as n')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'n.merchant_id').onRef('a.id', '=', 'n.agent_id'),
    )
    .select(['n.id', 'n.ticket_id', 'n.notes', 'n.agent_id', 'n.created_at', 'n.temp_id'])
    .select(sql<string>`trim(a.first_name || ' ' || a.last_name)`.as('agent_name'))
    .where('n.merchant_id', '=', merchantId);

type NoteRow = Omit<Note, 'media' | 'created_at'> & { created_at: Date };

async function withMedia(db: Queryable, merchantId: MerchantId, rows: readonly NoteRow[]): Promise<Note[]> {
  const media = await readMedia(
    db,
    merchantId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    media: media.get(row.id) ?? [],
  }));
}

interface MediaRow {
  note_id: NoteId;
  position: number;
  url: string | null;
  kind: MediaKind;
  filename: string;
  content_type: string;
  size: number | null;
}

async function readMedia(db: Queryable, merchantId: MerchantId, notes: NoteId[]): Promise<Map<NoteId, NoteMedia[]>> {
  const found = new Map<NoteId, NoteMedia[]>();
  if (notes.length === 0) return found;
  const rows: MediaRow[] = await db
    .selectFrom('note_media')
    .select(['note_id', 'position', 'url', 'kind', 'filename', 'content_type', 'size'])
    .where('merchant_id', '=', merchantId)
    .where('note_id', 'in', notes)
    .where('is_inline', '=', false)
    .orderBy('position')
    .execute();
  for (const { note_id, position, url, filename, ...file } of rows) {
    const one = { ...file, url: url ?? noteMediaPath(note_id, position), file_name: filename };
    found.set(note_id, [...(found.get(note_id) ?? []), one]);
  }
  return found;
}

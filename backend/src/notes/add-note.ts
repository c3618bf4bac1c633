import { randomUUID } from 'node:crypto';
import { UPLOAD_PATH, type NewNoteRequest } from '@inbox/api/wire';
import type { AgentId, Note, NoteId, NoteMedia, TempId, TicketId, UploadId } from '@inbox/domain';
import {
  embeddedLink,
  LONGEST_NOTE,
  mentionedAgents,
  MOST_NOTE_MEDIA,
  noteMediaPath,
} from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { SignedIn } from '../agents/sessions/session';
import type { NoteMediaTable } from './tables';
import { storable } from '../platform/db/storable-text';
import { change, type Change, type WorkContext } from '../platform/db/unit-of-work';
import type { Uploads } from '../platform/files/uploads';
import { messages } from '../platform/errors/messages';
import { lengthBesidePictures } from '../platform/html/sanitize-bounded';
import { WorkError } from '../platform/errors/errors';
import { consumeUploads } from '../conversations/thread/pending-uploads';
import { findNoteByTempId, insertNote, nextNoteId } from './note-queries';
import { findTicket, isErased, toTicket } from '../tickets/lifecycle/ticket-rows';
import { insertMentions } from './mentions';
import { removeNoteImages, storeNoteImages, type NoteImage } from './note-images';
import { cleanRichHtml } from '../platform/html/clean-rich-html';

const refused = (message: string, field: keyof NewNoteRequest): WorkError =>
  new WorkError(400, message, 'note', { [field]: [message] });

/**
 * Adds a note to a ticket (spec sections 3, 5 and 7). Every agent who may see the ticket may, whoever owns it and whatever
 * its status: a note acts on nothing and reaches no customer. The same request again, by its temp_id, answers the same
 * note. The agents whom it names are notified once it is committed, or when they come next.
 * @throws WorkError in words for the agent
 */
export async function addNote(
  context: WorkContext,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  ticketId: TicketId,
  request: NewNoteRequest,
): Promise<Note> {
  const tempId = request.temp_id ?? (randomUUID() as TempId);
  const media = request.media.map(mediaOf);
  if (media.length > MOST_NOTE_MEDIA) throw refused(messages.tooManyNoteFiles(MOST_NOTE_MEDIA), 'media');
  // Cleaning takes time and makes the text shorter, so that a note far too long is refused before it.
  if (lengthBesidePictures(request.notes) > 2 * LONGEST_NOTE)
    throw refused(messages.noteTooLong(LONGEST_NOTE), 'notes');
  const id = await nextNoteId(context.db);
  const text = cleanNote(storable(request.notes), (position) => noteMediaPath(id, position));
  if (text.isBlank && media.length === 0) throw refused(messages.noteEmpty, 'notes');
  if (text.html.length > LONGEST_NOTE) throw refused(messages.noteTooLong(LONGEST_NOTE), 'notes');
  const images = await storeNoteImages(uploads, text.images);
  try {
    const made = await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
      const added = await findAdded(work, who, { tempId, ticketId });
      if (added !== undefined) return { note: added, isNew: false, told: [] };
      return { isNew: true, ...(await add(work, who, { id, ticketId, tempId, html: text.html, images, media })) };
    });
    if (!made.isNew) await removeNoteImages(uploads, images);
    for (const agent of made.told) context.live.signal(who.merchantId, { type: 'tickets.mentioned' }, agent);
    return made.note;
  } catch (error) {
    await removeNoteImages(uploads, images);
    throw error;
  }
}

/** An upload of the agent, or a link that may stand as a file. */
type MediaNamed = { upload: UploadId } | { link: NoteMedia };

function mediaOf({ url }: NewNoteRequest['media'][number]): MediaNamed {
  const upload = UPLOAD_PATH.exec(url)?.[1];
  if (upload !== undefined) return { upload: Number(upload) as UploadId };
  const link = embeddedLink(storable(url));
  if (link === null) throw refused(messages.linkNotEmbedded, 'media');
  return { link };
}

/** What this very request has added before. Two of the same at once come one after the other. */
async function findAdded(
  { tx, merchantId }: Change,
  { agent }: SignedIn,
  { tempId, ticketId }: { tempId: TempId; ticketId: TicketId },
): Promise<Note | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`note:${merchantId}:${tempId}`}, 0))`.execute(tx);
  const added = await findNoteByTempId(tx, { merchantId, agentId: agent.id, tempId });
  if (added !== undefined && added.ticket_id !== ticketId) {
    throw new WorkError(409, messages.noteTaken, 'temp_id_taken');
  }
  return added;
}

interface ToAdd {
  id: NoteId;
  ticketId: TicketId;
  tempId: TempId;
  html: string;
  images: readonly NoteImage[];
  media: readonly MediaNamed[];
}

async function add(
  work: Change,
  who: SignedIn,
  { id, ticketId, tempId, html, images, media }: ToAdd,
): Promise<{ note: Note; told: AgentId[] }> {
  const { tx, merchantId, now } = work;
  const ticket = await findTicket(tx, merchantId, ticketId);
  if (ticket === undefined || isErased(ticket)) throw new WorkError(404, messages.noTicket, 'no_ticket');
  const files = [...images.map(inlineRow), ...(await mediaRows(work, who, ticketId, media))];
  await insertNote(
    tx,
    {
      id,
      merchant_id: merchantId,
      ticket_id: ticketId,
      agent_id: who.agent.id,
      notes: html,
      temp_id: tempId,
      created_at: now,
    },
    files.map((file, position) => ({ ...file, position })),
  );
  const told = await insertMentions(tx, who, id, mentionedAgents(html));
  const note = await findNoteByTempId(tx, { merchantId, agentId: who.agent.id, tempId });
  if (note === undefined) throw new Error('A note is gone within its own transaction.');
  work.publish('tickets.note_added', { tickets: [toTicket(ticket)] });
  return { note, told };
}

type FileRow = Omit<NoteMediaTable, 'merchant_id' | 'note_id' | 'position'>;

const inlineRow = (image: NoteImage): FileRow => ({ ...image, kind: 'image', url: null, is_inline: true });

async function mediaRows(
  { tx, merchantId }: Change,
  { agent }: SignedIn,
  ticketId: TicketId,
  media: readonly MediaNamed[],
): Promise<FileRow[]> {
  const ids = media.flatMap((one) => ('upload' in one ? [one.upload] : []));
  const taken = await consumeUploads(tx, { merchantId, agentId: agent.id, ticketId, ids, forNote: true });
  if (taken === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  return media.map((one): FileRow => {
    if ('link' in one) {
      const { file_name: filename, ...link } = one.link;
      return { ...link, filename, storage_key: null, is_inline: false };
    }
    const file = taken.find(({ id }) => id === one.upload);
    if (file === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
    const { storage_key, filename, content_type, size, kind } = file;
    return { storage_key, filename, content_type, size, kind, url: null, is_inline: false };
  });
}

interface CleanNote {
  html: string;
  /** The pictures that came with the text, in its order. */
  images: Buffer[];
  /** Nothing is in it that anybody could see. */
  isBlank: boolean;
}

/**
 * What an agent has written as it is stored (`cleanRichHtml`).
 * @param imagePath the address under which the picture of this number will be had
 */
function cleanNote(given: string, imagePath: (position: number) => string): CleanNote {
  const images: Buffer[] = [];
  const text = cleanRichHtml(given, (data) => {
    images.push(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
    return imagePath(images.length - 1);
  });
  return { ...text, images };
}

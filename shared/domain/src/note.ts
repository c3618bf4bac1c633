import { MAX_FILE_BYTES, type FileProblem } from './sending/files';
import type { AgentId, IsoTime, MentionId, NoteId, TempId, TicketId } from './ids';
import type { MediaKind } from './messages/message-base';
import { safeHref } from './email/rich-html';

/** A file of a note, or a link that stands as one. */
export interface NoteMedia {
  /** Of a file, a path of the inbox backend; of a link, its address. */
  url: string;
  file_name: string;
  content_type: string;
  /** Bytes; null for a link, of which nothing was fetched. */
  size: number | null;
  kind: MediaKind;
}

/** What an agent has noted on a ticket (spec section 3): for agents alone, and never changed. */
export interface Note {
  id: NoteId;
  ticket_id: TicketId;
  /** HTML of `RICH_TAGS`; pictures in it are named by `noteImagePath`. */
  notes: string;
  agent_id: AgentId;
  agent_name: string;
  created_at: IsoTime;
  media: NoteMedia[];
  /** By which its writer's page knows it; null for one that was made with its ticket. */
  temp_id: TempId | null;
}

/** An agent is named in a note, and was not told yet. */
export interface Mention {
  id: MentionId;
  ticket_id: TicketId;
  /** Who wrote the note. */
  agent_name: string;
  created_at: IsoTime;
}

/** UTF-16 units of a note's HTML, its pictures not counted. */
export const LONGEST_NOTE = 50_000;
/** Files and links of one note. */
export const MOST_NOTE_MEDIA = 10;
/** Pictures in the text of one note. */
export const MOST_NOTE_IMAGES = 20;
/** Agents who are told of one note. */
export const MOST_MENTIONS = 50;
/** Per cent of the text's width that a picture has unless it is given another (spec section 9). */
export const NOTE_IMAGE_WIDTH = 85;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What a note's files may be (spec section 5). */
const NOTE_FILES: Readonly<Record<string, { kind: Exclude<MediaKind, 'voice'>; extensions: readonly string[] }>> = {
  'image/gif': { kind: 'image', extensions: ['gif'] },
  'image/jpeg': { kind: 'image', extensions: ['jpeg', 'jpg'] },
  'image/png': { kind: 'image', extensions: ['png'] },
  'image/svg+xml': { kind: 'image', extensions: ['svg'] },
  'application/pdf': { kind: 'document', extensions: ['pdf'] },
  [DOCX]: { kind: 'document', extensions: ['docx'] },
  'video/mp4': { kind: 'video', extensions: ['mp4'] },
};

/** For a file picker's `accept`. */
export const ACCEPTED_NOTE_FILES = Object.values(NOTE_FILES)
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',');

/** How a note's file of this type is shown; null for a type that no note may have. */
export const noteFileKind = (type: string): MediaKind | null =>
  Object.hasOwn(NOTE_FILES, type) ? (NOTE_FILES[type]?.kind ?? null) : null;

/** What keeps a file of this type and size (bytes) out of a note; null when nothing does. */
export function noteFileProblem({ type, size }: { type: string; size: number }): FileProblem | null {
  if (noteFileKind(type) === null) return { code: 'type-not-supported', type };
  if (size <= MAX_FILE_BYTES) return null;
  return { code: 'size-too-large', type, limit: MAX_FILE_BYTES / 1_000_000, channel: null, asDocument: false };
}

/** Links that may stand as a file, by how their path ends (spec section 5). */
const EMBEDDED: Readonly<Record<string, Pick<NoteMedia, 'content_type' | 'kind'>>> = {
  mp4: { content_type: 'video/mp4', kind: 'video' },
  pdf: { content_type: 'application/pdf', kind: 'document' },
  docx: { content_type: DOCX, kind: 'document' },
};

/** A link that stands in a note as a file; null when it leads to no .mp4, .pdf or .docx file of the web. */
export function embeddedLink(typed: string): NoteMedia | null {
  const url = safeHref(typed);
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  const [, pathname = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  const embedded = EMBEDDED[/\.([a-z\d]+)$/i.exec(pathname)?.[1]?.toLowerCase() ?? ''];
  if (embedded === undefined) return null;
  return { url, file_name: nameIn(pathname), size: null, ...embedded };
}

function nameIn(pathname: string): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 150);
  } catch {
    return last.slice(0, 150);
  }
}

/** Where a file of a note, or a picture of its text, is had. Its number is its place in the note. */
export const noteMediaPath = (note: NoteId, position: number): string => `/api/inbox/notes/${note}/media/${position}/`;

/** Is it a picture of a stored note's text? */
export const isNoteImage = (src: string): boolean => /^\/api\/inbox\/notes\/[1-9]\d{0,14}\/media\/\d{1,3}\/$/.test(src);

/** The agents that a note's HTML names, each once. */
export function mentionedAgents(html: string): AgentId[] {
  const found = html.matchAll(/<span[^>]* data-mention="([1-9]\d{0,14})"/g);
  return [...new Set([...found].map(([, id]) => Number(id) as AgentId))];
}

/** Made when a note is first shown. */
let time: Intl.DateTimeFormat | undefined;

/** When a note was written: US locale with day, month, year and a 12-hour clock (spec section 9), in the reader's zone. */
export function formatNoteTime(at: Date): string {
  time ??= new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  // Some browsers put a narrow no-break space before AM and PM.
  return time.format(at).replace(/\u202f/g, ' ');
}

import { maxFileBytes, mayAttach } from './channel-files';
import type { MediaKind } from '../messages/message-base';
import type { UploadId } from '../ids';
import type { ConversationSource } from '../tickets/ticket';

/** A file that an agent has uploaded for a ticket and that no reply has taken yet. */
export interface UploadedFile {
  id: UploadId;
  /** Path on the inbox backend; it answers the agent who uploaded it, until it is sent. */
  url: string;
  file_name: string;
  /** MIME type, by the file's content. */
  content_type: string;
  /** Bytes. */
  size: number;
  kind: MediaKind;
}

const MB = 1_000_000;

/** Bytes, for any file of a reply (spec section 5). */
export const MAX_FILE_BYTES = 25 * MB;

type FileKind = Exclude<MediaKind, 'voice'>;

interface FileType {
  kind: FileKind;
  /** The first is the one a new name gets. */
  extensions: readonly string[];
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Every type that a reply may carry (spec section 5). */
const FILE_TYPES: Readonly<Record<string, FileType>> = {
  'image/jpeg': { kind: 'image', extensions: ['jpg', 'jpeg'] },
  'image/png': { kind: 'image', extensions: ['png'] },
  'image/svg+xml': { kind: 'image', extensions: ['svg'] },
  'video/mp4': { kind: 'video', extensions: ['mp4'] },
  'video/3gpp': { kind: 'video', extensions: ['3gp', '3gpp'] },
  'audio/aac': { kind: 'audio', extensions: ['aac'] },
  'audio/mp4': { kind: 'audio', extensions: ['m4a'] },
  'audio/amr': { kind: 'audio', extensions: ['amr'] },
  'audio/mpeg': { kind: 'audio', extensions: ['mp3'] },
  'audio/ogg': { kind: 'audio', extensions: ['ogg', 'opus', 'oga'] },
  'application/pdf': { kind: 'document', extensions: ['pdf'] },
  'text/csv': { kind: 'document', extensions: ['csv'] },
  [`${openXml}.presentationml.presentation`]: { kind: 'document', extensions: ['pptx'] },
  [`${openXml}.spreadsheetml.sheet`]: { kind: 'document', extensions: ['xlsx'] },
  [`${openXml}.wordprocessingml.document`]: { kind: 'document', extensions: ['docx'] },
  'application/vnd.ms-powerpoint': { kind: 'document', extensions: ['ppt'] },
  'application/msword': { kind: 'document', extensions: ['doc'] },
  [`${openDocument}.presentation`]: { kind: 'document', extensions: ['odp'] },
  [`${openDocument}.spreadsheet`]: { kind: 'document', extensions: ['ods'] },
  [`${openDocument}.text`]: { kind: 'document', extensions: ['odt'] },
};

/** What some systems call these types. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-aac': 'audio/aac',
};

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** For a file picker's `accept`. */
export const ACCEPTED_FILES = Object.entries(FILE_TYPES)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',');

/**
 * What a file claims to be, by its declared type and then its name: a system that does not know a type declares none, or
 * that of the program which opens it. The claim as it came when it is of no accepted type.
 */
export function claimedType({ name, type }: { name: string; type: string }): string {
  const declared = (type.split(';')[0] ?? '').trim().toLowerCase();
  const usual = OTHER_NAMES[declared] ?? declared;
  if (Object.hasOwn(FILE_TYPES, usual)) return usual;
  const extension = extensionOf(name);
  const byName = Object.entries(FILE_TYPES).find(([, { extensions }]) => extensions.includes(extension));
  return byName?.[0] ?? (declared || (extension === '' ? 'unknown' : extension));
}

/** Null for a type that no reply may carry. */
export const fileKind = (type: string): FileKind | null =>
  Object.hasOwn(FILE_TYPES, type) ? (FILE_TYPES[type]?.kind ?? null) : null;

/**
 * `code` is the specification's; `limit` in MB. `channel` names the one that takes less than any reply may carry, null for
 * the limit of all; `asDocument`: it takes the file as a document.
 */
export type FileProblem =
  | { code: 'type-not-supported'; type: string }
  | {
      code: 'size-too-large';
      type: string;
      limit: number;
      channel: ConversationSource | null;
      asDocument: boolean;
    };

/**
 * What keeps a file of this type and size (bytes) out of a reply on this channel; null when nothing does. 25 MB on every
 * channel (spec section 5), less where the channel itself takes less.
 */
export function fileProblem(
  source: ConversationSource,
  { type, size, asDocument = false }: { type: string; size: number; asDocument?: boolean },
): FileProblem | null {
  const most = maxFileBytes(source, { content_type: type, asDocument });
  if (fileKind(type) === null || most === null) return { code: 'type-not-supported', type };
  if (size > MAX_FILE_BYTES) {
    return { code: 'size-too-large', type, limit: MAX_FILE_BYTES / MB, channel: null, asDocument: false };
  }
  if (size <= most) return null;
  const offers = !asDocument && mayAttach(source, { content_type: type, size, asDocument: true }).allowed;
  return { code: 'size-too-large', type, limit: most / MB, channel: source, asDocument: offers };
}

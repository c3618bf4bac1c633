import type { MediaKind } from '@inbox/domain';
import { cutFileName } from '@inbox/domain/conversation';
import { trueType } from './true-type';

const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

/** First bytes by which a file of a kind that browsers show or play is known. */
const SIGNS: readonly (readonly [type: RegExp, isOne: (head: Buffer) => boolean])[] = [
  [/^image\/jpe?g$/, (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff],
  [/^image\/png$/, (head) => ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n'],
  [/^image\/gif$/, (head) => /^GIF8[79]a/.test(ascii(head, 0, 6))],
  [/^image\/webp$/, (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP'],
  [/^application\/pdf$/, (head) => ascii(head, 0, 1_024).includes('%PDF-')],
  [/^(?:video\/(?:mp4|3gpp|quicktime)|audio\/(?:mp4|x-m4a|3gpp))$/, (head) => ascii(head, 4, 8) === 'ftyp'],
  [/^(?:audio|application)\/ogg$/, (head) => ascii(head, 0, 4) === 'OggS'],
  [/^audio\/(?:mpeg|mp3)$/, (head) => ascii(head, 0, 3) === 'ID3' || isFrame(head, 0xe0)],
  [/^audio\/(?:aac|x-aac)$/, (head) => isFrame(head, 0xf0) || ascii(head, 0, 4) === 'ADIF'],
  [/^audio\/amr$/, (head) => ascii(head, 0, 5) === '#!AMR'],
];

/** An MPEG audio frame begins with eleven (ADTS: twelve) bits set. */
const isFrame = (head: Buffer, mask: number) => head[0] === 0xff && ((head[1] ?? 0) & mask) === mask;

/** Documents that browsers download and never run as a page. */
const DOCUMENTS =
  /^(?:text\/(?:plain|csv|calendar)|message\/rfc822|application\/(?:zip|json|msword|rtf|ms-tnef|vnd\.(?:ms-(?:excel|powerpoint|outlook)|openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z]+)))$/;

const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The type that a file may be shown as: what its sender said, if its first bytes agree or it is a document that nothing
 * runs; else bytes without a meaning. Page-like types (HTML, SVG, scripts) are never believed.
 */
export function safeType(declared: string, head: Buffer): string {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const sign = SIGNS.find(([pattern]) => pattern.test(type));
  if (sign !== undefined) return sign[1](head) ? type : UNKNOWN_TYPE;
  return DOCUMENTS.test(type) ? type : UNKNOWN_TYPE;
}

/**
 * The same of a file whose sender may not know what it is: where nothing is declared that can be believed, its first bytes
 * say it.
 * @param kind what it was sent as: a sound and a video can begin alike
 */
export function typeByBytes(declared: string, head: Buffer, kind: MediaKind): string {
  const type = safeType(declared, head);
  if (type !== UNKNOWN_TYPE) return type;
  const claim = kind === 'audio' || kind === 'voice' ? 'audio/mp4' : 'video/mp4';
  return safeType(trueType(head, { name: '', type: claim }) ?? '', head);
}

/** How an attachment of this type is shown. */
export function kindOfType(type: string): MediaKind {
  const [family] = type.split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document';
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/pdf': 'pdf',
  'application/ms-tnef': 'dat',
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'message/delivery-status': 'txt',
  'message/global-delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'message/rfc822-headers': 'txt',
  'text/rfc822-headers': 'txt',
  'application/pgp-signature': 'asc',
  'application/pgp-keys': 'asc',
  'application/pgp-encrypted': 'txt',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'application/x-pkcs7-mime': 'p7m',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** Control characters, marks that turn the direction of text (and hide an extension), and what paths are made of. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]+/g;

/** A sender's file name as it can be shown and saved; one made from `fallback` and the type when there is none. */
export function safeFilename(name: string | null | undefined, type: string, fallback: string): string {
  const clean = (text: string) => text.replace(NOT_IN_NAMES, ' ').replace(/^[.\s]+|\s+$/g, '');
  const given = clean(name ?? '');
  return cutFileName(given === '' ? `${clean(fallback) || 'file'}.${EXTENSIONS[type] ?? 'bin'}` : given);
}

/** The name with the ending of its type, where it has none, or `.bin`, as names have that are made before the type is known. */
export function nameForType(name: string, type: string): string {
  const ending = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
  const isBare = /^[^.]*(?:\.bin)?$/i.test(name);
  return ending === undefined || !isBare ? name : cutFileName(`${name.replace(/\.bin$/i, '')}.${ending}`);
}

import { htmlText } from '../text/html-text';
import { decodeText, decodeUtf8Or } from './code-page';
import { Cursor } from './cursor';
import { decompressRtf } from './decompress-rtf';
import { bytesOf, numberOf, PROPERTY, readProperties, textOf, type Properties } from './properties';
import { readRtf } from './read-rtf';

/** What a TNEF file ([MS-OXTNEF]) brings. */
export interface TnefMessage {
  subject: string | null;
  text: string | null;
  html: string | null;
  files: TnefFile[];
}

export interface TnefFile {
  name: string | null;
  /** As declared; null when it is not. */
  type: string | null;
  /** Without brackets. */
  contentId: string | null;
  bytes: Buffer;
}

const SIGNATURE = 0x223e9f78;
const MESSAGE = 1;
/** Attributes, with the number of their type above. */
const ATTRIBUTE = {
  subject: 0x00018004,
  body: 0x0002800c,
  properties: 0x00069003,
  codePage: 0x00069007,
  fileBegins: 0x00069002,
  fileName: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
} as const;
/** An attached message: its bytes are a TNEF file, after the number of their kind. */
const EMBEDDED = 5;
const KIND_BYTES = 16;
const MAX_DEPTH = 3;
const WESTERN = 1252;

/** What one mail may still bring, all that is nested in it together: whoever builds one to take long is stopped by it. */
export interface Room {
  /** Attached messages among them. */
  files: number;
  /** Bytes; the words of all its letters are shorter. */
  rtf: number;
}

export const roomOfMail = (): Room => ({ files: 100, rtf: 4_000_000 });

export const isTnef = (bytes: Buffer): boolean => bytes.length >= 6 && bytes.readUInt32LE() === SIGNATURE;

/** Null when this is none. One that breaks off says what stands before; no bytes make it throw, or take long. */
export function decodeTnef(bytes: Buffer, room = roomOfMail(), depth = 0): TnefMessage | null {
  if (!isTnef(bytes)) return null;
  const { codePage, properties, subject, body, files } = readAttributes(bytes, room.files);
  const said = textOf(properties, PROPERTY.body) ?? body;
  const rtf = wordsOfRtf(properties, room);
  return {
    subject: textOf(properties, PROPERTY.subject) ?? subject ?? null,
    text: said ?? (rtf?.kind === 'text' ? rtf.content : null),
    html: htmlOf(properties, codePage) ?? (rtf?.kind === 'html' ? rtf.content : null),
    files: files.flatMap((file) => fileOf(file, room, depth)),
  };
}

interface Attributes {
  codePage: number;
  properties: Properties;
  subject: string | undefined;
  body: string | undefined;
  files: RawFile[];
}

interface RawFile {
  name: string | undefined;
  data: Buffer | undefined;
  properties: Properties;
}

function readAttributes(bytes: Buffer, mostFiles: number): Attributes {
  const cursor = new Cursor(bytes);
  cursor.bytes(6);
  const read: Attributes = { codePage: WESTERN, properties: new Map(), subject: undefined, body: undefined, files: [] };
  const text = (data: Buffer): string | undefined => decodeText(data, read.codePage).replace(/\0+$/, '') || undefined;
  while (cursor.left >= 9 && read.files.length <= mostFiles) {
    const level = cursor.u8();
    const id = cursor.u32();
    const length = cursor.u32();
    if (length > cursor.left) break;
    const data = cursor.bytes(length);
    cursor.bytes(Math.min(2, cursor.left));
    if (level === MESSAGE) {
      if (id === ATTRIBUTE.codePage && length >= 4) read.codePage = data.readUInt32LE();
      else if (id === ATTRIBUTE.subject) read.subject = text(data);
      else if (id === ATTRIBUTE.body) read.body = text(data);
      else if (id === ATTRIBUTE.properties) read.properties = readProperties(new Cursor(data), read.codePage);
      continue;
    }
    if (id === ATTRIBUTE.fileBegins) read.files.push({ name: undefined, data: undefined, properties: new Map() });
    const file = read.files.at(-1);
    if (file === undefined) continue;
    if (id === ATTRIBUTE.fileName) file.name = text(data);
    else if (id === ATTRIBUTE.fileData) file.data = data;
    else if (id === ATTRIBUTE.fileProperties) file.properties = readProperties(new Cursor(data), read.codePage);
  }
  return read;
}

function htmlOf(properties: Properties, codePage: number): string | null {
  const bytes = bytesOf(properties, PROPERTY.html);
  if (bytes === undefined) return textOf(properties, PROPERTY.html) ?? null;
  const declared = numberOf(properties, PROPERTY.codePage);
  return declared === undefined ? decodeUtf8Or(bytes, codePage) : decodeText(bytes, declared);
}

function wordsOfRtf(properties: Properties, room: Room): ReturnType<typeof readRtf> | null {
  const packed = bytesOf(properties, PROPERTY.rtf);
  const rtf = packed === undefined ? null : decompressRtf(packed, room.rtf);
  if (rtf === null) return null;
  room.rtf -= rtf.length;
  return readRtf(rtf);
}

/** The files that this one is: an attached message is its words, as a text, and its own files. */
function fileOf({ name, data, properties }: RawFile, room: Room, depth: number): TnefFile[] {
  if (room.files === 0) return [];
  room.files -= 1;
  const of = (id: number): string | null => textOf(properties, id) ?? null;
  const object = bytesOf(properties, PROPERTY.data);
  const called = of(PROPERTY.longFilename) ?? of(PROPERTY.filename) ?? name ?? of(PROPERTY.displayName);
  if (numberOf(properties, PROPERTY.method) === EMBEDDED && object !== undefined) {
    const inner = depth < MAX_DEPTH ? decodeTnef(object.subarray(KIND_BYTES), room, depth + 1) : null;
    if (inner === null) return [];
    const words = inner.text ?? (inner.html === null ? '' : htmlText(inner.html));
    const title = inner.subject ?? called ?? 'message';
    const letter = { name: `${title}.txt`, type: 'text/plain', contentId: null, bytes: Buffer.from(words) };
    return [...(words === '' ? [] : [letter]), ...inner.files];
  }
  const bytes = data ?? object;
  if (bytes === undefined) return [];
  const contentId = of(PROPERTY.contentId)?.replace(/^<|>$/g, '') ?? null;
  return [{ name: called, type: of(PROPERTY.mimeTag), contentId, bytes }];
}

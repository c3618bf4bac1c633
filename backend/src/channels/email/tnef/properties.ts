import { decodeText } from './code-page';
import type { Cursor } from './cursor';

/** A property's value: bytes as they stand, text decoded; numbers and moments are not needed here. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'number'; number: number };

/** By their number. */
export type Properties = ReadonlyMap<number, Value>;

/** [MS-OXPROPS]. */
export const PROPERTY = {
  subject: 0x0037,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  filename: 0x3704,
  method: 0x3705,
  longFilename: 0x3707,
  mimeTag: 0x370e,
  contentId: 0x3712,
  codePage: 0x3fde,
} as const;

const MULTIPLE = 0x1000;
const FIRST_NAMED = 0x8000;
const [STRING8, UNICODE, OBJECT, BINARY, INT16, INT32] = [0x1e, 0x1f, 0x0d, 0x102, 0x02, 0x03];

/** Bytes that a value of fixed length takes, filled up to four. */
const FIXED: Readonly<Record<number, number>> = {
  [INT16]: 4,
  [INT32]: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};

/**
 * Reads a list of MAPI properties ([MS-OXTNEF] 2.1.3.4). What was read before the list breaks off is what it says.
 * @param codePage of text that is not Unicode
 */
export function readProperties(cursor: Cursor, codePage: number): Properties {
  const properties = new Map<number, Value>();
  try {
    for (let count = cursor.u32(); count > 0; count--) {
      const type = cursor.u16();
      const id = cursor.u16();
      if (id >= FIRST_NAMED) skipName(cursor);
      const value = readValue(cursor, type, codePage);
      if (value !== null) properties.set(id, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return properties;
}

function skipName(cursor: Cursor): void {
  cursor.bytes(16);
  const isText = cursor.u32() === 1;
  if (isText) padded(cursor, cursor.u32());
  else cursor.u32();
}

/** The value; of several the first. @throws RangeError when its type is unknown: where the next begins is, too */
function readValue(cursor: Cursor, type: number, codePage: number): Value | null {
  const isMultiple = (type & MULTIPLE) !== 0;
  const base = type & ~MULTIPLE;
  const fixed = FIXED[base];
  if (fixed !== undefined) {
    let first: Value | null = null;
    for (let count = isMultiple ? cursor.u32() : 1; count > 0; count--) {
      const bytes = cursor.bytes(fixed);
      if (base === INT32) first ??= { kind: 'number', number: bytes.readUInt32LE() };
    }
    return first;
  }
  if (base !== STRING8 && base !== UNICODE && base !== OBJECT && base !== BINARY) {
    throw new RangeError(`A property of the unknown type ${type}.`);
  }
  let bytes: Buffer | null = null;
  for (let count = cursor.u32(); count > 0; count--) {
    const value = padded(cursor, cursor.u32());
    bytes ??= value;
  }
  if (bytes === null) return null;
  if (base !== STRING8 && base !== UNICODE) return { kind: 'bytes', bytes };
  const text = base === UNICODE ? bytes.toString('utf16le') : decodeText(bytes, codePage);
  return { kind: 'text', text: text.replace(/\0+$/, '') };
}

/** Bytes that are filled up to a multiple of four. */
function padded(cursor: Cursor, length: number): Buffer {
  const bytes = cursor.bytes(length);
  cursor.bytes(Math.min((4 - (length % 4)) % 4, cursor.left));
  return bytes;
}

export function textOf(properties: Properties, id: number): string | undefined {
  const value = properties.get(id);
  return value?.kind === 'text' && value.text !== '' ? value.text : undefined;
}

export function bytesOf(properties: Properties, id: number): Buffer | undefined {
  const value = properties.get(id);
  return value?.kind === 'bytes' ? value.bytes : undefined;
}

export function numberOf(properties: Properties, id: number): number | undefined {
  const value = properties.get(id);
  return value?.kind === 'number' ? value.number : undefined;
}

import { Cursor } from './cursor';

/** What every dictionary begins with ([MS-OXRTFCP] 2.1.3.1.1). */
const PRESET = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    '\r\n' +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  'latin1',
);
const DICTIONARY = 4096;
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
/** Eight references of two bytes each stand for 17 bytes each, with one byte for all: nothing becomes larger than this. */
const MOST_TIMES = 8;

/**
 * Unpacks PR_RTF_COMPRESSED ([MS-OXRTFCP]); null when it is not that, or says that it is longer than `most` bytes. What is
 * cut off ends where it does.
 */
export function decompressRtf(packed: Buffer, most: number): Buffer | null {
  const cursor = new Cursor(packed);
  if (cursor.left < 16) return null;
  cursor.u32();
  const size = cursor.u32();
  const type = cursor.u32();
  cursor.u32();
  if (size > most) return null;
  if (type === PLAIN) return cursor.bytes(Math.min(size, cursor.left));
  return type === COMPRESSED ? unpack(cursor, Math.min(size, cursor.left * MOST_TIMES)) : null;
}

function unpack(cursor: Cursor, size: number): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY);
  PRESET.copy(dictionary);
  let write = PRESET.length;
  const out = Buffer.alloc(size);
  let length = 0;
  const put = (byte: number): void => {
    dictionary[write] = byte;
    write = (write + 1) % DICTIONARY;
    out[length++] = byte;
  };
  while (cursor.left > 0 && length < size) {
    const control = cursor.u8();
    for (let bit = 0; bit < 8 && length < size; bit++) {
      const isReference = (control & (1 << bit)) !== 0;
      if (cursor.left < (isReference ? 2 : 1)) return out.subarray(0, length);
      if (!isReference) {
        put(cursor.u8());
        continue;
      }
      const pair = (cursor.u8() << 8) | cursor.u8();
      const from = pair >> 4;
      if (from === write) return out.subarray(0, length);
      for (let n = 0; n < (pair & 15) + 2 && length < size; n++) put(dictionary[(from + n) % DICTIONARY] ?? 0);
    }
  }
  return out.subarray(0, length);
}

import { IV_BYTES, POINT_BYTES, type Encrypted } from './agent-cipher';

/** An encrypted value as a database has it. Bytes alone: every browser can store them. */
export interface EncryptedRecord {
  inbox_encrypted: 1;
  point: ArrayBuffer;
  iv: ArrayBuffer;
  data: ArrayBuffer;
}

export const recordOf = ({ point, iv, data }: Encrypted): EncryptedRecord => ({
  inbox_encrypted: 1,
  point: point.slice().buffer,
  iv: iv.slice().buffer,
  data: data.buffer,
});

/** Null for a record that is not encrypted. */
export function encryptedIn(record: unknown): Encrypted | null {
  if (typeof record !== 'object' || record === null || !('inbox_encrypted' in record)) return null;
  const { point, iv, data } = record as EncryptedRecord;
  return { point: new Uint8Array(point), iv: new Uint8Array(iv), data: new Uint8Array(data) };
}

/** What an encrypted text of localStorage begins with; base64 follows. */
const PREFIX = 'inbox-encrypted-1:';

export const isEncryptedText = (text: string): boolean => text.startsWith(PREFIX);

export function textOf({ point, iv, data }: Encrypted): string {
  let binary = '';
  for (const byte of [...point, ...iv]) binary += String.fromCharCode(byte);
  for (const byte of data) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary);
}

/** Only for an encrypted text. @throws for one that was cut off or changed */
export function encryptedInText(text: string): Encrypted {
  const bytes = Uint8Array.from(atob(text.slice(PREFIX.length)), (char) => char.charCodeAt(0));
  return {
    point: bytes.slice(0, POINT_BYTES),
    iv: bytes.slice(POINT_BYTES, POINT_BYTES + IV_BYTES),
    data: bytes.slice(POINT_BYTES + IV_BYTES),
  };
}

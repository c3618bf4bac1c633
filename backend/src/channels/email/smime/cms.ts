import { inflateSync } from 'node:zlib';
import { BerError, BerReader } from './ber';

/** The result of opening a file of S/MIME (smime.p7m, RFC 8551). */
export type Cms =
  | { kind: 'content'; content: Uint8Array<ArrayBuffer> }
  /** Only its recipient's key opens it. */
  | { kind: 'encrypted' }
  /** It has no content: certificates alone, or a signature of something that is beside it. */
  | { kind: 'empty' }
  /** It is no CMS, or cut, or larger than is read. */
  | { kind: 'damaged' };

const TAG = { sequence: 0x30, oid: 0x06, explicit: 0xa0 } as const;

/** Object identifiers of RFC 5652, 3274 and 5083, as their bytes. */
const OID = {
  data: '2a864886f70d010701',
  signed: '2a864886f70d010702',
  compressed: '2a864886f70d0109100109',
} as const;
const ENCRYPTED: ReadonlySet<string> = new Set([
  '2a864886f70d010703', // enveloped
  '2a864886f70d010704', // signed and enveloped, of PKCS #7
  '2a864886f70d010706', // encrypted
  '2a864886f70d0109100117', // authenticated and enveloped
]);

/**
 * Takes the content out of CMS that is signed (RFC 5652 section 5) or compressed (RFC 3274). The signature is not checked:
 * neither it nor a certificate is read. No bytes make it throw.
 * @param room bytes that compressed content of this mail may still have; what it takes is subtracted
 */
export function openCms(bytes: Uint8Array, room: { inflated: number }): Cms {
  try {
    const reader = new BerReader(bytes);
    reader.enter(TAG.sequence);
    const type = reader.hex(TAG.oid);
    if (ENCRYPTED.has(type)) return { kind: 'encrypted' };
    if (type !== OID.signed && type !== OID.compressed) return { kind: 'empty' };
    reader.enter(TAG.explicit);
    reader.enter(TAG.sequence);
    // The version, and the algorithms.
    reader.skip();
    reader.skip();
    const end = reader.enter(TAG.sequence);
    const hasMail = reader.hex(TAG.oid) === OID.data && reader.has(end);
    if (!hasMail) return { kind: 'empty' };
    reader.enter(TAG.explicit);
    const content = reader.octets();
    return type === OID.signed ? { kind: 'content', content } : inflate(content, room);
  } catch (error) {
    if (error instanceof BerError) return { kind: 'damaged' };
    throw error;
  }
}

function inflate(packed: Uint8Array, room: { inflated: number }): Cms {
  const maxOutputLength = room.inflated;
  // A file that fails has taken its time, too, so that nothing is left for another one.
  room.inflated = 0;
  if (maxOutputLength < 1) return { kind: 'damaged' };
  try {
    const content = new Uint8Array(inflateSync(packed, { maxOutputLength }));
    room.inflated = maxOutputLength - content.length;
    return { kind: 'content', content };
  } catch {
    // Only zlib is called here: the bytes are not its format, or become more than is read.
    return { kind: 'damaged' };
  }
}

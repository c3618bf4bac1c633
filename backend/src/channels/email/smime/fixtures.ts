import { deflateSync } from 'node:zlib';

/** Builds CMS files (RFC 5652) in the forms that mail programs write: DER, and BER without lengths. */

function element(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const size =
    content.length < 128 ? [content.length] : [0x84, ...Buffer.from(Uint32Array.of(content.length).buffer).reverse()];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const open = (tag: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.alloc(2)]);

const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const PKCS7 = '2a864886f70d0107';
const number = (value: number): Buffer => element(0x02, Buffer.from([value]));

export interface CmsForm {
  /** Bytes of each piece of the content, in containers without a length; left out, DER. */
  piece?: number;
}

function encapsulated(content: Buffer | null, { piece }: CmsForm): Buffer {
  const container = piece === undefined ? element : open;
  if (content === null) return container(0x30, oid(`${PKCS7}01`));
  const pieces: Buffer[] = [];
  for (let at = 0; piece !== undefined && at < content.length; at += piece) {
    pieces.push(element(0x04, content.subarray(at, at + piece)));
  }
  const octets = piece === undefined ? element(0x04, content) : open(0x24, ...pieces);
  return container(0x30, oid(`${PKCS7}01`), container(0xa0, octets));
}

/** Signed content, with something in the places of its certificates and its signature; null: content that is elsewhere. */
export function signed(content: Buffer | string | null, form: CmsForm = {}): Buffer {
  const container = form.piece === undefined ? element : open;
  const bytes = content === null ? null : Buffer.from(content);
  const algorithms = container(0x31, element(0x30, oid('608648016503040201')));
  const rest = [container(0xa0, element(0x30, 'certificate')), element(0x31, 'signature')];
  const data = container(0x30, number(1), algorithms, encapsulated(bytes, form), ...rest);
  return container(0x30, oid(`${PKCS7}02`), container(0xa0, data));
}

/** Compressed content (RFC 3274). */
export function compressed(content: Buffer | string): Buffer {
  const algorithm = element(0x30, oid('2a864886f70d0109100308'));
  const data = element(0x30, number(0), algorithm, encapsulated(deflateSync(content), {}));
  return element(0x30, oid('2a864886f70d0109100109'), element(0xa0, data));
}

export const encrypted = (): Buffer =>
  element(0x30, oid(`${PKCS7}03`), element(0xa0, element(0x30, number(0), 'secret')));

/**
 * Values as panels store them, as bytes and back: JSON with Blobs, ArrayBuffers and Dates in it. The bytes begin with the length of
 * the JSON in four bytes; after it come the bytes of Blobs and ArrayBuffers, one after the other.
 */

/** It holds something that these bytes cannot. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue';
}

/** Stands in the JSON for what JSON cannot say. `escaped` is an object that has a `$` of its own. */
type Special =
  | { $: 'blob'; type: string; length: number }
  | { $: 'bytes'; length: number }
  | { $: 'date'; ms: number }
  | { $: 'escaped'; entries: Record<string, unknown> };

interface Described {
  json: string;
  parts: (Blob | ArrayBuffer)[];
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  // What comes out of a database may be of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/**
 * What a value says without its bytes; two values of one key that are described alike are taken for the same.
 * @throws UnknownValue
 */
export function describeValue(value: unknown): Described {
  const parts: Described['parts'] = [];
  const special = (found: Special): Special => found;
  function walk(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) {
      if (['bigint', 'symbol', 'function'].includes(typeof node)) throw new UnknownValue(typeof node);
      return node;
    }
    if (Array.isArray(node)) return node.map(walk);
    const kind = kindOf(node);
    if (kind === 'Blob' || kind === 'File') {
      const blob = node as Blob;
      parts.push(blob);
      return special({ $: 'blob', type: blob.type, length: blob.size });
    }
    if (kind === 'ArrayBuffer') {
      const bytes = node as ArrayBuffer;
      parts.push(bytes);
      return special({ $: 'bytes', length: bytes.byteLength });
    }
    if (kind === 'Date') return special({ $: 'date', ms: (node as Date).getTime() });
    if (!isPlain(node)) throw new UnknownValue(kind);
    const entries = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, walk(one)]));
    return '$' in entries ? special({ $: 'escaped', entries }) : entries;
  }
  return { json: JSON.stringify(walk(value)) ?? 'null', parts };
}

/** @throws UnknownValue */
export async function bytesOf(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const { json, parts } = describeValue(value);
  const head = new TextEncoder().encode(json);
  const bodies = await Promise.all(parts.map(async (part) => new Uint8Array(await bufferOf(part))));
  const bytes = new Uint8Array(4 + head.length + bodies.reduce((sum, { length }) => sum + length, 0));
  new DataView(bytes.buffer).setUint32(0, head.length);
  let at = 4;
  for (const piece of [head, ...bodies]) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const bufferOf = (part: Blob | ArrayBuffer): Promise<ArrayBuffer> | ArrayBuffer =>
  'arrayBuffer' in part ? part.arrayBuffer() : part;

/** The value that `bytesOf` has made these bytes of. */
export function valueOf(bytes: Uint8Array<ArrayBuffer>): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  let at = 4 + length;
  const take = (size: number) => {
    const part = bytes.slice(at, at + size);
    at += size;
    return part;
  };
  function walk(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(walk);
    const each = (of: object) => Object.fromEntries(Object.entries(of).map(([key, one]) => [key, walk(one)]));
    if (!('$' in node)) return each(node);
    const found = node as Special;
    switch (found.$) {
      case 'blob':
        return new Blob([take(found.length)], { type: found.type });
      case 'bytes':
        return take(found.length).buffer;
      case 'date':
        return new Date(found.ms);
      case 'escaped':
        return each(found.entries);
    }
  }
  return walk(JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))));
}

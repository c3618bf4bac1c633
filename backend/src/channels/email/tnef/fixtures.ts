/** Builds TNEF files as [MS-OXTNEF] lays them out. */

const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
export const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);

const TYPE = { text: 0x1e, unicode: 0x1f, object: 0x0d, binary: 0x102, int32: 0x03 } as const;

export type Property = readonly [id: number, type: keyof typeof TYPE, value: Buffer | number];

const filled = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

export const unicode = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');

/** A list of properties; one with a name of its own comes first, as Outlook writes them. */
export function properties(...list: Property[]): Buffer {
  const named = Buffer.concat([u16(TYPE.int32), u16(0x8001), Buffer.alloc(16), u32(1), u32(6), unicode('ab'), u16(0)]);
  const each = list.map(([id, type, value]) =>
    Buffer.concat([
      u16(TYPE[type]),
      u16(id),
      ...(typeof value === 'number' ? [u32(value)] : [u32(1), u32(value.length), filled(value)]),
    ]),
  );
  return Buffer.concat([u32(list.length + 1), named, u32(7), ...each]);
}

function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

export interface Parts {
  codePage?: number;
  subject?: Buffer;
  body?: Buffer;
  message?: readonly Property[];
  files?: readonly { title?: string; data?: Buffer; properties?: readonly Property[] }[];
}

export function tnef({ codePage = 1252, subject, body, message, files = [] }: Parts): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x00010000)),
    attribute(1, 0x00069007, Buffer.concat([u32(codePage), u32(0)])),
    ...(subject === undefined ? [] : [attribute(1, 0x00018004, subject)]),
    ...(body === undefined ? [] : [attribute(1, 0x0002800c, body)]),
    ...(message === undefined ? [] : [attribute(1, 0x00069003, properties(...message))]),
    ...files.flatMap((file) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      ...(file.title === undefined ? [] : [attribute(2, 0x00018010, Buffer.from(`${file.title}\0`, 'latin1'))]),
      ...(file.data === undefined ? [] : [attribute(2, 0x0006800f, file.data)]),
      ...(file.properties === undefined ? [] : [attribute(2, 0x00069005, properties(...file.properties))]),
    ]),
  ]);
}

/** RTF as PR_RTF_COMPRESSED carries it when it is not compressed. */
export const plainRtf = (rtf: string): Buffer =>
  Buffer.concat([u32(rtf.length + 12), u32(rtf.length), u32(0x414c454d), u32(0), Buffer.from(rtf, 'latin1')]);

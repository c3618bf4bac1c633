const u16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);

function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

/** A winmail.dat as Outlook wraps its mails into ([MS-OXTNEF]): words, and one file. */
export function sampleWinmail(text: string, file: { name: string; bytes: Buffer }): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00069007, Buffer.concat([u32(65001), u32(0)])),
    attribute(1, 0x0002800c, Buffer.from(`${text}\0`)),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${file.name}\0`)),
    attribute(2, 0x0006800f, file.bytes),
  ]);
}

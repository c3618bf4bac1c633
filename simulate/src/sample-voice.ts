/** Twenty milliseconds of silence as Opus has it. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const SAMPLES_PER_PACKET = 960;

/** A voice message of so many seconds in which nothing is said: Opus in Ogg, as WhatsApp's are. Five at most. */
export function sampleVoice(seconds: number): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1');
  const tags = Buffer.from('OpusTags\x04\x00\x00\x00demo\x00\x00\x00\x00', 'latin1');
  const packets = Array.from({ length: Math.min(250, Math.round(seconds * 50)) }, () => SILENCE);
  return Buffer.concat([
    page(2, 0, 0, [head]),
    page(0, 1, 0, [tags]),
    page(4, 2, packets.length * SAMPLES_PER_PACKET, packets),
  ]);
}

/** @param flags 2 begins the sound, 4 ends it */
function page(flags: number, number: number, samples: number, packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 'latin1');
  head[5] = flags;
  head.writeUInt32LE(samples, 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(number, 18);
  head[26] = packets.length;
  const whole = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}

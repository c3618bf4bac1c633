const RATE = 8000;
const HEAD = 44;
/** Of a major chord, one after the other, in hertz. */
const NOTES = [262, 330, 392, 523] as const;

/** A WAV of a few soft notes: a recording's stand-in that needs no file in the project. */
export function sampleSound(seconds: number): Buffer {
  const samples = Math.round(seconds * RATE);
  const wav = Buffer.alloc(HEAD + samples);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(HEAD - 8 + samples, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  // PCM, one channel, eight bits.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++) {
    const time = at / RATE;
    const note = NOTES[Math.floor(time * 2) % NOTES.length] ?? NOTES[0];
    const fading = 1 - ((time * 2) % 1);
    wav[HEAD + at] = 128 + Math.round(40 * fading * Math.sin(2 * Math.PI * note * time));
  }
  return wav;
}

import { describe, expect, it } from '@jest/globals';
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OGG,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { webmToOgg } from './webm-to-ogg';

const PACKET_SECONDS = 0.02;

/** `OpusHead`, version 1, one channel, 312 samples to skip, 48 kHz. */
const description = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };

/** An Opus packet: one frame of 20 ms. */
const packet = (at: number) => Uint8Array.from([0x78, at, 1, 2, 3]);

async function webm(packets: number): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at < packets; at++) {
    const encoded = new EncodedPacket(packet(at), 'key', at * PACKET_SECONDS, PACKET_SECONDS);
    await source.add(encoded, { decoderConfig });
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

describe('a recording in WebM', () => {
  it('becomes Ogg with the very same Opus packets', async () => {
    const ogg = await webmToOgg(await webm(60));
    const bytes = Buffer.from(ogg ?? new ArrayBuffer(0));
    expect(bytes.toString('latin1', 0, 4)).toBe('OggS');
    expect(bytes.toString('latin1', 28, 36)).toBe('OpusHead');
    const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: [OGG] });
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('There is no sound in it.');
    const packets: number[][] = [];
    for await (const { data } of new EncodedPacketSink(track).packets()) packets.push([...data]);
    expect(packets).toEqual(Array.from({ length: 60 }, (_, at) => [...packet(at)]));
    expect(await track.computeDuration()).toBeCloseTo(60 * PACKET_SECONDS, 1);
  });

  it('without any sound is nothing', async () => {
    expect(await webmToOgg(await webm(0))).toBeNull();
  });

  it.each(['', 'OggS', 'no media at all'])('that is none is refused: %j', async (bytes) => {
    await expect(webmToOgg(new Blob([bytes]))).rejects.toThrow();
  });
});

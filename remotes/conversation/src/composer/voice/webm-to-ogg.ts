import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

/**
 * The same sound in another container: Opus packets are moved as they are, nothing is encoded anew.
 * @returns null when nothing was recorded
 * @throws when this is no WebM with Opus in it
 */
export async function webmToOgg(webm: Blob): Promise<ArrayBuffer | null> {
  const input = new Input({ source: new BlobSource(webm), formats: [WEBM] });
  try {
    const track = await input.getPrimaryAudioTrack();
    const decoderConfig = (await track?.getDecoderConfig()) ?? null;
    if (track === null || decoderConfig === null) return null;
    const target = new BufferTarget();
    const output = new Output({ format: new OggOutputFormat(), target });
    const source = new EncodedAudioPacketSource('opus');
    output.addAudioTrack(source);
    await output.start();
    let isEmpty = true;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await source.add(packet, { decoderConfig });
      isEmpty = false;
    }
    if (isEmpty) {
      await output.cancel();
      return null;
    }
    await output.finalize();
    return target.buffer;
  } finally {
    input.dispose();
  }
}

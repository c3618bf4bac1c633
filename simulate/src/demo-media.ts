import { sampleImage } from './sample-image';
import { samplePdf } from './sample-pdf';
import { sampleVoice } from './sample-voice';
import type { StoredFile } from './graph/stored-files';

/** A number draws a picture; `voice-` and `pdf-` before it make a voice message and a document. */
export const DEMO_MEDIA = /^(?:voice-|pdf-)?\d+$/;

/** The file behind a demo media id: the id makes it, so that nobody has to keep it. */
export function demoMedia(id: string): StoredFile {
  if (id.startsWith('voice-')) return { bytes: sampleVoice(3), mimeType: 'audio/ogg; codecs=opus' };
  if (id.startsWith('pdf-')) return { bytes: samplePdf([`Invoice ${id.slice(4)}`]), mimeType: 'application/pdf' };
  return { bytes: sampleImage(Number(id) % 360), mimeType: 'image/png' };
}

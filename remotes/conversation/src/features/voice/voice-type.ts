/** What a recording can be that WhatsApp takes, the best first: its own kind of voice message, then AAC. */
const TYPES = [
  { mimeType: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { mimeType: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
] as const;

export type VoiceType = (typeof TYPES)[number];

/** The type that this browser can record; null when it has none, such as one that knows WebM alone. */
export function voiceType(): VoiceType | null {
  if (typeof MediaRecorder === 'undefined') return null;
  return TYPES.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType)) ?? null;
}

/**
 * What a browser may record, the best first. Channels take Opus in Ogg, WhatsApp's own kind of voice message; browsers that
 * write WebM alone put the same Opus into another container, which `webm-to-ogg` changes. AAC is the last resort.
 */
const TYPES = [
  { recorded: 'audio/ogg;codecs=opus', sent: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { recorded: 'audio/webm;codecs=opus', sent: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { recorded: 'audio/mp4;codecs=mp4a.40.2', sent: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
] as const;

export type VoiceType = (typeof TYPES)[number];

/** The type that this browser can record; null when it has none, or lets no page without TLS near a microphone. */
export function voiceType(): VoiceType | null {
  if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return null;
  return TYPES.find(({ recorded }) => MediaRecorder.isTypeSupported(recorded)) ?? null;
}

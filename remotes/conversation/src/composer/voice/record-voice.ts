import { loadedOnce } from '@inbox/panel/loaded-once';

/**
 * What a browser may record, the best first. Channels take Opus in Ogg, WhatsApp's own kind of voice message; browsers that
 * write WebM alone put the same Opus into another container, which `webm-to-ogg` changes. AAC is the last resort.
 */
const TYPES = [
  { recorded: 'audio/ogg;codecs=opus', sent: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { recorded: 'audio/webm;codecs=opus', sent: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { recorded: 'audio/mp4;codecs=mp4a.40.2', sent: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
] as const;

type VoiceType = (typeof TYPES)[number];

/** The type that this browser can record; null when it has none, or lets no page without TLS near a microphone. */
function voiceType(): VoiceType | null {
  if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return null;
  return TYPES.find(({ recorded }) => MediaRecorder.isTypeSupported(recorded)) ?? null;
}

/** How loud a microphone is, from 0 to 1. */
function soundMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      return Math.min(1, samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample - 128)), 0) / 100);
    },
    close: () => void context.close().catch(() => undefined),
  };
}

export type Recording =
  | { state: 'starting' }
  /** `denied`: the agent or the browser's settings keep the microphone; `missing`: there is none; `empty`: no sound came. */
  | { state: 'failed'; reason: 'unsupported' | 'denied' | 'missing' | 'empty' | 'broken' }
  | { state: 'recording'; isPaused: boolean; level: number; seconds: number }
  | { state: 'finishing' }
  | { state: 'recorded'; file: File };

export interface VoiceRecorder {
  pause(): void;
  resume(): void;
  /** Ends it; what was recorded is shown. */
  stop(): void;
  /** Gives it up: the microphone is let go and nothing is shown any more. */
  close(): void;
  /** Nobody looks any more: ends it, and hands over what was recorded, if anything was and it was not given up. */
  leave(take: (file: File) => void): void;
}

/** Of the level meter, milliseconds. */
const LOOK_MS = 100;
const CHUNK_MS = 1_000;
/** Clear speech; two minutes stay below the 512 KB up to which WhatsApp plays a voice message without asking. */
const BITS_PER_SECOND = 32_000;
/** A recording ends by itself before the 16 MB that a sound may have (spec section 5), with room for another container. */
const LARGEST = 15_500_000;

/** Another try at the end of a recording may load what its beginning could not. */
const loadConverter = loadedOnce(() => import('./webm-to-ogg'));

/** Records at once, and tells how that goes. The microphone is let go whatever happens. */
export function recordVoice(show: (recording: Recording) => void): VoiceRecorder {
  let recorder: MediaRecorder | null = null;
  let release = (): void => undefined;
  let isClosed = false;
  let current: Recording = { state: 'starting' };
  let onUpdate = show;
  const update = (recording: Recording): void => {
    current = recording;
    if (!isClosed) onUpdate(recording);
  };
  const close = (): void => {
    isClosed = true;
    if (recorder !== null && recorder.state !== 'inactive') recorder.stop();
    release();
  };

  async function record(type: VoiceType): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const letGo = (): void => stream.getTracks().forEach((track) => track.stop());
    release = letGo;
    if (isClosed) return letGo();
    const recording = new MediaRecorder(stream, { mimeType: type.recorded, audioBitsPerSecond: BITS_PER_SECOND });
    const meter = soundMeter(stream);
    let milliseconds = 0;
    let looked = performance.now();
    const look = (): void => {
      const now = performance.now();
      const isPaused = recording.state === 'paused';
      if (!isPaused) milliseconds += now - looked;
      looked = now;
      const level = isPaused ? 0 : meter.level();
      update({ state: 'recording', isPaused, level, seconds: Math.floor(milliseconds / 1000) });
    };
    const timer = setInterval(look, LOOK_MS);
    release = () => {
      clearInterval(timer);
      meter.close();
      letGo();
    };
    // Loaded while there is a connection: a recording must not be lost to one that is gone when it ends.
    if (type.recorded !== type.sent) loadConverter().catch(() => undefined);
    const chunks: Blob[] = [];
    let size = 0;
    recording.ondataavailable = ({ data }) => {
      chunks.push(data);
      size += data.size;
      if (size >= LARGEST && recording.state !== 'inactive') recording.stop();
    };
    recording.onpause = look;
    recording.onresume = look;
    // The end comes by the button, by the limit, and when the microphone is pulled out.
    recording.onstop = () => {
      release();
      update({ state: 'finishing' });
      finish(new Blob(chunks, { type: type.recorded }), type).then(update, () =>
        update({ state: 'failed', reason: 'broken' }),
      );
    };
    recorder = recording;
    recording.start(CHUNK_MS);
    look();
  }

  const type = voiceType();
  if (type === null) update({ state: 'failed', reason: 'unsupported' });
  else {
    record(type).catch((error: unknown) => {
      release();
      update({ state: 'failed', reason: reasonOf(error) });
    });
  }
  return {
    pause: () => recorder?.state === 'recording' && recorder.pause(),
    resume: () => recorder?.state === 'paused' && recorder.resume(),
    stop: () => recorder !== null && recorder.state !== 'inactive' && recorder.stop(),
    close,
    leave(take) {
      onUpdate = (recording) => recording.state === 'recorded' && take(recording.file);
      if (current.state === 'starting') return close();
      update(current);
      if (recorder !== null && recorder.state !== 'inactive') recorder.stop();
    },
  };
}

/** Makes the file that is sent of what was recorded. @throws when what came is not of the type that was asked for */
async function finish(recorded: Blob, { recorded: type, sent, extension }: VoiceType): Promise<Recording> {
  const sound = type === sent ? recorded : await (await loadConverter()).webmToOgg(recorded);
  if (sound === null || recorded.size === 0) return { state: 'failed', reason: 'empty' };
  return { state: 'recorded', file: new File([sound], `voice-message.${extension}`, { type: sent }) };
}

function reasonOf(error: unknown): 'unsupported' | 'denied' | 'missing' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotSupportedError' ? 'unsupported' : 'missing';
}

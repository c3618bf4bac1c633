import { useCallback, useEffect, useRef, useState } from 'react';
import { voiceType, type VoiceType } from './voice-type';

export type Recording =
  | { state: 'starting' }
  /** `denied`: the agent or the browser's settings keep the microphone; `missing`: there is none. */
  | { state: 'failed'; reason: 'unsupported' | 'denied' | 'missing' }
  | { state: 'recording'; level: number; seconds: number }
  | { state: 'recorded'; file: File; src: string };

/** Of the level meter, milliseconds. */
const LOOK_MS = 100;

/** Records as soon as it is used; the microphone is let go when it stops and when its component goes. */
export function useRecorder(): { recording: Recording; stop(): void } {
  const [recording, setRecording] = useState<Recording>({ state: 'starting' });
  const stop = useRef<() => void>(() => undefined);

  useEffect(() => {
    let ended = false;
    let src: string | null = null;
    let release = () => undefined as void;
    const type = voiceType();
    const show = (next: Recording) => {
      if (!ended) setRecording(next);
    };

    async function record({ mimeType, extension }: VoiceType): Promise<void> {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const meter = meterOf(stream);
      const recorder = new MediaRecorder(stream, { mimeType });
      const chunks: Blob[] = [];
      const since = Date.now();
      const look = setInterval(() => {
        show({ state: 'recording', level: meter.level(), seconds: Math.floor((Date.now() - since) / 1000) });
      }, LOOK_MS);
      release = () => {
        clearInterval(look);
        meter.close();
        if (recorder.state !== 'inactive') recorder.stop();
        for (const track of stream.getTracks()) track.stop();
      };
      if (ended) return release();
      recorder.ondataavailable = ({ data }) => chunks.push(data);
      recorder.onstop = () => {
        release();
        if (ended) return;
        const file = new File(chunks, `voice-message.${extension}`, { type: mimeType });
        src = URL.createObjectURL(file);
        show({ state: 'recorded', file, src });
      };
      stop.current = () => recorder.state !== 'inactive' && recorder.stop();
      recorder.start();
      show({ state: 'recording', level: 0, seconds: 0 });
    }

    if (type === null) setRecording({ state: 'failed', reason: 'unsupported' });
    else {
      record(type).catch((error: unknown) => {
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        show({ state: 'failed', reason: isDenied ? 'denied' : 'missing' });
      });
    }
    return () => {
      ended = true;
      release();
      if (src !== null) URL.revokeObjectURL(src);
    };
  }, []);

  return { recording, stop: useCallback(() => stop.current(), []) };
}

/** How loud it is, from 0 to 1. */
function meterOf(stream: MediaStream): { level(): number; close(): void } {
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

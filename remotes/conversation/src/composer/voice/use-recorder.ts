import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordVoice, type Recording, type VoiceRecorder } from './record-voice';

/**
 * Records as soon as it is used; the microphone is let go when it stops and when its component goes.
 * @param onLeft told what was recorded when its component goes and it was not closed before
 */
export function useRecorder(onLeft: (file: File) => void): {
  recording: Recording;
  recorder: Pick<VoiceRecorder, 'pause' | 'resume' | 'stop' | 'close'>;
} {
  const [recording, setRecording] = useState<Recording>({ state: 'starting' });
  const current = useRef<VoiceRecorder | null>(null);

  const left = useEffectEvent(onLeft);

  useEffect(() => {
    const recorder = recordVoice(setRecording);
    current.current = recorder;
    return () => recorder.leave(left);
  }, []);

  const [recorder] = useState(() => ({
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    stop: () => current.current?.stop(),
    close: () => current.current?.close(),
  }));
  return { recording, recorder };
}

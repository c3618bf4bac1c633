import { useEffect, useRef, useState } from 'react';
import { recordVoice, type Recording, type VoiceRecorder } from './record-voice';

/** Records as soon as it is used; the microphone is let go when it stops and when its component goes. */
export function useRecorder(): { recording: Recording; recorder: Pick<VoiceRecorder, 'pause' | 'resume' | 'stop'> } {
  const [recording, setRecording] = useState<Recording>({ state: 'starting' });
  const current = useRef<VoiceRecorder | null>(null);

  useEffect(() => {
    const recorder = recordVoice(setRecording);
    current.current = recorder;
    return recorder.close;
  }, []);

  const [recorder] = useState(() => ({
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    stop: () => current.current?.stop(),
  }));
  return { recording, recorder };
}

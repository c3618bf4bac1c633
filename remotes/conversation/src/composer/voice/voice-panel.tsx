import { Button, color, styled } from '@inbox/ui';
import { messages } from '../../messages';
import { formatDuration } from '../../ui/format-duration';
import { useRecorder } from './use-recorder';
import { useEffect, useRef, useState } from 'react';
import { voiceMessages } from './messages';

const Panel = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 8px 12px;
  border-block-end: 1px solid ${color.line};

  & > p {
    flex: 1;
    min-inline-size: 160px;
    font-size: 13px;
  }
  & audio {
    flex: 1;
    min-inline-size: 200px;
    block-size: 32px;
  }
  & meter {
    flex: 1;
    min-inline-size: 80px;
  }
`;

interface VoicePanelProps {
  onRecorded(file: File): void;
  onClose(): void;
}

/** Records a voice message, lets it be heard, and hands it over: also when the agent goes on without having pressed a button. */
export default function VoicePanel({ onRecorded, onClose }: VoicePanelProps) {
  const { recording, recorder } = useRecorder(onRecorded);
  const attach = (file: File) => {
    recorder.close();
    onRecorded(file);
  };
  const cancel = () => {
    recorder.close();
    onClose();
  };
  return (
    <Panel role="group" aria-label={voiceMessages.title}>
      {recording.state === 'starting' && <p role="status">{voiceMessages.starting}</p>}
      {recording.state === 'finishing' && <p role="status">{voiceMessages.finishing}</p>}
      {recording.state === 'failed' && <p role="alert">{voiceMessages.failed[recording.reason]}</p>}
      {recording.state === 'recording' && (
        <>
          <span role="timer">{formatDuration(recording.seconds)}</span>
          <meter aria-label={voiceMessages.level} min={0} max={1} value={recording.level} />
          <Button size="small" onClick={recording.isPaused ? recorder.resume : recorder.pause}>
            {recording.isPaused ? voiceMessages.resume : voiceMessages.pause}
          </Button>
          <Button size="small" variant="primary" onClick={recorder.stop}>
            {voiceMessages.stop}
          </Button>
        </>
      )}
      {recording.state === 'recorded' && <Recorded file={recording.file} onAttach={() => attach(recording.file)} />}
      <Button size="small" onClick={cancel}>
        {messages.cancel}
      </Button>
    </Panel>
  );
}

/** A finished recording, to be heard before it is attached. */
function Recorded({ file, onAttach }: { file: File; onAttach(): void }) {
  const [src, setSrc] = useState<string>();
  const attach = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The button that stopped it had the focus, and is gone.
  useEffect(() => attach.current?.focus(), []);
  return (
    <>
      <audio controls src={src} aria-label={voiceMessages.preview} />
      <Button ref={attach} size="small" variant="primary" onClick={onAttach}>
        {voiceMessages.attach}
      </Button>
    </>
  );
}

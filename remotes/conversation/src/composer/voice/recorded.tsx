import { Button } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { voiceMessages } from './voice-messages';

/** A finished recording, to be heard before it is attached. */
export function Recorded({ file, onAttach }: { file: File; onAttach(): void }) {
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

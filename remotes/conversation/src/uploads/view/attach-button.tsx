import { ACCEPTED_FILES } from '@inbox/domain/conversation';
import { IconButton } from '@inbox/ui';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { messages } from '../../messages';

/** Opens the system's choice of files. */
export function AttachButton({ onFiles }: { onFiles(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton size="small" label={messages.files.attach} onClick={() => input.current?.click()}>
        <Paperclip size={18} aria-hidden />
      </IconButton>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        data-attach-input
        accept={ACCEPTED_FILES}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file chosen once more is a choice too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

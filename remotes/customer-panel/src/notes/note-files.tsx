import { ACCEPTED_NOTE_FILES } from '@inbox/domain/conversation';
import { Button, color, Field, IconButton, isComposing, styled } from '@inbox/ui';
import { Link, Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DraftMedia } from './draft-store';
import { messages } from './messages';
import type { NoteDraft } from './note-draft';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 8px;
`;

const Address = styled(Field)`
  flex: 1 1 160px;
  min-inline-size: 0;
`;

const Wrong = styled.p`
  flex-basis: 100%;
  font-size: 12px;
  color: ${color.bad};
`;

const Files = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & li {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    max-inline-size: 100%;
    padding-inline-start: 8px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    font-size: 12px;
  }
  & span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

interface NoteFilesProps {
  draft: NoteDraft;
  media: readonly DraftMedia[];
  isUploading: boolean;
}

/** The files and links of the note. Files are uploaded as they are chosen. */
export function NoteFiles({ draft, media, isUploading }: NoteFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmbedding, setEmbedding] = useState(false);
  return (
    <>
      <Row>
        <Button size="small" aria-disabled={isUploading} onClick={() => input.current?.click()}>
          <Paperclip size={14} aria-hidden />
          {isUploading ? messages.attaching : messages.attach}
        </Button>
        <Button size="small" aria-expanded={isEmbedding} onClick={() => setEmbedding(!isEmbedding)}>
          <Link size={14} aria-hidden />
          {messages.embed}
        </Button>
        <input
          ref={input}
          hidden
          multiple
          type="file"
          data-note-files
          accept={ACCEPTED_NOTE_FILES}
          onChange={({ currentTarget }) => {
            draft.attach([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        {isEmbedding && <EmbedRow draft={draft} onDone={() => setEmbedding(false)} />}
      </Row>
      {media.length > 0 && (
        <Files aria-label={messages.files}>
          {media.map((one) => (
            <li key={one.url}>
              <span dir="auto">{one.file_name}</span>
              <IconButton size="small" label={messages.removeFile(one.file_name)} onClick={() => draft.remove(one)}>
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </Files>
      )}
    </>
  );
}

const focus = (input: HTMLInputElement | null): void => input?.focus();

function EmbedRow({ draft, onDone }: { draft: NoteDraft; onDone(): void }) {
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const embed = () => {
    if (draft.embed(address)) onDone();
    else setWrong(true);
  };
  return (
    <>
      <Address>
        {messages.embedAddress}
        <input
          ref={focus}
          type="text"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          maxLength={4_000}
          value={address}
          aria-invalid={isWrong}
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            setWrong(false);
          }}
          onKeyDown={(event) => {
            if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') embed();
            else onDone();
          }}
        />
      </Address>
      <Button size="small" onClick={embed}>
        {messages.embed}
      </Button>
      {isWrong && <Wrong role="alert">{messages.embedWrong}</Wrong>}
    </>
  );
}

import { Button, color, ErrorState, Skeleton, styled } from '@inbox/ui';
import { useEffect, useState, type ComponentType } from 'react';
import { messages } from './messages';
import type { NoteDraft } from './note-draft';
import type { DraftState } from './note-draft-state';
import type { NoteEditorProps } from './note-editor';

const Hint = styled.p`
  && {
    margin-block: 0 8px;
    font-size: 12px;
    color: ${color.text2};
  }
`;

/** Where a note is written. The editor is loaded when somebody begins to write, or has begun before. */
export function NoteForm({ draft, state }: { draft: NoteDraft; state: DraftState }) {
  const [wasOpened, setWasOpened] = useState(false);
  const { record } = state;
  const isBegun = record !== null && (record.notes !== '' || record.media.length > 0 || record.isAsked);
  const isOpen = wasOpened || isBegun;
  // Once there it stays, also when the draft is emptied.
  if (isBegun && !wasOpened) setWasOpened(true);
  const editor = useEditor(isOpen);
  return (
    <>
      <Hint>{messages.hint}</Hint>
      {!isOpen ? (
        <Button onClick={() => setWasOpened(true)}>{messages.write}</Button>
      ) : editor.state === 'failed' ? (
        <ErrorState text={messages.editorFailed} onRetry={editor.retry} />
      ) : editor.state === 'loading' || record === null ? (
        <Skeleton height={220} />
      ) : (
        <editor.Editor draft={draft} state={{ ...state, record }} startsFocused={!isBegun} />
      )}
    </>
  );
}

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; retry(): void }
  | { state: 'here'; Editor: ComponentType<NoteEditorProps> };

function useEditor(isWanted: boolean): Loaded {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<ComponentType<NoteEditorProps> | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    import('./note-editor').then(
      ({ NoteEditor }) => isHere && setLoaded(() => NoteEditor),
      () => isHere && setLoaded('failed'),
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, attempt]);
  if (loaded === null) return { state: 'loading' };
  if (loaded !== 'failed') return { state: 'here', Editor: loaded };
  return {
    state: 'failed',
    retry() {
      setLoaded(null);
      setAttempt(attempt + 1);
    },
  };
}

import type { Ticket, TicketId } from '@inbox/domain';
import { color, ErrorState, styled } from '@inbox/ui';
import { useEffect } from 'react';
import { SectionSkeleton } from '../sections/section-skeleton';
import { messages } from './messages';
import { NoteForm } from './note-form';
import { NoteItem } from './note-item';
import { useNoteDraft } from './use-note-draft';
import { useNotes, type NotesState } from './use-notes';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 12px;
  margin: 16px 0 0;
  padding: 0;
  list-style: none;
`;

const None = styled.p`
  margin-block-start: 12px;
  color: ${color.text3};
`;

/** What agents have noted on the ticket, newest first, and the way to add to it (spec sections 2, 3, 5 and 8). */
export const Notes = ({ ticket }: { ticket: Ticket }) => <NotesOf key={ticket.id} ticket={ticket.id} />;

function NotesOf({ ticket }: { ticket: TicketId }) {
  const notes = useNotes(ticket);
  const { draft, state } = useNoteDraft(ticket);
  const listed = notes.state === 'here' ? notes.notes : null;
  useEffect(() => {
    if (listed !== null) draft.onAdded(listed.map(({ temp_id }) => temp_id));
  }, [draft, listed, state.record]);
  return (
    <>
      <NoteForm draft={draft} state={state} />
      <Listed notes={notes} />
    </>
  );
}

function Listed({ notes }: { notes: NotesState }) {
  if (notes.state === 'loading') return <SectionSkeleton />;
  if (notes.state === 'failed') return <ErrorState text={notes.message} onRetry={notes.retry} />;
  if (notes.notes.length === 0) return <None>{messages.none}</None>;
  return (
    <List aria-label={messages.list}>
      {notes.notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
    </List>
  );
}

import { useWaitingNotes } from '../use-note-draft';

/** Shows nothing: it adds the notes that wait. */
export default function WaitingNotes(): null {
  useWaitingNotes();
  return null;
}

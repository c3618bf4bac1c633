import { ApiError } from '@inbox/api';
import { useEvent, usePanel } from '@inbox/panel';
import { messages } from '../../messages';

const PREFIX = 'conversation.undo-close.';
const KINDS = { plain: `${PREFIX}plain.`, survey: `${PREFIX}survey.` } as const;

/** Names the close of this ref in the toast that tells of it. */
export const undoActionId = (ref: string, { withSurvey }: { withSurvey: boolean }): string =>
  `${withSurvey ? KINDS.survey : KINDS.plain}${ref}`;

/** The close that an action of a toast is to undo; null of any other action. */
function closeToUndo(actionId: string): { ref: string; withSurvey: boolean } | null {
  for (const kind of Object.values(KINDS)) {
    if (actionId.startsWith(kind)) return { ref: actionId.slice(kind.length), withSurvey: kind === KINDS.survey };
  }
  return null;
}

/** Takes a close back when 'Undo' is pressed in its toast, whichever ticket is open by then. */
export function useUndoClose(): void {
  const { api, bus, toast } = usePanel();

  async function undo(closed_ref: string, withSurvey: boolean): Promise<void> {
    try {
      const { tickets, failed } = await api.undoClose({ body: { closed_ref } });
      if (tickets.length > 0) bus.emit('ticket.changed', { tickets });
      for (const { ticket_id, message } of failed) toast('error', messages.of(ticket_id, message));
      for (const { id, is_csat_sent } of tickets) {
        toast('success', messages.closeUndone(id));
        if (withSurvey && is_csat_sent) toast('warning', messages.surveyHasLeft(id));
      }
      if (tickets.length + failed.length === 0) toast('info', messages.nothingToUndo);
    } catch (error) {
      const text = error instanceof ApiError ? error.message : messages.actionFailed;
      // Its toast is gone with the press: who wants to undo gets another one.
      toast('error', text, { label: messages.undo.undo, id: undoActionId(closed_ref, { withSurvey }) });
    }
  }

  useEvent('toast.acted', ({ id }) => {
    const close = closeToUndo(id);
    if (close) void undo(close.ref, close.withSurvey);
  });
}

import { ApiError } from '@inbox/api';
import { randomId } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { messages } from '../messages';
import { BULK_TIMEOUT_MS } from './bulk-actions';

const PREFIX = 'ticket-list.undo-close.';

/** Names the close of this ref in the toast that tells of it. */
export const undoActionId = (ref: string): string => `${PREFIX}${ref}`;

/**
 * Takes a close of many back: when 'Undo' is pressed in its toast, or when the returned function is called.
 * @param reload is called when more was changed than the answer holds
 */
export function useUndoClose(reload: () => Promise<void>): (closedRef: string) => Promise<void> {
  const { api, bus, toast } = usePanel();
  const { undone, nothingToUndo, undoFailed } = messages.bulk;

  async function undo(closed_ref: string): Promise<void> {
    try {
      const answer = await api.undoClose({ body: { closed_ref, ref: randomId() } }, { timeoutMs: BULK_TIMEOUT_MS });
      const { tickets, failed, changed = tickets.length } = answer;
      if (tickets.length > 0) bus.emit('ticket.changed', { tickets });
      if (tickets.length < changed) void reload().catch(() => undefined);
      const [first] = failed;
      if (first) toast('error', `${messages.bulk.report(changed, failed.length)}. ${first.message}`);
      else if (changed === 0) toast('info', nothingToUndo);
      else toast('success', changed === 1 && tickets[0] ? undone.one(tickets[0].id) : undone.many);
    } catch (error) {
      const again = { label: messages.bulk.undo, id: undoActionId(closed_ref) };
      // Its toast is gone with the press: who wants to undo gets another one.
      toast('error', error instanceof ApiError ? error.message : undoFailed, again);
    }
  }

  useEvent('toast.acted', ({ id }) => {
    if (id.startsWith(PREFIX)) void undo(id.slice(PREFIX.length));
  });
  return undo;
}

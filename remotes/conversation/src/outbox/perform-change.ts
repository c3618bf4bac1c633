import { ApiError, type Api, type ChangeAnswer } from '@inbox/api';
import type { Ticket } from '@inbox/domain';
import { messages } from '../messages';
import type { WaitingChange } from './ticket-change';

/** What became of a change that was asked of the server. */
export type Performed =
  /** `note`: what of it was not done, in the words of the server. */
  | { kind: 'done'; ticket: Ticket; note?: string | undefined }
  /** The ticket is not as the agent saw it: they decide. */
  | { kind: 'met'; ticket: Ticket };

type Calls = Pick<Api, 'addTags' | 'removeTags' | 'setStatus' | 'transfer'>;

/**
 * Asks the server for a change under the rules as they are now, and says what its agent had seen: see `judgeLate`. Asking
 * again does nothing a second time.
 * @throws ApiError in the words of the server when it refuses
 */
export async function performChange(waiting: WaitingChange, api: Calls, signal: AbortSignal): Promise<Performed> {
  const { ticket_id, change, seen } = waiting;
  const ticket_ids = [ticket_id];
  switch (change.kind) {
    case 'assign':
      return doneBy(await api.transfer({ body: { ticket_ids, transfer_to: change.to, seen } }, { signal }));
    case 'close': {
      const { send_csat, ref } = change;
      return doneBy(await api.setStatus({ body: { ticket_ids, status: 'closed', send_csat, ref, seen } }, { signal }));
    }
    case 'reopen':
      return doneBy(await api.setStatus({ body: { ticket_ids, status: 'open', send_csat: false, seen } }, { signal }));
    case 'add-tag':
    case 'remove-tag': {
      const call = change.kind === 'add-tag' ? api.addTags : api.removeTags;
      return { kind: 'done', ticket: (await call({ body: { ticket_id, tags: change.tag } }, { signal })).ticket };
    }
  }
}

function doneBy({ tickets: [ticket], failed: [failure] }: ChangeAnswer): Performed {
  if (failure?.meanwhile) return { kind: 'met', ticket: failure.meanwhile };
  if (!ticket) throw new ApiError('refused', failure?.message ?? messages.actionFailed);
  return { kind: 'done', ticket, note: failure?.message };
}

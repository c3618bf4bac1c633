import { commentOf } from '../../drafts/comment-store';
import type { Unsent } from '@inbox/panel';
import type { AgentWorkspace } from '../../workspace/agent-workspace';
import { isBlank } from '../../drafts/draft-view';
import { signOutMessages as texts } from './unsent-messages';

export type UnsentSession = Pick<AgentWorkspace, 'records'> & {
  sender: Pick<AgentWorkspace['sender'], 'outbox' | 'again' | 'wake'>;
  changes: Pick<AgentWorkspace['changes'], 'list' | 'again' | 'wake'>;
};

/**
 * What is stored in this browser alone, by all tabs. A mail that can still be taken back is at the server, which sends it; one
 * whose taking back has begun goes back into its draft, and counts as one.
 */
export function countUnsent({ sender, changes, records }: UnsentSession): Unsent {
  const [replies, waitingChanges] = [sender.outbox(), changes.list()];
  const held =
    replies.filter(({ refused }) => refused !== null).length +
    waitingChanges.filter(({ refused, met }) => refused !== null || met !== null).length;
  const drafts = countDrafts(records);
  const lines = [
    ...(replies.length > 0 ? [texts.replies(replies.length)] : []),
    ...(waitingChanges.length > 0 ? [texts.changes(waitingChanges.length)] : []),
    ...(drafts > 0 ? [texts.drafts(drafts)] : []),
  ];
  return { waiting: replies.length + waitingChanges.length - held, held, lines };
}

/** One for each place in which something is written: what several tabs have written of one reply is one draft. */
function countDrafts(records: UnsentSession['records']): number {
  const places = new Set<string>();
  for (const draft of records.of('drafts').values()) {
    if (!isBlank(draft)) places.add(`${draft.kind ?? ''}.${draft.ticket_id}`);
  }
  for (const { kind, ticket_id } of records.of('uploads').values()) places.add(`${kind ?? ''}.${ticket_id}`);
  for (const [key, { text }] of records.of('comment-drafts'))
    if (text.trim() !== '') places.add(`comment.${commentOf(key)}`);
  for (const [tempId, { is_undoing }] of records.of('undo')) if (is_undoing) places.add(`undo.${tempId}`);
  return places.size;
}

/**
 * Has all that may leave do so now. What the server refused is tried once more; what was held back stays, as its writer has to
 * see first what holds it.
 */
export function sendUnsent({ sender, changes }: UnsentSession): void {
  for (const { temp_id, refused, newer } of sender.outbox()) {
    if (refused !== null && newer.length === 0) sender.again(temp_id);
  }
  for (const { id, refused, met } of changes.list()) if (refused !== null && met === null) changes.again(id);
  sender.wake(true);
  changes.wake(true);
}

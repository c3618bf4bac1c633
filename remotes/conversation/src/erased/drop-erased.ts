import { commentOf } from '../drafts/comment-store';
import type { ContentId, TicketId } from '@inbox/domain';
import type { AgentWorkspace } from '../workspace/agent-workspace';
import type { TicketChanges } from '../outbox/ticket-changes';

export interface Erased {
  ticket_ids: readonly TicketId[];
  comment_ids: readonly ContentId[];
}

/**
 * Removes all that this browser stores of erased tickets: drafts, replies and changes on their way, files, times, answers
 * to comments.
 * Resolves when the browser has done so; rejects when it cannot.
 */
export async function dropErased(
  {
    records,
    drafts,
    mails,
    changes,
  }: Pick<AgentWorkspace, 'records' | 'drafts' | 'mails'> & { changes: Pick<TicketChanges, 'dropErased'> },
  { ticket_ids, comment_ids }: Erased,
): Promise<void> {
  await records.loaded;
  const [tickets, comments] = [new Set(ticket_ids), new Set(comment_ids.map(String))];
  for (const place of [drafts, ...Object.values(mails).map((mail) => mail.drafts)]) {
    for (const { ticket_id } of records.of('drafts').values()) if (tickets.has(ticket_id)) place.clear(ticket_id);
  }
  await changes.dropErased(tickets);
  await records.change(['outbox', 'drafts', 'comment-drafts', 'uploads', 'handled', 'undo'], async (tx) => {
    const remove = <Kept>(
      kind: Parameters<typeof tx.remove>[0],
      all: ReadonlyMap<string, Kept>,
      isErased: (kept: Kept, key: string) => boolean,
    ): void => {
      for (const [key, kept] of all) if (isErased(kept, key)) tx.remove(kind, key);
    };
    remove('outbox', await tx.all('outbox'), ({ outgoing }) => tickets.has(outgoing.ticket_id));
    remove('undo', await tx.all('undo'), ({ outgoing }) => tickets.has(outgoing.ticket_id));
    remove('drafts', await tx.all('drafts'), ({ ticket_id }) => tickets.has(ticket_id));
    remove('uploads', await tx.all('uploads'), ({ ticket_id }) => tickets.has(ticket_id));
    remove('handled', await tx.all('handled'), ({ ticket_id }) => tickets.has(ticket_id));
    remove('comment-drafts', await tx.all('comment-drafts'), (_, key) => comments.has(commentOf(key)));
  });
}

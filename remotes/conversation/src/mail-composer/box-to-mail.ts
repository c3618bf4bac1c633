import type { TicketId } from '@inbox/domain';
import type { AgentWorkspace } from '../workspace/agent-workspace';
import { isEmptyDraft } from '../drafts/drafts';

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Text as the editor of mails reads it: a line is a block. */
export const htmlOfText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<div>${escape(line) || '<br>'}</div>`)
    .join('');

/**
 * Moves what stands in the reply box into the drawer's reply, when nothing is written there: in one transaction, so that
 * it is in one of the two. Files on their way would arrive in the box: with them it stays there.
 */
export async function boxToMail(
  { drafts, mails, uploads }: Pick<AgentWorkspace, 'drafts' | 'mails' | 'uploads'>,
  ticket: TicketId,
): Promise<void> {
  const { reply } = mails;
  const box = drafts.get(ticket);
  if (isEmptyDraft(box) || !isEmptyDraft(reply.drafts.get(ticket)) || uploads.of(ticket).length > 0) return;
  const { text, attachments, recipients } = box;
  const { kinds, work, completed } = drafts.takeOut(ticket, box);
  // The signature comes below what is moved.
  const { signature: _, ...mail } = reply.drafts.get(ticket).mail ?? { answered: null, left_out: [] };
  const moved = { text: text === '' ? '' : htmlOfText(text), attachments, recipients, mail };
  if (await reply.drafts.restore(ticket, moved, { kinds, work })) completed();
}

import type { ContentId, ContentItem, EmailMessage, ReplyDraft, Ticket, TicketId } from '@inbox/domain';
import {
  answeredMail,
  currentRecipients,
  hasPlaceholders,
  NOT_FOUND,
  mayReply,
  messageLimit,
  overLimit,
  unknownPlaceholders,
} from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import type { ReadableStore } from '@inbox/panel/store';
import { useEffect } from 'react';
import { messages } from '../messages';
import { recipientMessages } from '../recipient-messages';
import { replyMessages } from '../reply-messages';
import { newOutgoing } from '../outbox/new-outgoing';
import { type AgentWorkspace } from '../workspace/agent-workspace';
import { actingAs } from '../workspace/agent-workspace-context';
import { replyHead } from '../drafts/mail-fields';

/** What is known of the open ticket; the commands use it only when it is the ticket they name. */
export interface OpenTicket {
  ticket: Ticket;
  clockOffset: number;
  /** The newest item of its thread. */
  seen: ContentId | null;
  /** E-mail: the mail that a reply answers. */
  answered: EmailMessage | null;
}

/** The newest that these show. */
export const newestOf = (items: readonly ContentItem[]): ContentId | null =>
  items.reduce<ContentId | null>((newest, { id }) => (newest !== null && newest > id ? newest : id), null);

const openAs = (open: ReadableStore<OpenTicket | null>, id: TicketId): OpenTicket | null => {
  const known = open.get();
  return known?.ticket.id === id ? known : null;
};

/** Carries out `reply.insert` and `reply.send` for the ticket that each names, open or not. */
export function useReplyCommands(
  { profile, drafts, mailEditors, records, sender, fill }: AgentWorkspace,
  open: ReadableStore<OpenTicket | null>,
): void {
  const { api, bus } = usePanel();

  useEffect(
    () =>
      bus.handle('reply.insert', async ({ ticket_id, text }) => {
        // Else it would stand apart from what was written before.
        await records.loaded;
        const insert = (filled: string) => {
          if (!mailEditors.insert(ticket_id, filled)) drafts.insert(ticket_id, filled);
        };
        if (!hasPlaceholders(text)) return insert(text);
        const known = openAs(open, ticket_id);
        const { ticket } = known ?? (await api.content({ params: { ticket_id }, query: { page_size: 1 } }));
        insert(await fill(ticket.conversation_id, text));
      }),
    [api, bus, drafts, fill, mailEditors, open, records],
  );

  useEffect(
    () =>
      bus.handle('reply.send', async ({ ticket_id, text }) => {
        if (text.trim() === '') throw new Error(messages.empty);
        const known = openAs(open, ticket_id);
        const { ticket, now, seen, answered } = known
          ? { ...known, now: Date.now() + known.clockOffset }
          : await api.content({ params: { ticket_id }, query: { page_size: 1 } }).then((page) => ({
              ticket: page.ticket,
              now: Date.parse(page.server_time),
              seen: newestOf(page.content),
              answered: answeredMail(page.content, page.ticket.customer_email ?? null),
            }));
        const verdict = mayReply(actingAs(profile), ticket, now);
        if (!verdict.allowed) throw new Error(messages.refusal[verdict.reason]);
        const filled = await fill(ticket.conversation_id, text);
        const { recipients } = drafts.get(ticket_id);
        const problem = problemOf(ticket, { text, filled, recipients });
        if (problem !== null) throw new Error(problem);
        // It goes where the reply box of its ticket says that replies go.
        const draft = { text: filled, attachments: [], recipients };
        const head = replyHead(answered, profile.email_accounts);
        const sending = sender.send(newOutgoing(ticket, draft, now, seen, head));
        await sending.stored.catch(() => {
          throw new Error(replyMessages.unstored.again);
        });
        return { id: (await sending.answered).id };
      }),
    [api, bus, drafts, fill, open, profile, sender],
  );
}

interface Filled extends Pick<ReplyDraft, 'recipients'> {
  text: string;
  /** The text with the values of its placeholders. */
  filled: string;
}

/** Says why a text cannot be sent before an agent has read it; null if it can. */
function problemOf(
  { conversation_source: source, customer_email }: Ticket,
  { text, filled, recipients }: Filled,
): string | null {
  if (filled !== text && filled.includes(NOT_FOUND)) return messages.valueNotFound;
  const [unknown] = unknownPlaceholders(text);
  if (unknown !== undefined) return messages.placeholderUnknown(unknown);
  const [limit, over] = [messageLimit(source), overLimit(source, filled)];
  if (limit !== null && over > 0) return messages.tooLong(over, limit);
  const isToNobody = source === 'email' && currentRecipients(recipients, customer_email ?? null).to.length === 0;
  return isToNobody ? recipientMessages.nobody : null;
}

import {
  agentName,
  type ChangedRecipients,
  type ChatMessage,
  type CommentItem,
  type ContentId,
  type EmailMessage,
  type Outgoing,
  type TempId,
  type Ticket,
} from '@inbox/domain';
import { maySendTemplate, mayReply } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { color, styled, useNow } from '@inbox/ui';
import { useCallback, useMemo, type ReactElement } from 'react';
import { MessageView } from './bubbles/message-view';
import { CommentThreadView } from './comments/comment-thread-view';
import { useMailDrawer } from '../mail-composer/open-mail-drawer';
import { backToDraft } from '../outbox/back-to-draft';
import { replyMessages } from '../reply-messages';
import { newOutgoing } from '../outbox/new-outgoing';
import { actingAs, useAgentWorkspace } from '../workspace/agent-workspace-context';
import { DayDivider, UnreadDivider } from './list/dividers';
import { showsItem, type BubbleEntry, type ThreadEntry } from './state/thread-entries';

const Row = styled.div`
  display: flex;
  flex-direction: column;
  padding-block: 3px;

  /* What the thread was asked to go to. */
  &[data-shown] > * {
    outline: 2px solid ${color.accent};
    outline-offset: 3px;
    border-radius: 14px;
  }
`;

interface RowsOptions {
  ticket: Ticket;
  clockOffset: number;
  /** The item that the thread was asked to go to. */
  shown: ContentId | null;
}

/** How each row of the thread is drawn, and what its buttons do. */
export function useRows({ ticket, clockOffset, shown }: RowsOptions): (row: ThreadEntry) => ReactElement {
  const { toast } = usePanel();
  const { profile, sender, draftsOf } = useAgentWorkspace();
  const openMail = useMailDrawer();
  const customerEmail = ticket.customer_email ?? null;
  const allowed = useNow(60_000, (now) => mayReply(actingAs(profile), ticket, now + clockOffset).allowed);
  const mayTemplate = maySendTemplate(actingAs(profile), ticket).allowed;
  const resend = useCallback(
    (item: ChatMessage | CommentItem | EmailMessage) => {
      const of = { id: item.ticket_id, conversation_id: item.conversation_id };
      const made = newOutgoing(
        { ...of, conversation_source: ticket.conversation_source, customer_email: customerEmail },
        {
          text: item.message,
          attachments: [],
          ...(item.content_type === 'email' && recipientsOf(item, customerEmail)),
        },
        Date.now(),
        null,
      );
      // A message that failed keeps its temp_id: the server sends what it has once more, and makes no second one. One
      // that may have arrived is said again as a new message, since the agent decided so; a mail as it was.
      const failed = item.send_status === 'not_sent' && item.temp_id !== null;
      const kept = failed && {
        temp_id: item.temp_id ?? made.temp_id,
        created_at: item.created_at,
        after_rev: item.rev,
      };
      const again = item.content_type === 'email' && item.send_status === 'unknown' && { again_of: item.id };
      sender.send({ ...made, ...kept, ...again }).stored.catch(() => toast('error', replyMessages.unstored.again));
    },
    [toast, customerEmail, sender, ticket.conversation_source],
  );
  const again = useCallback((tempId: TempId) => sender.again(tempId), [sender]);
  const discard = useCallback((tempId: TempId) => sender.discard(tempId), [sender]);
  const edit = useCallback(
    (outgoing: Outgoing) => {
      backToDraft(draftsOf(outgoing), outgoing);
      sender.discard(outgoing.temp_id);
      if (outgoing.mail) openMail?.(outgoing.mail.kind, null);
    },
    [draftsOf, openMail, sender],
  );
  const self = agentName(profile);
  const { full_name, conversation_id, conversation_source } = ticket;
  const place = useMemo(() => ({ conversation_id, conversation_source }), [conversation_id, conversation_source]);

  return useCallback(
    (row) => {
      if (row.kind === 'day') return <Row key={row.key}><DayDivider day={row.day} /></Row>; // prettier-ignore
      if (row.kind === 'unread') return <Row key={row.key}><UnreadDivider /></Row>; // prettier-ignore
      const isShown = shown !== null && showsItem(row, shown);
      if (row.kind === 'comments') {
        return (
          <Row key={row.key} data-shown={isShown || undefined}>
            <CommentThreadView thread={row.thread} ticket={place} mayAct={allowed} />
          </Row>
        );
      }
      return (
        <Row key={row.key} data-shown={isShown || undefined}>
          <MessageView
            entry={row}
            self={self}
            customer={full_name}
            customerEmail={customerEmail}
            onResend={allowed || (mayTemplate && isTemplate(row)) ? resend : undefined}
            onAgain={again}
            onDiscard={discard}
            onEdit={allowed ? edit : undefined}
          />
        </Row>
      );
    },
    [allowed, mayTemplate, resend, again, discard, edit, self, full_name, customerEmail, place, shown],
  );
}

/** A template may be sent after the session has ended, so one that failed may be tried again then. */
const isTemplate = (row: BubbleEntry): boolean =>
  row.kind === 'item' && 'message_type' in row.item && row.item.message_type === 'template';

/** The bubble says whom the mail went to: sent again it goes there. */
function recipientsOf({ to, cc, bcc }: EmailMessage, customer: string | null): { recipients: ChangedRecipients } {
  const addresses = (people: EmailMessage['to']) => people.map(({ email }) => email);
  return { recipients: { to: addresses(to), cc: addresses(cc), bcc: addresses(bcc), customer } };
}

import type { ChatMessage, CommentItem, EmailMessage, Outgoing, TempId } from '@inbox/domain';
import { deliveryState, senderWarnings, whyWaits } from '@inbox/domain/conversation';
import { memo } from 'react';
import { messages } from '../../messages';
import type { BubbleEntry } from '../state/thread-entries';
import { Bubble, DeletedBody } from './bubble';
import { Reactions } from './channel/reactions';
import { ChatBody } from './chat-body';
import { EmailBody } from '../../email/email-body';
import { LogLine } from './log-line';
import { MessageText } from '../../ui/message-text';
import { replyMessages } from '../../reply-messages';
import { PendingFile } from '../attachments/attachments';

type Message = ChatMessage | CommentItem | EmailMessage;

export interface MessageViewProps {
  entry: BubbleEntry;
  /** The agent's own name: a message says it from the start, and does not grow once the server says it. */
  self: string;
  customer: string;
  /** E-mail: the address of the ticket's customer. */
  customerEmail?: string | null;
  /** Sends a message once more that failed, or may have; left out when the agent may not reply. */
  onResend?: ((item: Message) => void) | undefined;
  /** The same for one that the server itself refused. */
  onAgain(tempId: TempId): void;
  onDiscard(tempId: TempId): void;
  /** Puts what the server has refused back where it was written. */
  onEdit?: ((outgoing: Outgoing) => void) | undefined;
}

/** Chooses how an entry of the thread is shown. */
export const MessageView = memo(function MessageView({
  entry,
  self,
  customer,
  customerEmail = null,
  onResend,
  onAgain,
  onDiscard,
  onEdit,
}: MessageViewProps) {
  if (entry.kind === 'pending') {
    const { temp_id, message, attachments, created_at, refused, uncertain, newer } = entry.outgoing;
    const waits = whyWaits(entry.outgoing);
    // Decided beside what holds it back, above the reply box.
    const isHeld = newer.length > 0;
    const mayAskAgain = refused !== null && !isHeld;
    return (
      <Bubble
        id={temp_id}
        own
        author={self}
        sender={self}
        time={created_at}
        delivery={isHeld ? 'held' : refused === null ? 'sending' : uncertain ? 'unknown' : 'not_sent'}
        error={refused ?? (waits && replyMessages.waiting[waits])}
        {...(mayAskAgain && { onRetry: () => onAgain(temp_id), onDiscard: () => onDiscard(temp_id) })}
        {...(mayAskAgain && onEdit && { onEdit: () => onEdit(entry.outgoing) })}
      >
        {attachments.map(({ id, file_name }) => (
          <PendingFile key={id} name={file_name} />
        ))}
        {message !== '' && <MessageText text={message} />}
      </Bubble>
    );
  }
  const { item, again } = entry;
  if (item.content_type === 'log') return <LogLine item={item} />;

  const own = item.actor === 'merchant';
  const channel = 'channel' in item ? item.channel : undefined;
  const resending = again !== null && again.refused === null;
  const delivery = resending ? 'sending' : deliveryState(item);
  // A template's words are not the template: it is chosen anew.
  const isTemplate = 'message_type' in item && item.message_type === 'template';
  const isSayable = item.content_type === 'email' || (item.message !== '' && !isTemplate);
  const sayAgain = delivery === 'unknown' && isSayable ? onResend : undefined;
  const retry = again !== null ? () => onAgain(again.temp_id) : onResend && (() => onResend(item));
  return (
    <Bubble
      id={item.id}
      own={own}
      author={own ? authorOf(item) : (channel?.group?.sender ?? strangerIn(item, customerEmail) ?? customer)}
      sender={own ? authorOf(item) : strangerIn(item, customerEmail)}
      time={item.created_at}
      sentAt={item.sent_at}
      delivery={own ? delivery : null}
      error={resending ? null : (again?.refused ?? item.error_message)}
      below={channel?.reactions && <Reactions reactions={channel.reactions} customer={customer} />}
      wide={item.content_type === 'email' && !item.deleted}
      {...(own && delivery === 'not_sent' && item.temp_id !== null && { onRetry: retry })}
      {...(own && sayAgain && { onSendAgain: () => sayAgain(item) })}
      {...(again?.refused != null && { onDiscard: () => onDiscard(again.temp_id) })}
    >
      <Body item={item} customer={customer} customerEmail={customerEmail} />
    </Bubble>
  );
});

function Body({ item, customer, customerEmail }: { item: Message; customer: string; customerEmail: string | null }) {
  if (item.deleted) return <DeletedBody />;
  switch (item.content_type) {
    case 'email':
      return <EmailBody item={item} customerEmail={customerEmail} />;
    case 'comment':
      return <MessageText text={item.message} />;
    case 'message':
    case 'image':
    case 'document':
    case 'audio':
    case 'voice':
    case 'video':
      return <ChatBody item={item} customer={customer} />;
    default:
      return <MessageText text={messages.channel.notHandedOut} />;
  }
}

/** The address of who else has written a mail of the customer's thread; null when it is the customer's. */
function strangerIn(item: Message, customerEmail: string | null): string | null {
  if (item.content_type !== 'email') return null;
  return senderWarnings(item, customerEmail).find(({ kind }) => kind === 'other_sender')?.email ?? null;
}

function authorOf(item: Message): string {
  const by = item.message_sent_by;
  const sentFrom =
    item.content_type === 'email' ? item.sent_from : 'channel' in item ? item.channel?.sent_from : undefined;
  if (sentFrom !== undefined) return messages.channel.sentFrom[sentFrom];
  if (by) return `${by.first_name} ${by.last_name}`.trim();
  return 'message_type' in item && item.message_type === 'session_outbound_bot' ? messages.bot : messages.merchant;
}

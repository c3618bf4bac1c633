import { deliveryState, type ChatMessage, type CommentItem, type EmailMessage, type TempId } from '@inbox/domain';
import { memo } from 'react';
import { messages } from '../../messages';
import type { BubbleEntry } from '../thread/thread-entries';
import { Bubble, DeletedBody } from './bubble';
import { ChatBody } from './chat-body';
import { EmailBody } from '../email/email-body';
import { LogLine } from './log-line';
import { MediaMissing } from './media-missing';
import { MessageText } from './message-text';
import { PendingFile } from './pending-file';

type Message = ChatMessage | CommentItem | EmailMessage;

export interface MessageViewProps {
  entry: BubbleEntry;
  customer: string;
  /** Sends a message once more that failed, or may have; left out when the agent may not reply. */
  onResend?: ((item: Message) => void) | undefined;
  /** The same for one that the server itself refused. */
  onAgain(tempId: TempId): void;
  onDiscard(tempId: TempId): void;
}

/** Chooses how an entry of the thread is shown. */
export const MessageView = memo(function MessageView({
  entry,
  customer,
  onResend,
  onAgain,
  onDiscard,
}: MessageViewProps) {
  if (entry.kind === 'pending') {
    const { temp_id, message, attachments, created_at, refused, newer } = entry.outgoing;
    // Decided beside what holds it back, above the reply box.
    const isHeld = newer.length > 0;
    const mayAskAgain = refused !== null && !isHeld;
    return (
      <Bubble
        id={temp_id}
        own
        author={messages.you}
        sender={messages.you}
        time={created_at}
        delivery={isHeld ? 'held' : refused === null ? 'sending' : 'not_sent'}
        error={refused}
        {...(mayAskAgain && { onRetry: () => onAgain(temp_id), onDiscard: () => onDiscard(temp_id) })}
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
  const resending = again !== null && again.refused === null;
  const delivery = resending ? 'sending' : deliveryState(item);
  const sayAgain = delivery === 'unknown' && item.message !== '' ? onResend : undefined;
  const retry = again !== null ? () => onAgain(again.temp_id) : onResend && (() => onResend(item));
  return (
    <Bubble
      id={item.id}
      own={own}
      author={own ? authorOf(item) : customer}
      sender={own ? authorOf(item) : null}
      time={item.created_at}
      delivery={own ? delivery : null}
      error={resending ? null : (again?.refused ?? item.error_message)}
      wide={item.content_type === 'email' && !item.deleted}
      {...(own && delivery === 'not_sent' && item.temp_id !== null && { onRetry: retry })}
      {...(own && sayAgain && { onSendAgain: () => sayAgain(item) })}
      {...(again?.refused != null && { onDiscard: () => onDiscard(again.temp_id) })}
    >
      <Body item={item} customer={customer} />
    </Bubble>
  );
});

function Body({ item, customer }: { item: Message; customer: string }) {
  if (item.deleted) return <DeletedBody />;
  switch (item.content_type) {
    case 'email':
      return <EmailBody item={item} />;
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
      return <MediaMissing />;
  }
}

function authorOf(item: Message): string {
  const by = item.message_sent_by;
  if (by) return `${by.first_name} ${by.last_name}`.trim();
  return 'message_type' in item && item.message_type === 'session_outbound_bot' ? messages.bot : messages.merchant;
}

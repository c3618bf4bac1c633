import { formatMessageTime, type DeliveryState, type IsoTime } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages';

const Column = styled.article`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 4px;

  &[data-own] {
    align-items: flex-end;
  }
`;

const Box = styled.div`
  min-inline-size: 0;
  max-inline-size: 62%;
  padding: 8px 12px 6px;
  border-radius: 14px 14px 14px 0;
  background: ${color.surface};
  box-shadow: 0 1px 2px rgb(0 0 0 / 0.08);

  &[data-own] {
    border-radius: 14px 14px 0 14px;
    background: ${color.fill};
    color: ${color.onFill};
  }
  &[data-wide] {
    inline-size: 84%;
    max-inline-size: 84%;
  }
  /* A mail brings its own white page; beside it the accent would shout. */
  &[data-own][data-wide] {
    background: ${color.accentSurface};
    color: ${color.text};
  }
  @container thread (max-width: 560px) {
    max-inline-size: 84%;

    /* What was laid out for a screen needs all there is of a narrow one. */
    &[data-wide] {
      inline-size: 100%;
      max-inline-size: 100%;
    }
  }
`;

const Foot = styled.footer`
  margin-block-start: 2px;
  font-size: 11px;
  line-height: 16px;
  text-align: end;
  color: ${color.text3};

  [data-own] > & {
    color: inherit;
    opacity: 0.9;
  }
  /* As wide as the longest word for how far it came: a short message does not change its width on its way. */
  &[data-longest]::after {
    content: attr(data-longest);
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
  }
`;

const Trouble = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  max-inline-size: 84%;
  font-size: 12px;
  line-height: 16px;
  color: ${color.bad};
  overflow-wrap: anywhere;

  &[data-banner] {
    padding: 4px 10px;
    border-radius: 8px;
    background: ${color.badSurface};
  }
`;

const Deleted = styled.p`
  font-style: italic;
  opacity: 0.85;
`;

export const DeletedBody = () => <Deleted>{messages.deleted}</Deleted>;

export interface BubbleProps {
  /** The item's id; the temp id while the server has none. */
  id: number | string;
  own: boolean;
  /** Who is told to have written it; null says nothing in the foot. */
  sender: string | null;
  /** The bubble's accessible name begins with it. */
  author: string;
  time: IsoTime;
  /** What its sender claims, when that is far from `time`. */
  sentAt?: IsoTime | null;
  /** Null: a customer's message, which has no delivery. */
  delivery: DeliveryState | 'held' | null;
  error: string | null;
  /** At the lower edge of the bubble. */
  below?: ReactNode;
  /** Room for a whole mail. */
  wide?: boolean;
  onRetry?: (() => void) | undefined;
  onDiscard?: (() => void) | undefined;
  /** Goes back to writing it. */
  onEdit?: (() => void) | undefined;
  /** Says the same once more in a new message. */
  onSendAgain?: (() => void) | undefined;
  children: ReactNode;
}

/** One message: its body, and at the foot who, when and how far it came (spec sections 4 and 8). */
export function Bubble({
  id,
  own,
  sender,
  author,
  time,
  sentAt = null,
  delivery,
  error,
  below,
  wide,
  onRetry,
  onDiscard,
  onEdit,
  onSendAgain,
  children,
}: BubbleProps) {
  const at = new Date(time);
  const side = own || undefined;
  const troubled = delivery === 'not_sent' || delivery === 'unknown';
  const state = delivery === null ? null : messages.delivery[delivery];
  const when = formatMessageTime(at);
  const longest = state === null || troubled ? undefined : `${sender ?? ''} · ${when} · ${messages.delivery.delivered}`;
  return (
    <Column data-own={side} data-message-id={id} data-status={delivery ?? 'sent'} aria-label={`${author}, ${when}`}>
      {error !== null && (
        <Trouble data-banner>
          <TriangleAlert size={14} aria-hidden />
          <span dir="auto">{error}</span>
        </Trouble>
      )}
      <Box data-own={side} data-wide={wide || undefined}>
        {children}
        <Foot data-longest={longest}>
          {sender !== null && <span dir="auto">{sender} · </span>}
          <time dateTime={time}>{when}</time>
          {sentAt !== null && (
            <span>
              {' '}
              · {messages.sentAt} <time dateTime={sentAt}>{formatMessageTime(new Date(sentAt))}</time>
            </span>
          )}
          {state !== null && !troubled && <span> · {state}</span>}
        </Foot>
      </Box>
      {below}
      {troubled && (
        <Trouble>
          <CircleAlert size={14} aria-hidden />
          {state}
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              {messages.retry}
            </Button>
          )}
          {onSendAgain && <SendAgain onSendAgain={onSendAgain} />}
          {onEdit && (
            <Button size="small" onClick={onEdit}>
              {messages.held.edit}
            </Button>
          )}
          {onDiscard && (
            <Button size="small" onClick={onDiscard}>
              {messages.discard}
            </Button>
          )}
        </Trouble>
      )}
    </Column>
  );
}

/** Once: each press would make a message of its own. */
function SendAgain({ onSendAgain }: { onSendAgain: () => void }) {
  const [done, setDone] = useState(false);
  const press = () => {
    setDone(true);
    onSendAgain();
  };
  return (
    <Button size="small" disabled={done} onClick={press}>
      {messages.sendAgain}
    </Button>
  );
}

import type { ContentItem, Ticket } from '@inbox/domain';
import { Button, color, lazyPart, styled } from '@inbox/ui';
import { messages } from './messages';
import { useScheduled } from './use-scheduled';

const ScheduledList = lazyPart(() => import('./scheduled-list'));

const Failed = styled.p`
  flex: none;
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 16px;
  border-block-start: 1px solid ${color.line};
  font-size: 13px;
  color: ${color.text2};
`;

interface ScheduledMailsProps {
  ticket: Ticket;
  /** Milliseconds to add to this browser's clock for the server's. */
  clockOffset: number;
  /** Of the thread. */
  items: readonly ContentItem[];
}

/** Above the reply box: what of this ticket is sent later, or was not sent at its time. */
export function ScheduledMails({ ticket, clockOffset, items }: ScheduledMailsProps) {
  const { list, isFailed, reload } = useScheduled(ticket);
  if (isFailed) {
    return (
      <Failed role="status">
        {messages.loadFailed}
        <Button size="small" aria-label={messages.retryLabel} onClick={reload}>
          {messages.retry}
        </Button>
      </Failed>
    );
  }
  if (list.length === 0) return null;
  return <ScheduledList ticket={ticket} clockOffset={clockOffset} items={items} list={list} onChanged={reload} />;
}

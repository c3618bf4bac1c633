import { formatClock, formatMessageTime, type LogEntry } from '@inbox/domain';
import { color, styled } from '@inbox/ui';

const Line = styled.div`
  align-self: center;
  max-inline-size: 84%;
  padding: 2px 10px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.text2};
  font-size: 12px;
  line-height: 16px;
  text-align: center;
  overflow-wrap: anywhere;
`;

/** What happened to the ticket, told quietly between the messages. */
export function LogLine({ item }: { item: LogEntry }) {
  const time = new Date(item.created_at);
  return (
    <Line data-message-id={item.id}>
      <span dir="auto">{item.comment}</span> ·{' '}
      <time dateTime={item.created_at} title={formatMessageTime(time)}>
        {formatClock(time)}
      </time>
    </Line>
  );
}

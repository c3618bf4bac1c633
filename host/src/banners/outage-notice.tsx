import type { Connection } from '@inbox/events';
import { Button, color, styled } from '@inbox/ui';
import { type ReadableStore, useStore } from '@inbox/panel/store';
import { isLongOutage } from '@inbox/shell/live';
import { messages } from '../messages';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 12px;
  padding: 4px 12px;
  border-block-end: 1px solid ${color.line};
  background: ${color.badSurface};
  color: ${color.bad};
`;

interface OutageNoticeProps {
  connection: ReadableStore<Connection>;
  onReconnect(): void;
}

/** Says plainly that the quick tries were in vain, and offers to try the connection at once. */
export function OutageNotice({ connection, onReconnect }: OutageNoticeProps) {
  const current = useStore(connection);
  if (current.state !== 'offline' || !isLongOutage(current.attempt)) return null;
  return (
    <Bar role="alert">
      {messages.connection.longOutage}
      <Button size="small" onClick={onReconnect}>
        {messages.connection.tryAgain}
      </Button>
    </Bar>
  );
}

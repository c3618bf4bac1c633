import { Button, color, styled } from '@inbox/ui';
import { useShell } from '../shell-context';
import { messages } from '../messages';
import { useStore } from '../use-store';
import { isLongOutage } from './policy';

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

/** Says plainly that the quick tries were in vain, and lets the agent have the line tried at once. */
export function OutageNotice() {
  const { connection, reconnect } = useShell();
  const current = useStore(connection);
  if (current.state !== 'offline' || !isLongOutage(current.attempt)) return null;
  return (
    <Bar role="alert">
      {messages.connection.longOutage}
      <Button size="small" onClick={reconnect}>
        {messages.connection.tryAgain}
      </Button>
    </Bar>
  );
}

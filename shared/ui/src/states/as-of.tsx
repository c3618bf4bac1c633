import { formatClock, formatMessageTime } from '@inbox/domain';
import { useState } from 'react';
import { Button } from '../controls/buttons';
import { messages } from '../messages';
import { styled } from '../theme/styled';
import { color, layer } from '../theme/tokens';

/** Over the foot of what it is about, which is positioned: nothing moves when it comes and goes. */
const Note = styled.small`
  position: absolute;
  z-index: ${layer.floating};
  inset-block-end: 8px;
  inset-inline: 0;
  inline-size: fit-content;
  margin-inline: auto;
  padding: 2px 10px;
  border: 1px solid ${color.line};
  border-radius: 12px;
  background: ${color.surface};
  color: ${color.text2};
  font-size: 12px;
  pointer-events: none;

  & > button {
    pointer-events: auto;
  }
`;

interface AsOfProps {
  /** Milliseconds. */
  at: number;
  /** Given when the server could not be asked. */
  onRetry?: (() => void) | undefined;
}

/** Says of when what is shown is, until the server has answered. */
export function AsOf({ at, onRetry }: AsOfProps) {
  const time = new Date(at);
  const [today] = useState(() => new Date().toDateString());
  const isToday = time.toDateString() === today;
  return (
    <Note role="status">
      {messages.asOf((isToday ? formatClock : formatMessageTime)(time))}
      {onRetry && (
        <Button variant="quiet" onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
    </Note>
  );
}

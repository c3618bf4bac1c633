import { formatClock } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import { color, styled, type ColorToken } from '@inbox/ui';
import { messages } from '../messages';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { StatusDot } from './status-dot';

const tones: Record<Connection['state'], ColorToken> = {
  connecting: 'text3',
  live: 'good',
  'catching-up': 'warning',
  offline: 'bad',
};

export function connectionText(connection: Connection): string {
  switch (connection.state) {
    case 'connecting':
      return messages.connection.connecting;
    case 'live':
      return messages.connection.live;
    case 'catching-up':
      return messages.connection.catchingUp;
    case 'offline':
      return messages.connection.offlineSince(formatClock(new Date(connection.since)));
  }
}

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  font-size: 12px;
  color: ${color.text2};
  white-space: nowrap;

  /* A narrow bar has room for the dot alone; what is out of the ordinary gets a line of its own. */
  &[data-room='narrow'][data-state='live'] > span:last-child,
  &[data-room='narrow'][data-state='connecting'] > span:last-child {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  &[data-room='narrow'][data-state='offline'],
  &[data-room='narrow'][data-state='catching-up'] {
    position: absolute;
    inset-inline: 0;
    inset-block-start: 100%;
    z-index: 1;
    justify-content: center;
    padding: 2px 12px;
    border-block-end: 1px solid ${color.line};
    background: ${color.warningSurface};
    color: ${color.warning};
  }
`;

/** Is what the agent sees up to date? A dot and words; told to screen readers when it changes. */
export function ConnectionMark() {
  const { connection, places } = useShell();
  const current = useStore(connection);
  const room = useStore(places.room);
  return (
    <Mark role="status" data-room={room} data-state={current.state}>
      <StatusDot tone={tones[current.state]} />
      <span>{connectionText(current)}</span>
    </Mark>
  );
}

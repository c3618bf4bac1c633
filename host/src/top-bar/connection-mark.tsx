import { formatClock } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import { color, styled, VisuallyHidden, type ColorToken } from '@inbox/ui';
import { type ReadableStore, useStore } from '@inbox/panel/store';
import { messages } from '../messages';
import { useBreakpoint } from '../slots/context';

const Dot = styled.span`
  inline-size: 8px;
  block-size: 8px;
  flex: none;
  border-radius: 50%;
`;

/** A colour beside a word that says the same. */
export const StatusDot = ({ tone }: { tone: ColorToken }) => <Dot aria-hidden style={{ background: color[tone] }} />;

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

  &[data-line] {
    grid-area: line;
    display: flex;
    justify-content: center;
    padding: 2px 12px;
    border-block-end: 1px solid ${color.line};
    background: ${color.warningSurface};
    color: ${color.warning};
  }
`;

/** Is what the agent sees up to date? A dot and words; told to screen readers when it changes. */
export function ConnectionMark({ connection }: { connection: ReadableStore<Connection> }) {
  const current = useStore(connection);
  const narrow = useBreakpoint() === 'narrow';
  if (narrow && needsWords(current)) return null;
  const text = connectionText(current);
  return (
    <Mark role="status">
      <StatusDot tone={tones[current.state]} />
      {narrow ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </Mark>
  );
}

/** In a narrow bar there is room for the dot alone: what is out of the ordinary gets a row of its own below it. */
export function ConnectionNotice({ connection }: { connection: ReadableStore<Connection> }) {
  const current = useStore(connection);
  const narrow = useBreakpoint() === 'narrow';
  if (!narrow || !needsWords(current)) return null;
  return (
    <Mark role="status" data-line="">
      <StatusDot tone={tones[current.state]} />
      {connectionText(current)}
    </Mark>
  );
}

const needsWords = ({ state }: Connection) => state === 'offline' || state === 'catching-up';

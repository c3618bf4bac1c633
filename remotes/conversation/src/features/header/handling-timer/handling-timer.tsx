import { countdown, type Ticket } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { Pause, Timer } from 'lucide-react';
import { messages } from '../../../messages';
import { useHandlingTimer } from './use-handling-timer';

const Time = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-variant-numeric: tabular-nums;
  &[data-runs='false'] {
    color: ${color.text3};
  }
`;

/** How long the ticket has been handled, second by second. */
export function HandlingTimer({ ticket }: { ticket: Ticket }) {
  const handling = useHandlingTimer(ticket);
  if (handling === null) return null;
  const { seconds, runs } = handling;
  const Icon = runs ? Timer : Pause;
  return (
    <Time role="timer" aria-label={messages.handlingTime} title={messages.handlingTime} data-runs={runs}>
      <Icon size={12} aria-hidden />
      {countdown(seconds * 1000)}
    </Time>
  );
}

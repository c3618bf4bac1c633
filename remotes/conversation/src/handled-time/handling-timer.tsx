import { countdown, type Ticket } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { Pause, Timer } from 'lucide-react';
import { useCallback } from 'react';
import { messages } from '../messages';
import { Seconds } from '../ui/seconds';
import { useHandlingTimer } from './use-handling-timer';

const Time = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  &[data-runs='false'] {
    color: ${color.text3};
  }
`;

/** Of the size that the time will have: what stands beside it does not move when it comes. */
const Unknown = styled(Time)`
  visibility: hidden;
  font-variant-numeric: tabular-nums;
`;

/** How long the ticket has been handled, second by second. */
export function HandlingTimer({ ticket }: { ticket: Ticket }) {
  const handling = useHandlingTimer(ticket);
  if (handling !== 'unknown') return handling && <Handled {...handling} />;
  return (
    <Unknown aria-hidden>
      <Timer size={12} />
      {countdown(0)}
    </Unknown>
  );
}

function Handled({ seconds, runs }: { seconds(): number; runs: boolean }) {
  const text = useCallback(() => countdown(seconds() * 1000), [seconds]);
  const Icon = runs ? Timer : Pause;
  return (
    <Time role="timer" aria-label={messages.handlingTime} title={messages.handlingTime} data-runs={runs}>
      <Icon size={12} aria-hidden />
      <Seconds text={text} runs={runs} />
    </Time>
  );
}

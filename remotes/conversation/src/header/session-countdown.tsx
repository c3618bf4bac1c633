import { countdown, sessionEnd, sessionState, type Ticket } from '@inbox/domain';
import { Chip, useNow } from '@inbox/ui';
import { useCallback } from 'react';
import { messages } from '../messages';
import { Seconds } from '../ui/seconds';
import { usePassed } from '../ui/use-passed';

type SessionTicket = Pick<Ticket, 'conversation_source' | 'session_expiry_at'>;

interface CountdownProps {
  ticket: SessionTicket;
  /** Milliseconds by which the server's clock is ahead. */
  offsetMs: number;
}

/** The header's countdown, second by second: 'Ticket will expire in hh:mm:ss hours' (spec section 4). */
export function SessionCountdown({ ticket, offsetMs }: CountdownProps) {
  const end = sessionEnd(ticket);
  const endsAt = end === null ? null : end - offsetMs;
  const hasEnded = usePassed(endsAt);
  if (endsAt === null) return null;
  // What has ended shows no second, so no timer runs for it.
  if (hasEnded) return <Chip tone="bad">{messages.sessionExpired}</Chip>;
  return <Running ticket={ticket} offsetMs={offsetMs} endsAt={endsAt} />;
}

function Running({ ticket, offsetMs, endsAt }: CountdownProps & { endsAt: number }) {
  const warns = useNow(1_000, (now) => {
    const session = sessionState(ticket, now + offsetMs);
    return session.kind === 'running' && session.warning;
  });
  const text = useCallback(() => messages.willExpire(countdown(endsAt - Date.now())), [endsAt]);
  return (
    <Chip tone={warns ? 'warning' : 'neutral'}>
      <Seconds text={text} runs />
    </Chip>
  );
}

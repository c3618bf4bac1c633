import { countRun, type ManyRun, type RunCounts } from '@inbox/domain/conversation';
import type { TicketId } from '@inbox/domain';
import { useTicketLink } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { Button } from '@inbox/ui';
import { useEffect, useRef, type MouseEvent } from 'react';
import { focusRows } from '../focus-rows';
import { Frame } from '../frame';
import { messages } from './messages';
import type { Runner, RunView } from './runner';

/** Tickets that are listed; what is behind them is counted. */
const LISTED = 200;

/** How far a message to many tickets is, and afterwards who did not get it and why. It stands above the rows. */
export function RunStrip({ runner }: { runner: Runner }) {
  const view = useStore(runner.view);
  return view && <Strip view={view} runner={runner} />;
}

function Strip({ view: { run, phase }, runner }: { view: RunView; runner: Runner }) {
  const counts = countRun(run);
  const total = run.sends.length;
  const done = total - counts.left - (phase === 'ended' ? 0 : counts.unknown);
  if (phase === 'running' || phase === 'waiting') {
    return (
      <Frame role="group" aria-label={messages.region}>
        <div>
          <strong role="status">{messages.sending(done, total)}</strong>
          {/* It is pressed once: what is on its way is told. */}
          <Button size="small" aria-disabled={run.isStopped} onClick={runner.stop}>
            {messages.stop}
          </Button>
        </div>
        <progress aria-label={messages.sending(done, total)} value={done} max={total} />
        {phase === 'waiting' && <p role="alert">{messages.waiting}</p>}
      </Frame>
    );
  }
  if (phase === 'interrupted') {
    return (
      <Frame role="group" aria-label={messages.region}>
        <div>
          <strong role="status" title={messages.interruptedNote}>
            {messages.interrupted(done, total)}
          </strong>
          <Button size="small" variant="primary" onClick={runner.resume}>
            {messages.resume}
          </Button>
          <Button size="small" onClick={runner.stop}>
            {messages.stop}
          </Button>
        </div>
      </Frame>
    );
  }
  return <Report run={run} counts={counts} onDismiss={runner.dismiss} />;
}

function Report({ run, counts, onDismiss }: { run: ManyRun; counts: RunCounts; onDismiss(): void }) {
  const linkTo = useTicketLink();
  const button = useRef<HTMLButtonElement>(null);
  // The control that stopped it is gone: the keyboard goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const dismiss = (event: MouseEvent) => {
    focusRows(event.currentTarget);
    onDismiss();
  };
  const without = failuresOf(run);
  return (
    <Frame role="group" aria-label={messages.region}>
      <div>
        <strong role="status">{countWords(counts)}</strong>
        <Button ref={button} size="small" onClick={dismiss}>
          {messages.dismiss}
        </Button>
      </div>
      {without.length > 0 && (
        <ul aria-label={messages.failures}>
          {without.slice(0, LISTED).map(({ ticket_id, reason }) => (
            <li key={ticket_id}>
              <a {...linkTo(ticket_id)}>{messages.ticket(ticket_id)}</a>
              <span dir="auto">{reason}</span>
            </li>
          ))}
          {without.length > LISTED && <li>{messages.more(without.length - LISTED)}</li>}
        </ul>
      )}
    </Frame>
  );
}

/** What was sent, not sent and skipped is always said; the rest where there is any. */
function countWords({ sent, onTheWay, notSent, left, unknown, skipped }: RunCounts): string {
  const { counts } = messages;
  return [
    counts.sent(sent),
    ...(onTheWay > 0 ? [counts.onTheWay(onTheWay)] : []),
    counts.notSent(notSent + left),
    ...(unknown > 0 ? [counts.unknown(unknown)] : []),
    counts.skipped(skipped),
  ].join(', ');
}

/** Who did not get it, or may not have: what failed first, then what was skipped, then what was stopped. */
function failuresOf({ sends, results, skipped, asked }: ManyRun): { ticket_id: TicketId; reason: string }[] {
  const told: { ticket_id: TicketId; reason: string }[] = [];
  const stopped: typeof told = [];
  const later: typeof told = [];
  sends.forEach(({ ticket_id, temp_id }, index) => {
    const result = results[temp_id];
    if (result === undefined) {
      if (index < asked) told.push({ ticket_id, reason: messages.notKnown });
      else stopped.push({ ticket_id, reason: messages.stopped });
    } else if (result.outcome === 'unknown') {
      told.push({ ticket_id, reason: result.reason ?? messages.notKnown });
    } else if (result.outcome === 'not_sent' || result.outcome === 'refused') {
      told.push({ ticket_id, reason: result.reason ?? messages.notTold });
    } else if (result.outcome === 'skipped') {
      later.push({ ticket_id, reason: result.reason ?? messages.notTold });
    }
  });
  return [...told, ...later, ...skipped, ...stopped];
}

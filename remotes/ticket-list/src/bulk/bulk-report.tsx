import { useTicketLink } from '@inbox/panel';
import { Button } from '@inbox/ui';
import { useEffect, useRef, type MouseEvent } from 'react';
import { messages } from '../messages';
import { bulkMessages } from './messages';
import { focusRows } from './focus-rows';
import { Frame } from './frame';
import type { BulkRun } from './use-bulk';

/** Failures that are listed; what is behind them is counted. */
const LISTED = 200;

interface BulkReportProps {
  run: Exclude<BulkRun, { kind: 'idle' }>;
  onAgain(): void;
  onUndo(): void;
  onDismiss(): void;
}

/** How far a bulk action is, and which tickets it could not change and why. */
export function BulkReport({ run, onAgain, onUndo, onDismiss }: BulkReportProps) {
  const dismiss = (event: MouseEvent) => {
    focusRows(event.currentTarget);
    onDismiss();
  };
  const undo = (event: MouseEvent) => {
    focusRows(event.currentTarget);
    onUndo();
  };
  if (run.kind === 'running') return <Progress run={run} />;
  if (run.kind === 'failed') return <Failures run={run} onUndo={undo} onDismiss={dismiss} />;
  return (
    <Frame role="alert">
      <div>
        <strong>{bulkMessages.brokenOff[run.why]}</strong>
        <Button size="small" variant="primary" onClick={onAgain}>
          {bulkMessages.again}
        </Button>
        <Button size="small" onClick={dismiss}>
          {bulkMessages.dismiss}
        </Button>
      </div>
      <p>{bulkMessages.broken}</p>
    </Frame>
  );
}

function Progress({ run: { request, done, total } }: { run: Extract<BulkRun, { kind: 'running' }> }) {
  const label = bulkMessages.working[request.action.kind];
  const words = total === null ? label : `${label} ${bulkMessages.progress(done, total)}`;
  return (
    <Frame>
      <div role="status">
        <strong>{words}</strong>
      </div>
      <progress aria-label={label} {...(total !== null && { value: done, max: total })} />
    </Frame>
  );
}

function Failures({
  run,
  onUndo,
  onDismiss,
}: {
  run: Extract<BulkRun, { kind: 'failed' }>;
  onUndo(event: MouseEvent): void;
  onDismiss(event: MouseEvent): void;
}) {
  const linkTo = useTicketLink();
  const dismiss = useRef<HTMLButtonElement>(null);
  const { changed, failed, closedRef } = run;
  // The control that began it is gone: the keyboard goes on from here.
  useEffect(() => dismiss.current?.focus(), []);
  return (
    <Frame>
      <div role="alert">
        <strong>{messages.bulk.report(changed, failed.length)}</strong>
        {closedRef !== null && (
          <Button size="small" onClick={onUndo}>
            {messages.bulk.undo}
          </Button>
        )}
        <Button ref={dismiss} size="small" onClick={onDismiss}>
          {bulkMessages.dismiss}
        </Button>
      </div>
      <ul aria-label={bulkMessages.failures}>
        {failed.slice(0, LISTED).map(({ ticket_id, message }) => (
          <li key={ticket_id}>
            <a {...linkTo(ticket_id)}>{messages.ticketNumber(ticket_id)}</a>
            <span>{message}</span>
          </li>
        ))}
        {failed.length > LISTED && <li>{bulkMessages.moreFailures(failed.length - LISTED)}</li>}
      </ul>
    </Frame>
  );
}

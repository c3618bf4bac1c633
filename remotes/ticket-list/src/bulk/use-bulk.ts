import { ApiError, type ChangeAnswer } from '@inbox/api';
import { randomId, type AgentId, type BulkTarget } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { carryOut, doneText, type BulkAction } from './bulk-actions';
import { undoActionId, useUndoClose } from './use-undo-close';

interface BulkRequest {
  action: BulkAction;
  target: BulkTarget;
  ref: string;
}

/** Where the bulk action stands. */
export type BulkRun =
  | { kind: 'idle' }
  /** `total` is null until the server has counted. */
  | { kind: 'running'; request: BulkRequest; done: number; total: number | null }
  /** `closedRef` names what was closed, to be taken back; null when nothing was. */
  | { kind: 'failed'; changed: number; failed: ChangeAnswer['failed']; closedRef: string | null }
  /** Nobody can tell whether all of it was done. */
  | { kind: 'broken'; request: BulkRequest; why: BrokenBy };

/** Whether the connection broke, the server kept silent, or it answered with a failure. */
export type BrokenBy = 'offline' | 'timeout' | 'server';

export interface Bulk {
  run: BulkRun;
  start(action: BulkAction, target: BulkTarget): void;
  /** The same request again: it does what the first left. */
  again(): void;
  /** Takes back what the reported close has closed, and dismisses the report. */
  undo(): void;
  dismiss(): void;
}

interface BulkOptions {
  self: AgentId | null;
  /** The request has been answered: what was chosen for it has served. */
  onDone(target: BulkTarget): void;
  /** More was changed than the answer holds. */
  reload(): Promise<void>;
}

function brokenBy(error: unknown): BrokenBy {
  const kind = error instanceof ApiError ? error.kind : 'offline';
  return kind === 'offline' || kind === 'timeout' ? kind : 'server';
}

/** One bulk action at a time, with its progress and what became of it. */
export function useBulk({ self, onDone, reload }: BulkOptions): Bulk {
  const { api, bus, toast } = usePanel();
  const [run, setRun] = useState<BulkRun>({ kind: 'idle' });
  const undoClose = useUndoClose(reload);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  useEvent('live.tickets.progress', ({ ref, done, total }) =>
    setRun((before) =>
      before.kind === 'running' && before.request.ref === ref && done > before.done
        ? { ...before, done, total }
        : before,
    ),
  );

  async function send(request: BulkRequest): Promise<void> {
    const { action, target, ref } = request;
    const total = 'ticket_ids' in target ? target.ticket_ids.length : null;
    setRun({ kind: 'running', request, done: 0, total });
    try {
      const answer = await carryOut(api, action, target, ref);
      if (!shown.current) return;
      publish(request, answer);
    } catch (error) {
      if (shown.current) setRun(afterError(request, error));
    }
  }

  function publish(
    { action, target, ref }: BulkRequest,
    { tickets, failed, changed = tickets.length }: ChangeAnswer,
  ): void {
    onDone(target);
    if (tickets.length > 0) bus.emit('ticket.changed', { tickets });
    if (tickets.length < changed) void reload().catch(() => undefined);
    const closes = action.kind === 'close';
    if (failed.length > 0) {
      return setRun({ kind: 'failed', changed, failed, closedRef: closes && changed > 0 ? ref : null });
    }
    setRun({ kind: 'idle' });
    const undo = { label: messages.bulk.undo, id: undoActionId(ref) };
    toast('success', doneText(action, target, self), closes ? undo : undefined);
  }

  /** What the server refused was not begun; for anything else the server may have been at work. */
  function afterError(request: BulkRequest, error: unknown): BulkRun {
    const isKnown = error instanceof ApiError && (error.kind === 'refused' || error.kind === 'signed-out');
    if (!isKnown) return { kind: 'broken', request, why: brokenBy(error) };
    toast('error', error.message);
    return { kind: 'idle' };
  }

  return {
    run,
    start: (action, target) => void send({ action, target, ref: randomId() }),
    again: () => {
      if (run.kind === 'broken') void send(run.request);
    },
    undo() {
      if (run.kind !== 'failed' || run.closedRef === null) return;
      void undoClose(run.closedRef);
      setRun({ kind: 'idle' });
    },
    dismiss: () => setRun({ kind: 'idle' }),
  };
}

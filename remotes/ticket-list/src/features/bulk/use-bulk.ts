import { ApiError, type ChangeAnswer } from '@inbox/api';
import type { AgentId, BulkTarget } from '@inbox/domain';
import type { Toast } from '@inbox/events';
import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useRef, useState } from 'react';
import { carryOut, doneText, newRef, type BulkAction } from './bulk-actions';

interface Asked {
  action: BulkAction;
  target: BulkTarget;
  ref: string;
}

/** Where the bulk action stands. */
export type BulkRun =
  | { kind: 'idle' }
  /** `total` is null until the server has counted. */
  | { kind: 'running'; asked: Asked; done: number; total: number | null }
  | { kind: 'failed'; changed: number; failed: ChangeAnswer['failed'] }
  /** Nobody can tell whether all of it was done. */
  | { kind: 'broken'; asked: Asked };

export interface Bulk {
  run: BulkRun;
  start(action: BulkAction, target: BulkTarget): void;
  /** The same request again: it does what the first left. */
  again(): void;
  dismiss(): void;
}

interface BulkOptions {
  self: AgentId | null;
  /** The request has been answered: what was chosen for it has served. */
  onDone(target: BulkTarget): void;
  /** More was changed than the answer holds. */
  reload(): Promise<void>;
}

/** One bulk action at a time, with its progress and what became of it. */
export function useBulk({ self, onDone, reload }: BulkOptions): Bulk {
  const { api, bus } = usePanel();
  const [run, setRun] = useState<BulkRun>({ kind: 'idle' });
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  useEvent('live.tickets.progress', ({ ref, done, total }) =>
    setRun((before) =>
      before.kind === 'running' && before.asked.ref === ref && done > before.done ? { ...before, done, total } : before,
    ),
  );
  // A page without a shell has no toasts.
  const toast = (kind: Toast['kind'], text: string) => void bus.send('toast', { kind, text }).catch(() => undefined);

  async function ask(asked: Asked): Promise<void> {
    const { action, target, ref } = asked;
    const total = 'ticket_ids' in target ? target.ticket_ids.length : null;
    setRun({ kind: 'running', asked, done: 0, total });
    try {
      const answer = await carryOut(api, action, target, ref);
      if (!shown.current) return;
      tell(asked, answer);
    } catch (error) {
      if (shown.current) setRun(afterError(asked, error));
    }
  }

  function tell({ action, target }: Asked, { tickets, failed, changed = tickets.length }: ChangeAnswer): void {
    onDone(target);
    if (tickets.length > 0) bus.emit('ticket.changed', { tickets });
    if (tickets.length < changed) void reload().catch(() => undefined);
    if (failed.length > 0) return setRun({ kind: 'failed', changed, failed });
    setRun({ kind: 'idle' });
    toast('success', doneText(action, target, self));
  }

  /** What the server refused was not begun; for anything else the server may have been at work. */
  function afterError(asked: Asked, error: unknown): BulkRun {
    const isKnown = error instanceof ApiError && (error.kind === 'refused' || error.kind === 'signed-out');
    if (!isKnown) return { kind: 'broken', asked };
    toast('error', error.message);
    return { kind: 'idle' };
  }

  return {
    run,
    start: (action, target) => void ask({ action, target, ref: newRef() }),
    again: () => {
      if (run.kind === 'broken') void ask(run.asked);
    },
    dismiss: () => setRun({ kind: 'idle' }),
  };
}

import { useEvent, usePanel, useTopic, type PanelStorage } from '@inbox/panel';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { AgentWorkspace } from '../workspace/agent-workspace';

/** The newest erasure that this browser's records follow. */
const FOLLOWED = 'erased';

/** What agents write; times of handling have no words. */
const WRITTEN = ['outbox', 'drafts', 'comment-drafts', 'uploads', 'undo'] as const;

/** Removes what is unsent of tickets that were erased, while the page is open and before it was. */
export function useErased(session: AgentWorkspace, storage: PanelStorage): void {
  const { bus } = usePanel();
  const isLive = useTopic('connection')?.state === 'live';
  const turn = useRef<Promise<void>>(Promise.resolve());
  const { changes, records } = session;
  useEffect(() => {
    if (!isLive) return;
    void Promise.all([records.loaded, changes.known]).then(() => {
      // Nothing can be of an erased ticket.
      if (WRITTEN.every((kind) => records.of(kind).size === 0) && changes.list().length === 0) return;
      const since = storage.read(FOLLOWED, z.int()) ?? 0;
      // An older server does not understand it, and erases nobody.
      bus.send('socket.send', { type: 'page.erasures', data: { since } }).catch(() => undefined);
    });
  }, [bus, changes, isLive, records, storage]);
  useEvent('live.customers.erased', ({ revision, ...erased }) => {
    turn.current = turn.current
      .then(() => import('./erased'))
      .then(({ dropErased }) => dropErased(session, erased))
      .then(() => void storage.write(FOLLOWED, revision))
      // The next connection asks again.
      .catch(() => undefined);
  });
}

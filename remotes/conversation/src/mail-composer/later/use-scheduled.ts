import type { ScheduledMail, Ticket } from '@inbox/domain';
import { useEvent, useLineBack, usePanel } from '@inbox/panel';
import { useEffect, useRef, useState } from 'react';

export interface Scheduled {
  list: readonly ScheduledMail[];
  isFailed: boolean;
  reload(): void;
}

/** The ticket's mails that are sent later, as they are now: loaded anew whenever somebody changes one. */
export function useScheduled({ id, conversation_source }: Pick<Ticket, 'id' | 'conversation_source'>): Scheduled {
  const { api } = usePanel();
  const [list, setList] = useState<readonly ScheduledMail[]>([]);
  const [isFailed, setFailed] = useState(false);
  const [changes, setChanges] = useState(0);
  const isMail = conversation_source === 'email';

  useEffect(() => {
    if (!isMail) return;
    const gone = new AbortController();
    api.scheduledMails({ params: { ticket_id: id } }, { signal: gone.signal }).then(
      (loaded) => {
        setList(loaded);
        setFailed(false);
      },
      () => gone.signal.aborted || setFailed(true),
    );
    return () => gone.abort();
  }, [api, changes, id, isMail]);

  const reload = () => setChanges((count) => count + 1);
  useEvent('live.scheduled_mails.changed', ({ ticket_id }) => {
    if (ticket_id === id) reload();
  });
  useEvent('live.resync', reload);
  useEvent('refresh.requested', reload);
  // Signals that came while the connection was down are lost. The first load has begun when the ticket is shown.
  const isFirst = useRef(true);
  useLineBack(() => {
    if (!isFirst.current) reload();
  });
  useEffect(() => {
    isFirst.current = false;
  }, []);
  return { list, isFailed, reload };
}

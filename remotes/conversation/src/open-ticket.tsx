import type { TicketId } from '@inbox/domain';
import { answeredMail } from '@inbox/domain/conversation';
import { usePanel, usePanelReady } from '@inbox/panel';
import { AsOf, Button, EmptyState, ErrorState, lazyPart, Skeleton } from '@inbox/ui';
import { useEffect, useMemo } from 'react';
import { ConversationSkeleton } from './parts/conversation-skeleton';
import { messages } from './messages';
import { ConversationHeader } from './features/header/conversation-header';
import { OutboxView } from './features/outbox-view/outbox-view';
import { WhoElse } from './features/presence/who-else';
import { ScheduledMails } from './features/reply/mail/later/scheduled-mails';
import { MailDrawerHost } from './features/reply/mail/mail-drawer-host';
import { ReplyBox } from './features/reply/reply-box';
import { TagSelector } from './features/tags/tag-selector';
import { hasOlder } from './model/thread-state';
import { lastMailOf } from './model/last-mail';
import { numberChangeOf } from './model/number-change';
import { newestOf, type OpenTicket } from './features/reply/use-reply-commands';
import { UndoBar } from './features/undo/undo-bar';
import { useAgentSession } from './parts/agent-session-context';
import { ConversationThread } from './features/thread/conversation-thread';
import { ApplyFactsContext } from './parts/apply-facts';
import { useAsAskedFor } from './parts/use-as-asked-for';
import { useThread } from './features/thread/use-thread';

const ErasedPart = lazyPart(() => import('./features/erased/erased'));
const QuotedMail = lazyPart(() => import('./features/thread/email/quoted-mail'), <Skeleton height={120} />);

interface OpenTicketProps {
  ticketId: TicketId;
  /** Told what is known of the ticket, and null when it is left. */
  onTicket(known: OpenTicket | null): void;
  /** Told the ticket while it cannot be shown, and null when it can again or is left. */
  onMissing(id: TicketId | null): void;
}

/** The conversation of one ticket. Its parent keys it by the ticket: nothing in it outlives a switch to another. */
export function OpenTicketView({ ticketId, onTicket, onMissing }: OpenTicketProps) {
  const { navigate } = usePanel();
  const { view: known, reload, loadOlder, applyFacts } = useThread(ticketId, useAgentSession());
  const view = useAsAskedFor(known);
  const markReady = usePanelReady();

  const ticket = view.status === 'ready' ? view.thread.ticket : null;
  const clockOffset = view.status === 'ready' ? view.clockOffset : 0;
  const ordered = view.status === 'ready' ? view.thread.ordered : null;
  const seen = useMemo(() => ordered && newestOf(ordered), [ordered]);
  const lastMail = useMemo(() => ordered && lastMailOf(ordered), [ordered]);
  const customer = ticket?.customer_email ?? null;
  const answered = useMemo(() => ordered && answeredMail(ordered, customer), [ordered, customer]);
  const numberChange = useMemo(() => ordered && numberChangeOf(ordered, ticketId), [ordered, ticketId]);
  const erasedAt = ticket?.erased_at;
  useEffect(
    () => onTicket(ticket && { ticket, clockOffset, seen, answered }),
    [onTicket, ticket, clockOffset, seen, answered],
  );
  useEffect(() => () => onTicket(null), [onTicket]);
  const stored = view.status === 'ready' ? view.stored : null;
  const isMissing = view.status === 'failed' || view.status === 'not-found';
  useEffect(() => {
    if (!isMissing) return;
    onMissing(ticketId);
    return () => onMissing(null);
  }, [isMissing, onMissing, ticketId]);
  useEffect(() => {
    if (view.status !== 'loading') markReady();
  }, [view.status, markReady]);

  switch (view.status) {
    case 'loading':
      return <ConversationSkeleton />;
    case 'failed':
      return <ErrorState text={messages.loadFailure[view.why]} onRetry={reload} />;
    case 'not-found':
      return (
        <EmptyState
          title={messages.notFound}
          action={<Button onClick={() => navigate({ to: 'tickets' })}>{messages.toTickets}</Button>}
        />
      );
    case 'ready':
      return (
        <ApplyFactsContext value={applyFacts}>
          <MailDrawerHost
            ticket={view.thread.ticket}
            clockOffset={view.clockOffset}
            items={view.thread.ordered}
            seen={seen}
            answered={answered}
            isWhole={!hasOlder(view.thread)}
            older={view.older}
            loadBack={loadOlder}
            quote={(mail, kind) => <QuotedMail mail={mail} kind={kind} />}
            replyBox={
              erasedAt === undefined ? (
                <ReplyBox
                  ticket={view.thread.ticket}
                  clockOffset={view.clockOffset}
                  seen={seen}
                  lastMail={lastMail}
                  answered={answered}
                  numberChange={numberChange}
                />
              ) : (
                <ErasedPart ticket={view.thread.ticket} of="note" />
              )
            }
          >
            {erasedAt === undefined ? (
              <ConversationHeader ticket={view.thread.ticket} clockOffset={view.clockOffset} />
            ) : (
              <ErasedPart ticket={view.thread.ticket} of="header" />
            )}
            <ConversationThread
              thread={view.thread}
              clockOffset={view.clockOffset}
              older={view.older}
              loadOlder={loadOlder}
              asOf={stored && <AsOf at={stored.at} onRetry={stored.failed ? reload : undefined} />}
            />
            {erasedAt === undefined && (
              <>
                <WhoElse ticketId={ticketId} />
                <TagSelector ticket={view.thread.ticket} />
                <OutboxView ticketId={ticketId} />
                <ScheduledMails
                  ticket={view.thread.ticket}
                  clockOffset={view.clockOffset}
                  items={view.thread.ordered}
                />
              </>
            )}
            <UndoBar openId={ticketId} />
          </MailDrawerHost>
        </ApplyFactsContext>
      );
  }
}

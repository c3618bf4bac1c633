import type { TicketId } from '@inbox/domain';
import { answeredMail } from '@inbox/domain/conversation';
import { usePanel, usePanelReady } from '@inbox/panel';
import { AsOf, Button, EmptyState, ErrorState, lazyPart, Skeleton } from '@inbox/ui';
import { useEffect, useMemo } from 'react';
import { ConversationSkeleton } from './ui/conversation-skeleton';
import { messages } from './messages';
import { ConversationHeader } from './header/conversation-header';
import { OutboxView, usePendingChanges } from './outbox/view/outbox-view';
import { WhoElse } from './presence/who-else';
import { ScheduledMails } from './mail-composer/later/scheduled-mails';
import { MailDrawerHost } from './mail-composer/mail-drawer-host';
import { ReplyBox } from './composer/reply-box';
import { TagSelector } from './tags/tag-selector';
import { hasOlder } from './thread/state/thread-state';
import { lastMailOf, numberChangeOf } from './thread/state/thread-view';
import { newestOf, type OpenTicket } from './composer/use-reply-commands';
import { UndoBar } from './outbox/view/undo-bar';
import { useAgentWorkspace } from './workspace/agent-workspace-context';
import { ConversationThread } from './thread/conversation-thread';
import { ApplyFactsContext } from './thread/state/apply-facts';
import { useThread } from './thread/use-thread';

const ErasedPart = lazyPart(() => import('./erased/erased'));
const QuotedMail = lazyPart(() => import('./email/quoted-mail'), <Skeleton height={120} />);

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
  const { view: known, reload, loadOlder, applyFacts } = useThread(ticketId, useAgentWorkspace());
  const view = usePendingChanges(known);
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

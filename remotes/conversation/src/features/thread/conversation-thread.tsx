import { mayReply, type ChatMessage, type CommentItem, type EmailMessage, type TempId } from '@inbox/domain';
import { Button, color, EmptyState, styled, useNow } from '@inbox/ui';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { messages } from '../../messages';
import { MessageView } from '../bubbles/message-view';
import { newOutgoing } from '../reply/new-outgoing';
import { actingAs, useWorkplace } from '../workplace/workplace';
import { Announcer } from './announcer';
import { DayDivider } from './day-divider';
import { messageEntries, withDays, type ThreadEntry } from './thread-entries';
import { ThreadList } from './thread-list';
import { hasOlder, visibleItems, type ThreadState } from './thread-state';

const Row = styled.div`
  display: flex;
  flex-direction: column;
  padding-block: 3px;
`;

const OlderFailed = styled.p`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  padding: 8px !important;
  font-size: 12px;
  color: ${color.bad};
`;

interface ConversationThreadProps {
  thread: ThreadState;
  clockOffset: number;
  older: 'idle' | 'loading' | 'failed';
  loadOlder(): void;
}

/** The thread of the open conversation, with this browser's own sends in it. */
export function ConversationThread({ thread, clockOffset, older, loadOlder }: ConversationThreadProps) {
  const { profile, sender } = useWorkplace();
  const outbox = useSyncExternalStore(sender.subscribe, sender.outbox);
  const items = useMemo(() => visibleItems(thread), [thread]);
  const rows = useMemo(() => {
    const own = outbox.filter((entry) => entry.conversation_id === thread.conversation_id);
    return withDays(messageEntries(items, own));
  }, [items, outbox, thread.conversation_id]);

  const { ticket } = thread;
  const allowed = mayReply(actingAs(profile), ticket, useNow(60_000) + clockOffset).allowed;
  const resend = useCallback(
    (item: ChatMessage | CommentItem | EmailMessage) => {
      const of = { id: item.ticket_id, conversation_id: item.conversation_id };
      const made = newOutgoing({ ...of, conversation_source: ticket.conversation_source }, item.message, Date.now());
      // A message that failed keeps its temp_id: the server sends what it has once more, and makes no second one. One
      // that may have arrived is said again as a new message, since the agent decided so.
      const failed = item.send_status === 'not_sent' && item.temp_id !== null;
      const kept = failed && {
        temp_id: item.temp_id ?? made.temp_id,
        created_at: item.created_at,
        after_rev: item.rev,
      };
      void sender.send({ ...made, ...kept }).catch(() => undefined);
    },
    [sender, ticket.conversation_source],
  );
  const again = useCallback((tempId: TempId) => sender.again(tempId), [sender]);
  const discard = useCallback((tempId: TempId) => sender.discard(tempId), [sender]);

  if (rows.length === 0) return <EmptyState title={messages.emptyThread} />;
  const renderRow = (row: ThreadEntry) => (
    <Row key={row.key}>
      {row.kind === 'day' ? (
        <DayDivider day={row.day} />
      ) : (
        <MessageView
          entry={row}
          customer={ticket.full_name}
          onResend={allowed ? resend : undefined}
          onAgain={again}
          onDiscard={discard}
        />
      )}
    </Row>
  );
  return (
    <>
      {older === 'failed' && (
        <OlderFailed role="alert">
          {messages.olderFailed}
          <Button size="small" onClick={loadOlder}>
            {messages.retry}
          </Button>
        </OlderFailed>
      )}
      <ThreadList
        rows={rows}
        renderRow={renderRow}
        loadingOlder={older === 'loading'}
        onNearTop={hasOlder(thread) && older === 'idle' ? loadOlder : undefined}
      />
      <Announcer items={items} customer={ticket.full_name} />
    </>
  );
}

import { type ContentId, type Ticket, compareContent, type ContentItem } from '@inbox/domain';
import { Button, color, css, EmptyState, IconButton, lazyPart, styled, TOUCH, VisuallyHidden } from '@inbox/ui';
import { Search } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react';
import { messages } from '../messages';
import { useConversationAction } from '../actions/use-actions';
import { GalleryContext, imagesOf } from './viewer/gallery';
import { useIsLoaded, useAgentWorkspace } from '../workspace/agent-workspace-context';
import { firstUnread, unreadAtOpen } from './state/first-unread';
import { FoundTermContext } from '../ui/message-text';
import { GoToContext } from './find/go-to';
import { whereDrawerFills } from '../mail-composer/open-mail-drawer';
import { OverThread } from '../ui/over-thread';
import { ThreadList } from './list/thread-list';
import { createThreadRows } from './state/thread-rows';
import { hasOlder, visibleItems, type ThreadState } from './state/thread-state';
import { TicketRail } from './ticket-rail';
import { SettlingContext, useSettling } from './list/settling';
import { useGoTo } from './find/use-go-to';
import { useMarkRead } from './use-mark-read';
import { useRows } from './use-rows';

/** In the shell it is there before the key that opens it: it comes with what stores threads. */
const FindBar = lazyPart(() => import(/* webpackChunkName: "later" */ './find/find-bar'));

const Whole = styled.div`
  position: relative;
  flex: 1;
  min-block-size: 0;
  display: flex;
  flex-direction: column;
  container: thread / inline-size;
  /* Behind the mail drawer nothing of it is to be reached. */
  ${whereDrawerFills(css`
    &:has(~ [data-mail-drawer]) {
      visibility: hidden;
    }
  `)}
`;

/** The messages, and beside them the tickets; above them where there is no room beside. */
const Columns = styled.div`
  flex: 1;
  min-block-size: 0;
  display: flex;
  position: relative;

  @container thread (max-width: 560px) {
    flex-direction: column-reverse;
  }
`;

const FindButton = styled.div`
  position: absolute;
  z-index: 1;
  inset-block-start: 8px;
  inset-inline-end: 8px;
  border-radius: 8px;
  background: ${color.page};
  /* Higher and wider for a finger, and in the same room beside the messages. */
  ${TOUCH} {
    inset-inline-end: 2px;
  }

  &[data-beside-rail] {
    inset-inline-end: 92px;
  }
  @container thread (max-width: 560px) {
    &[data-beside-rail] {
      inset-inline-end: 8px;
      inset-block-start: 44px;
    }
  }
`;

/** At the top: at the foot are the newest messages, and the way back to them. */
const AsOfPlace = styled.div`
  position: absolute;
  z-index: 1;
  inset-block-start: 0;
  inset-inline: 0;
  block-size: 40px;
  pointer-events: none;
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
  loadOlder(backTo?: ContentId): void;
  /** Says of when the thread is; null once the server has answered. */
  asOf: ReactNode;
}

/** The thread of the open conversation, with this browser's own sends in it. */
export function ConversationThread({ thread, clockOffset, older, loadOlder, asOf }: ConversationThreadProps) {
  const { sender } = useAgentWorkspace();
  const outbox = useSyncExternalStore(sender.subscribe, sender.outbox);
  const items = useMemo(() => visibleItems(thread), [thread]);
  const [opened, setOpened] = useState(() => ({ unread: unreadAtOpen(thread.ticket, items), asOf }));
  // What is unread at opening the server says.
  if (opened.asOf && !asOf) setOpened({ unread: unreadAtOpen(thread.ticket, items), asOf });
  const { unread } = opened;
  const [rowsOf] = useState(createThreadRows);
  const rows = useMemo(() => {
    const own = outbox.filter((entry) => entry.conversation_id === thread.conversation_id);
    return rowsOf(items, own, firstUnread(unread, items));
  }, [items, outbox, rowsOf, thread.conversation_id, unread]);
  const shownItems = useRef(items);
  useEffect(() => {
    shownItems.current = items;
  }, [items]);
  const images = useCallback(() => imagesOf(shownItems.current), []);

  const { ticket } = thread;
  const isLoaded = (id: ContentId) => items.some((item) => item.id === id);
  const { goTo, target } = useGoTo({ isLoaded, hasOlder: hasOlder(thread), older, loadOlder });
  const [finding, setFinding] = useState(false);
  const [term, setTerm] = useState('');
  useConversationAction('find', () => setFinding(true));
  const scroller = useRef<HTMLDivElement>(null);
  const { isSettling, hold } = useSettling(items, useIsLoaded(), scroller);
  const whole = useRef<HTMLDivElement>(null);
  const endFinding = () => {
    setFinding(false);
    scroller.current?.focus();
  };
  const renderRow = useRows({ ticket, clockOffset, shown: target?.id ?? null });

  const tickets = useMemo(() => [...thread.tickets.values()].sort((a, b) => a.id - b.id), [thread.tickets]);
  const severalTickets = tickets.length > 1;
  return (
    <Whole ref={whole}>
      <GoToContext value={goTo}>
        {finding && <FindBar conversationId={thread.conversation_id} onTerm={setTerm} onClose={endFinding} />}
        {older === 'failed' && (
          <OlderFailed role="alert">
            {messages.olderFailed}
            <Button size="small" onClick={() => loadOlder()}>
              {messages.retry}
            </Button>
          </OlderFailed>
        )}
        <Columns>
          {rows.length === 0 ? (
            <EmptyState title={messages.emptyThread} />
          ) : (
            <GalleryContext value={images}>
              <OverThread>
                <FoundTermContext value={term}>
                  <SettlingContext value={hold}>
                    <ThreadList
                      isSettling={isSettling}
                      scroller={scroller}
                      rows={rows}
                      renderRow={renderRow}
                      loadingOlder={older === 'loading'}
                      onNearTop={hasOlder(thread) && older === 'idle' ? loadOlder : undefined}
                      target={target}
                    />
                  </SettlingContext>
                </FoundTermContext>
              </OverThread>
            </GalleryContext>
          )}
          {asOf && <AsOfPlace>{asOf}</AsOfPlace>}
          {severalTickets && <TicketRail tickets={tickets} current={ticket.id} />}
          {!finding && rows.length > 0 && (
            <FindButton data-beside-rail={severalTickets || undefined}>
              <IconButton
                size="small"
                label={messages.find.open}
                onPointerEnter={FindBar.preload}
                onClick={() => setFinding(true)}
              >
                <Search size={16} aria-hidden />
              </IconButton>
            </FindButton>
          )}
        </Columns>
        <Announcer items={items} customer={ticket.full_name} />
        {!asOf && <MarkRead ticket={ticket} thread={whole} />}
      </GoToContext>
    </Whole>
  );
}

/** It shows nothing: whether the agent looks changes here, and the thread is not drawn by it. */
function MarkRead({ ticket, thread }: { ticket: Ticket; thread: RefObject<HTMLElement | null> }) {
  useMarkRead(ticket, thread);
  return null;
}

/** Tells screen readers how many messages the customer has sent since the thread was opened; they are read in it. */
function Announcer({ items, customer }: { items: readonly ContentItem[]; customer: string }) {
  const [newest] = useState(() => items.at(-1) ?? null);
  const count = newSince(newest, items);
  const text = count === 0 ? '' : messages.announce(messages.newMessages(count), customer);
  // A live region is read when it changes, not when it appears with its text: at first there is none.
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}

/** Of the customer, and after what was the newest: older pages come later too, and are no news. */
function newSince(newest: ContentItem | null, items: readonly ContentItem[]): number {
  const last = newest === null ? -1 : items.findLastIndex((item) => compareContent(item, newest) <= 0);
  return items.slice(last + 1).filter((item) => item.content_type !== 'log' && item.actor === 'customer').length;
}

import type { QuickReply, QuickReplyId } from '@inbox/domain';
import { Menu, styled } from '@inbox/ui';
import { memo, useCallback, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  Virtualizer,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type VirtualizerHandle,
} from 'virtua';
import { messages } from '../messages';
import { ReplyRow, ROW_HEIGHT } from './reply-row';

/** How long a row may take to be measured. */
const FRAMES_TO_FOCUS = 30;

const Scroll = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

/** virtua makes its rows deaf to the pointer while they scroll and for some 150 ms after: clicks would be lost. */
const Rows = ({ style, ...rest }: CustomContainerComponentProps) => (
  <ul {...rest} style={{ ...style, pointerEvents: undefined }} />
);

/** Only the rows near the view are in the page, so each says where it is. */
const Item = ({ index, ...rest }: CustomItemComponentProps) => (
  <li {...rest} aria-posinset={index + 1} aria-setsize={-1} />
);

const rowIdOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-reply-id]')?.dataset['replyId'] ?? NaN) : NaN;

export interface RowActions {
  onSend(reply: QuickReply): void;
  onInsert(reply: QuickReply): void;
  onEdit(reply: QuickReply): void;
  onDelete(reply: QuickReply): void;
}

/** The rows: Tab goes to one row's actions and on; arrows, Home and End move between the rows. */
export const ReplyRows = memo(function ReplyRows({
  replies,
  actions,
  mayManage,
  children,
}: {
  replies: readonly QuickReply[];
  actions: RowActions;
  /** Whether a row has a menu, with Edit and Delete. */
  mayManage: boolean;
  /** Above the rows. */
  children?: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const wanted = useRef<QuickReplyId>(null);
  const [visited, setVisited] = useState<number | null>(null);
  const [menu, setMenu] = useState<{ reply: QuickReply; anchor: HTMLElement } | null>(null);
  const openMenu = useCallback((reply: QuickReply, anchor: HTMLElement) => setMenu({ reply, anchor }), []);
  const visitedAt = visited === null ? -1 : replies.findIndex(({ id }) => id === visited);
  const tabStop = Math.max(visitedAt, 0);

  /** A row that was not drawn before stays invisible until it is measured, and takes no focus until then. */
  const focusRow = (id: QuickReplyId, button: number, frames: number) => {
    if (wanted.current !== id) return;
    const target = scroller.current?.querySelectorAll<HTMLElement>(`[data-reply-id="${id}"] button`)[button];
    target?.focus({ preventScroll: true });
    if (!target?.matches(':focus') && frames > 0) requestAnimationFrame(() => focusRow(id, button, frames - 1));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const from = replies.findIndex(({ id }) => id === rowIdOf(event.target));
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: replies.length - 1 }[event.key];
    if (from < 0 || to === undefined) return;
    event.preventDefault();
    const index = Math.min(Math.max(to, 0), replies.length - 1);
    const reply = replies[index];
    if (!reply) return;
    const buttons = [...event.currentTarget.querySelectorAll(`[data-reply-id="${rowIdOf(event.target)}"] button`)];
    // The row must be in the page before it can take the focus.
    flushSync(() => setVisited(reply.id));
    virtualizer.current?.scrollToIndex(index, { align: 'nearest' });
    wanted.current = reply.id;
    focusRow(
      reply.id,
      Math.max(
        buttons.findIndex((button) => button === event.target),
        0,
      ),
      FRAMES_TO_FOCUS,
    );
  };

  const onFocus = (event: FocusEvent) => {
    const id = rowIdOf(event.target);
    if (!Number.isNaN(id)) setVisited(id);
  };

  return (
    <Scroll ref={scroller} onKeyDown={onKeyDown} onFocus={onFocus}>
      {children}
      <Virtualizer
        ref={virtualizer}
        data={replies}
        itemSize={ROW_HEIGHT}
        as={Rows}
        item={Item}
        {...(replies.length > 0 && { keepMounted: [tabStop] })}
      >
        {(reply, index) => (
          <ReplyRow
            key={reply.id}
            reply={reply}
            tabStop={index === tabStop}
            expanded={menu?.reply.id === reply.id}
            onSend={actions.onSend}
            onInsert={actions.onInsert}
            onMore={mayManage ? openMenu : null}
          />
        )}
      </Virtualizer>
      <Menu
        anchor={menu?.anchor ?? null}
        label={menu ? messages.moreNamed(menu.reply.shortcut) : ''}
        items={
          menu
            ? [
                { key: 'edit', label: messages.edit, onSelect: () => actions.onEdit(menu.reply) },
                { key: 'delete', label: messages.delete, danger: true, onSelect: () => actions.onDelete(menu.reply) },
              ]
            : []
        }
        onClose={() => setMenu(null)}
      />
    </Scroll>
  );
});

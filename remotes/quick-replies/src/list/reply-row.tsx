import type { QuickReply } from '@inbox/domain';
import { Button, color, IconButton, preloadMenu, styled } from '@inbox/ui';
import { EllipsisVertical, TextCursorInput } from 'lucide-react';
import { memo, type KeyboardEvent } from 'react';
import { messages } from '../messages';

/** Pixels of a row with one line of message; only rows that were never drawn are taken to have it. */
export const ROW_HEIGHT = 72;

const Row = styled.div`
  padding: 6px 12px 12px 16px;
  border-block-end: 1px solid ${color.line};
  overflow-wrap: anywhere;

  &:hover,
  &:focus-within {
    background: ${color.surface2};
  }
  & > p {
    white-space: pre-wrap;
    color: ${color.text2};
  }
  /* Where there is a pointer that hovers, the actions show under it and on keyboard focus; on touch they always do. */
  @media (hover: hover) {
    & button {
      opacity: 0;
    }
    &:hover button,
    &:focus-within button,
    & button[aria-expanded='true'] {
      opacity: 1;
    }
  }
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 4px;
  min-block-size: 32px;
  color: ${color.text3};

  & > :first-child {
    flex: 1;
    min-inline-size: 0;
    padding-block: 6px;
  }
  & b {
    font-weight: 600;
    color: ${color.text};
  }
`;

export interface ReplyRowProps {
  reply: QuickReply;
  /** The actions of one row are in the order of Tab; arrows move to other rows. */
  tabStop: boolean;
  /** Its menu is open. */
  expanded: boolean;
  /** Sends it to the customer. */
  onSend(reply: QuickReply): void;
  /** Puts it into the reply box, where it is read and changed before it is sent. */
  onInsert(reply: QuickReply): void;
  /** Opens its menu; null where the agent may not change it. */
  onMore: ((reply: QuickReply, anchor: HTMLElement) => void) | null;
}

/** A key that is held down sends once. */
const sendOnce = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

/** Drawn again when what it shows changes, not with every key of the search. */
export const ReplyRow = memo(function ReplyRow({ reply, tabStop, expanded, onSend, onInsert, onMore }: ReplyRowProps) {
  const { id, shortcut, message } = reply;
  const tabIndex = tabStop ? 0 : -1;
  return (
    <Row data-reply-id={id}>
      <Head>
        <span>
          <b dir="auto">{shortcut}</b> {messages.shortcut}
        </span>
        <Button
          variant="primary"
          size="small"
          tabIndex={tabIndex}
          aria-label={messages.sendNamed(shortcut)}
          onKeyDown={sendOnce}
          // Ignores the second click of a double click.
          onClick={(event) => event.detail <= 1 && onSend(reply)}
        >
          {messages.send}
        </Button>
        <IconButton
          size="small"
          tabIndex={tabIndex}
          label={messages.insertNamed(shortcut)}
          onClick={(event) => event.detail <= 1 && onInsert(reply)}
        >
          <TextCursorInput size={16} aria-hidden />
        </IconButton>
        {onMore && (
          <IconButton
            size="small"
            tabIndex={tabIndex}
            label={messages.moreNamed(shortcut)}
            aria-haspopup="menu"
            aria-expanded={expanded}
            onPointerEnter={preloadMenu}
            onClick={(event) => onMore(reply, event.currentTarget)}
          >
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        )}
      </Head>
      <p dir="auto">{message}</p>
    </Row>
  );
});

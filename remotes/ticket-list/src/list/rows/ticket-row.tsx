import type { Ticket } from '@inbox/domain';
import { isPlainClick } from '@inbox/panel';
import { Avatar, color, RelativeTime, styled, UnreadCount, VisuallyHidden } from '@inbox/ui';
import { Bell } from 'lucide-react';
import { memo } from 'react';
import { messages } from '../../messages';
import type { RowCheck } from './row-check';
import { RowChips } from './row-chips';
import { rowText } from './row-text';

/** Pixels. Every row has it, whatever is written in it. */
export const ROW_HEIGHT = 87;

/** The row and, beside it, what is chosen by its own: no control stands within another. */
const Frame = styled.div`
  position: relative;
  block-size: ${ROW_HEIGHT}px;
`;

/** Over the avatar. What is put there says itself when it shows; a row looks the same without. */
const CheckPlace = styled.span`
  position: absolute;
  inset-block-start: 10px;
  inset-inline-start: 12px;
  display: flex;
  align-items: center;
  justify-content: center;
  inline-size: 36px;
  block-size: 36px;
`;

const Row = styled.a`
  position: relative;
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr);
  column-gap: 12px;
  inline-size: 100%;
  block-size: ${ROW_HEIGHT}px;
  padding: 8px 12px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
  color: inherit;
  text-decoration: none;
  cursor: pointer;
  /* A finger that rests on the row chooses it. */
  user-select: none;
  -webkit-touch-callout: none;

  && {
    outline-offset: -2px;
  }
  &:hover {
    background: ${color.surface2};
  }
  &[aria-current] {
    background: ${color.accentSurface};
  }
  &[aria-current]::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 3px;
    background: ${color.accent};
  }
  & > :first-of-type {
    margin-block-start: 2px;
  }
`;

const Lines = styled.span`
  display: grid;
  grid-template-rows: repeat(3, minmax(0, 1fr));
  align-items: center;
  min-inline-size: 0;
`;

const Line = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-inline-size: 0;
`;

/** One line in whatever script: the beginning stays readable, tall letters are not cut. */
const Text = styled.span`
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  line-height: 23px;
  color: ${color.text2};

  &[data-what='name'] {
    color: ${color.text};
  }
  [data-unread] & {
    font-weight: 600;
    color: ${color.text};
  }
`;

const Small = styled.span`
  flex: none;
  font-size: 12px;
  color: ${color.text3};

  [data-unread] &[data-what='time'] {
    font-weight: 600;
    color: ${color.accent};
  }
  [aria-current] & {
    color: ${color.text2};
  }
`;

const Owner = styled(Small)`
  display: flex;
  max-inline-size: 38%;
  min-inline-size: 0;
  white-space: pre;

  & > :last-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

const Dot = styled.span`
  flex: none;
  inline-size: 10px;
  block-size: 10px;
  margin-inline-end: 4px;
  border-radius: 50%;
  background: ${color.accent};
`;

/** Marked unread by hand there is nothing to count, but it is told all the same. */
function Unread({ count }: { count: number }) {
  if (count > 0) return <UnreadCount count={count} />;
  return (
    <Dot>
      <VisuallyHidden>{messages.unread}</VisuallyHidden>
    </Dot>
  );
}

export interface TicketRowProps {
  ticket: Ticket;
  /** Nil for nobody; undefined while the names are not known. */
  owner: string | undefined;
  /** Who wrote the newest message; empty when that goes without saying. */
  author: string;
  /** The agent follows it. */
  subscribed: boolean;
  /** Where the tab does not say the status, the row does. */
  showStatus: boolean;
  open: boolean;
  /** The row where Tab enters the list. */
  tabStop: boolean;
  /** Where it leads, for a tab of its own; a page without addresses has none. */
  href: string | undefined;
  onOpen(ticket: Ticket): void;
  /** The ticket's checkbox, drawn over the avatar. The same function from render to render. */
  check?: RowCheck | undefined;
}

/** One conversation: who, when, the newest words, what needs action. It is drawn anew only when something in it changed. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, owner, author, subscribed, showStatus, open, tabStop, href, onOpen, check } = props;
  const unread = !ticket.conversation_read;
  return (
    <Frame>
      <Row
        href={href}
        role={href === undefined ? 'link' : undefined}
        draggable={false}
        data-ticket-id={ticket.id}
        data-unread={unread || undefined}
        aria-current={open || undefined}
        tabIndex={tabStop ? 0 : -1}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(ticket);
        }}
      >
        <Avatar name={ticket.full_name} source={ticket.conversation_source} />
        <Lines>
          <Line>
            <Text dir="auto" data-what="name" title={ticket.full_name}>
              {ticket.full_name}
            </Text>
            {subscribed && (
              <Small title={messages.subscribed}>
                <Bell size={12} aria-hidden />
                <VisuallyHidden>{messages.subscribed}</VisuallyHidden>
              </Small>
            )}
            <Small data-what="time">
              <RelativeTime time={ticket.received_at} />
            </Small>
          </Line>
          <Line>
            <Text dir="auto">{rowText(ticket, author)}</Text>
            {unread && <Unread count={ticket.unread_count} />}
          </Line>
          <Line>
            <RowChips ticket={ticket} showStatus={showStatus} />
            <Owner>
              <span>{messages.ticketNumber(ticket.id)}</span>
              {owner !== undefined && <span> · {owner}</span>}
            </Owner>
          </Line>
        </Lines>
      </Row>
      {check && <CheckPlace>{check(ticket, { tabStop })}</CheckPlace>}
    </Frame>
  );
});

import type { ThreadTicket, TicketId } from '@inbox/domain';
import { color, LOWEST_WINDOW, styled, TOUCH } from '@inbox/ui';
import { messages } from '../messages';
import { useGoTo } from './find/go-to';

const Rail = styled.nav`
  flex: none;
  display: flex;
  flex-direction: column;
  gap: 4px;
  inline-size: 84px;
  padding: 8px;
  overflow-y: auto;
  border-inline-start: 1px solid ${color.line};

  @container thread (max-width: 560px) {
    flex-direction: row;
    inline-size: auto;
    padding: 4px 16px;
    overflow: auto hidden;
    border-inline-start: 0;
    border-block-end: 1px solid ${color.line};
  }
  ${LOWEST_WINDOW} {
    padding-block: 0;
  }
  & > button {
    flex: none;
    min-block-size: 28px;
    ${TOUCH} {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
    padding: 0 8px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: ${color.text2};
    font-size: 12px;
    line-height: 16px;
    text-align: start;
    cursor: pointer;
  }
  & > button:hover,
  & > button[aria-current] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

interface TicketRailProps {
  tickets: readonly ThreadTicket[];
  current: TicketId;
}

/** The tickets of one conversation, oldest first; each leads to its first message (spec section 2). */
export function TicketRail({ tickets, current }: TicketRailProps) {
  const goTo = useGoTo();
  return (
    <Rail aria-label={messages.ticketsHere}>
      {tickets.map(({ id, first_item_id }) => (
        <button
          key={id}
          type="button"
          title={messages.goToTicket(id)}
          aria-current={id === current || undefined}
          disabled={first_item_id === null}
          onClick={() => first_item_id !== null && goTo(first_item_id)}
        >
          #{id}
        </button>
      ))}
    </Rail>
  );
}

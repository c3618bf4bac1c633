import { useTicketLink } from '@inbox/panel';
import { Button, color, RelativeTime, Skeleton, StatusChip, styled } from '@inbox/ui';
import { messages } from '../../messages';
import type { PastTicketsState } from './use-past-tickets';

const Block = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  margin-block-start: 16px;

  & > h3 {
    font-size: 13px;
  }
  /* As high as what stands there while it is loaded, and as one ticket: nothing below moves. */
  & > p {
    min-block-size: 32px;
    align-content: center;
    color: ${color.text3};
  }
`;

/** As high as a ticket. */
const Waiting = styled.div`
  block-size: 32px;
  align-content: center;
`;

const Row = styled.a`
  display: flex;
  align-items: center;
  gap: 8px;
  inline-size: calc(100% + 16px);
  min-block-size: 32px;
  margin-inline: -8px;
  padding: 4px 8px;
  border-radius: 6px;
  color: inherit;
  text-decoration: none;
  cursor: pointer;

  &:hover {
    background: ${color.accentSurface};
  }
  & > b {
    font-weight: 400;
    color: ${color.accent};
  }
  & > :last-child {
    margin-inline-start: auto;
    font-size: 12px;
    color: ${color.text3};
  }
`;

interface PastTicketsProps {
  past: PastTicketsState;
  /** As high as so many of them while they are on their way. */
  rows?: number;
}

/** The customer's other tickets; each leads to its conversation. */
export function PastTickets({ past, rows = 1 }: PastTicketsProps) {
  const linkTo = useTicketLink();
  return (
    <Block>
      <h3>{messages.pastTickets}</h3>
      {past.state === 'loading' && (
        <div>
          {Array.from({ length: Math.max(rows, 1) }, (_, row) => (
            <Waiting key={row}>
              <Skeleton height={24} />
            </Waiting>
          ))}
        </div>
      )}
      {past.state === 'failed' && (
        <div role="alert">
          {past.message}{' '}
          <Button size="small" onClick={past.retry}>
            {messages.retry}
          </Button>
        </div>
      )}
      {past.state === 'here' &&
        (past.tickets.length === 0 ? (
          <p>{messages.noPastTickets}</p>
        ) : (
          <ul>
            {past.tickets.map(({ id, status, created_at }) => (
              <li key={id}>
                <Row {...linkTo(id)}>
                  <b>#{id}</b>
                  <StatusChip status={status} />
                  <RelativeTime time={created_at} />
                </Row>
              </li>
            ))}
          </ul>
        ))}
    </Block>
  );
}

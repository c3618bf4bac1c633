import { agentName, type Agent, type Ticket } from '@inbox/domain';
import { Avatar, color, SessionCountdown, StatusChip, styled } from '@inbox/ui';
import { messages } from '../../messages';
import { HandlingTimer } from '../handling-timer/handling-timer';

const Root = styled.div`
  flex: 1;
  min-inline-size: 0;

  & > h2 {
    overflow: hidden;
    font-size: 16px;
    /* Letters of Indian scripts reach far up and down; the margin keeps the lines as close as ever. */
    line-height: 28px;
    margin-block: -4px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    font-size: 12px;
    line-height: 18px;
    color: ${color.text2};
  }
  /* The countdown is never cut off: it takes two lines where one is too short. */
  & [data-tone] {
    white-space: normal;
  }
`;

interface WhoProps {
  ticket: Ticket;
  agents: readonly Agent[] | null;
  clockOffset: number;
}

/** Whose conversation it is, on which channel, and where the ticket stands. */
export function Who({ ticket, agents, clockOffset }: WhoProps) {
  return (
    <>
      <Avatar name={ticket.full_name} source={ticket.conversation_source} />
      <Root>
        <h2 dir="auto" title={ticket.full_name}>
          {ticket.full_name}
        </h2>
        <div>
          <StatusChip status={ticket.status} />
          <span>#{ticket.id}</span>
          <span dir="auto">{ownerName(ticket, agents)}</span>
          <HandlingTimer ticket={ticket} />
          {ticket.status !== 'closed' && <SessionCountdown ticket={ticket} offsetMs={clockOffset} />}
        </div>
      </Root>
    </>
  );
}

function ownerName(ticket: Ticket, agents: readonly Agent[] | null): string {
  if (ticket.owner_id === null) return messages.nil;
  const owner = agents?.find((agent) => agent.id === ticket.owner_id);
  return owner ? agentName(owner) : '';
}

import { agentName, type Agent, type Profile, type Ticket } from '@inbox/domain';
import { Avatar, color, LOW_WINDOW, LOWEST_WINDOW, StatusChip, styled } from '@inbox/ui';
import { messages } from '../messages';
import { UNFOLDED } from '../ui/unfold';
import { HandlingTimer } from '../handled-time/handling-timer';
import { SessionCountdown } from './session-countdown';

const Face = styled.span`
  grid-area: avatar;
  display: inline-flex;
  margin-inline-end: 12px;
  ${LOW_WINDOW} {
    display: none;
  }
`;

const Name = styled.h2`
  grid-area: name;
  overflow: hidden;
  font-size: 16px;
  /* Letters of Indian scripts reach far up and down; the margin keeps the lines as close as ever. */
  line-height: 28px;
  margin-block: -4px;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The countdown keeps to one line: it moves to the next where the first has no room for it. */
const Facts = styled.div`
  grid-area: facts;
  align-self: start;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  font-size: 12px;
  line-height: 18px;
  color: ${color.text2};
  ${LOWEST_WINDOW} {
    section:not([${UNFOLDED}]) > * > & {
      display: none;
    }
  }
`;

interface WhoProps {
  ticket: Ticket;
  /** Who owns it, in words. */
  owner: string;
  clockOffset: number;
}

/** Whose conversation it is, on which channel, and where the ticket stands. */
export function Who({ ticket, owner, clockOffset }: WhoProps) {
  return (
    <>
      <Face>
        <Avatar name={ticket.full_name} source={ticket.conversation_source} />
      </Face>
      <Name dir="auto" title={ticket.full_name}>
        {ticket.full_name}
      </Name>
      <Facts>
        <StatusChip status={ticket.status} />
        <span>#{ticket.id}</span>
        <span dir="auto">{owner}</span>
        <HandlingTimer ticket={ticket} />
        {ticket.status !== 'closed' && <SessionCountdown ticket={ticket} offsetMs={clockOffset} />}
      </Facts>
    </>
  );
}

/** The owner's name; empty while the agents are being loaded, and in words when they cannot be. */
export function ownerName(
  { owner_id }: Pick<Ticket, 'owner_id'>,
  of: { profile: Profile; agents: readonly Agent[] | null; agentsFailed: boolean },
): string {
  if (owner_id === null) return messages.nil;
  const owner = of.agents?.find((agent) => agent.id === owner_id);
  if (owner) return agentName(owner);
  if (owner_id === of.profile.current_user_id) return agentName(of.profile);
  return of.agents === null && of.agentsFailed ? messages.ownerFailed : '';
}

import { agentName, type Presence, type TicketId } from '@inbox/domain';
import { Avatar, color, LOWEST_WINDOW, styled } from '@inbox/ui';
import { messages } from '../messages';
import { UNFOLDED } from '../ui/unfold';
import { useAgents } from '../workspace/agent-workspace-context';
import { usePresence } from './use-presence';

/** Faces that are shown; the words name the rest. */
const MOST = 3;

const Strip = styled.div`
  flex: none;
  &:not(:empty) {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 4px 16px;
    border-block-start: 1px solid ${color.line};
    background: ${color.surface};
    color: ${color.text2};
    font-size: 12px;
    line-height: 18px;
  }
  ${LOWEST_WINDOW} {
    section: not ([${UNFOLDED}]) > & {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  & > span:last-child {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

const Faces = styled.span`
  flex: none;
  display: inline-flex;
  gap: 4px;
`;

/** Colleagues who look at the same ticket, or write in it, right now. */
export function WhoElse({ ticketId }: { ticketId: TicketId }) {
  const { agents } = useAgents();
  const others = usePresence(ticketId);
  const nameOf = (id: Presence['agent_id']) => {
    const agent = agents?.find((each) => each.id === id);
    return agent ? agentName(agent) : messages.presence.somebody;
  };
  const named = (doing: Presence['doing']) =>
    others.filter((each) => each.doing === doing).map(({ agent_id }) => nameOf(agent_id));
  const [typing, viewing] = [named('typing'), named('viewing')];

  // The region stands there before it says anything: a screen reader hears only what changes in it.
  return (
    <Strip role="status">
      {others.length > 0 && (
        <>
          <Faces aria-hidden>
            {others.slice(0, MOST).map(({ agent_id }) => (
              <Avatar key={agent_id} name={nameOf(agent_id)} size={20} />
            ))}
          </Faces>
          <span dir="auto">
            {[
              typing.length > 0 && messages.presence.typing(typing),
              viewing.length > 0 && messages.presence.viewing(viewing),
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </>
      )}
    </Strip>
  );
}

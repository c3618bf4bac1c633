import { agentName, assignTargets, mayClose, type Agent, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import {
  AgentPicker,
  Avatar,
  Button,
  color,
  IconButton,
  Menu,
  SessionCountdown,
  StatusChip,
  styled,
  type MenuItemOptions,
} from '@inbox/ui';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { messages } from '../../messages';
import { actingAs, useAgents, useWorkplace } from '../workplace/workplace';
import { useTicketActions } from './use-ticket-actions';
import { useWidth } from './use-width';

/** Pixels of the header below which Assign, and then Close too, folds into the menu. */
const FOLD_ASSIGN = 560;
const FOLD_ALL = 400;

const Bar = styled.header`
  position: relative;
  flex: none;
  display: flex;
  align-items: center;
  gap: 12px;
  min-block-size: 60px;
  padding: 8px 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

/** Where one panel shows at a time, there is a way back. */
const Back = styled.span`
  display: none;
  @media (max-width: 759px) {
    display: inline-flex;
  }
`;

const Who = styled.div`
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

interface HeaderProps {
  ticket: Ticket;
  clockOffset: number;
}

/** Whose conversation it is, where it stands, and what may be done with it. */
export function ConversationHeader({ ticket, clockOffset }: HeaderProps) {
  const { navigate } = usePanel();
  const { profile } = useWorkplace();
  const { agents } = useAgents();
  const actions = useTicketActions(ticket);
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const width = useWidth(bar);
  const [assigning, setAssigning] = useState(false);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);

  const acting = actingAs(profile);
  const targets = assignTargets(acting, ticket, agents ?? []);
  const mayAssign = targets.length > 0 && !actions.busy;
  const closable = mayClose(acting, ticket).allowed && !actions.busy;
  const stopAssigning = useCallback(() => {
    setAssigning(false);
    opener.current?.focus();
  }, []);
  const choose = (agent: Agent) => {
    stopAssigning();
    actions.assign(agent);
  };

  const assignFolds = width < FOLD_ASSIGN;
  const closeFolds = width < FOLD_ALL;
  const folded: MenuItemOptions[] = [
    ...(mayAssign && assignFolds
      ? [{ key: 'assign', label: messages.assign, onSelect: () => setAssigning(true) }]
      : []),
    ...(closable && closeFolds ? [{ key: 'close', label: messages.close, onSelect: actions.close }] : []),
  ];

  return (
    <Bar ref={bar}>
      <Back>
        <IconButton label={messages.toTickets} onClick={() => navigate({ to: 'tickets' })}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
      </Back>
      <Avatar name={ticket.full_name} source={ticket.conversation_source} />
      <Who>
        <h2 dir="auto" title={ticket.full_name}>
          {ticket.full_name}
        </h2>
        <div>
          <StatusChip status={ticket.status} />
          <span>#{ticket.id}</span>
          <span dir="auto">{ownerName(ticket, agents)}</span>
          {ticket.status !== 'closed' && <SessionCountdown ticket={ticket} offsetMs={clockOffset} />}
        </div>
      </Who>
      {mayAssign && !assignFolds && (
        <Button ref={opener} aria-haspopup="dialog" aria-expanded={assigning} onClick={() => setAssigning(true)}>
          {messages.assign}
        </Button>
      )}
      {closable && !closeFolds && (
        <Button variant="primary" onClick={actions.close}>
          {messages.close}
        </Button>
      )}
      {folded.length > 0 && (
        <IconButton
          ref={opener}
          label={messages.moreActions}
          aria-haspopup="menu"
          onClick={(event) => setMenuAnchor(event.currentTarget)}
        >
          <EllipsisVertical size={18} aria-hidden />
        </IconButton>
      )}
      <Menu anchor={menuAnchor} label={messages.moreActions} items={folded} onClose={() => setMenuAnchor(null)} />
      {assigning && mayAssign && (
        <AgentPicker
          label={messages.assign}
          targets={targets}
          self={profile.current_user_id}
          onChoose={choose}
          onClose={stopAssigning}
        />
      )}
    </Bar>
  );
}

function ownerName(ticket: Ticket, agents: readonly Agent[] | null): string {
  if (ticket.owner_id === null) return messages.nil;
  const owner = agents?.find((agent) => agent.id === ticket.owner_id);
  return owner ? agentName(owner) : '';
}

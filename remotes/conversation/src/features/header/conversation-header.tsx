import type { Agent, Ticket } from '@inbox/domain';
import {
  AgentPicker,
  Button,
  color,
  IconButton,
  Menu,
  preloadAgentPicker,
  preloadDialog,
  preloadMenu,
  priorityLabels,
  styled,
  type MenuItemOptions,
} from '@inbox/ui';
import { ArrowLeft, EllipsisVertical, X } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { messages } from '../../messages';
import { useConversationAction } from '../actions/use-actions';
import { CallMenu } from '../call/call-menu';
import { useCall } from '../call/use-call';
import { CloseButton } from '../close/close-button';
import { PriorityDot, PriorityMenu } from '../priority/priority-menu';
import { useLeaveWhenRemoved } from '../subscribers/use-removed';
import { useAgents, useWorkplace } from '../workplace/workplace';
import { HeaderDialog, type HeaderDialogName } from './header-dialog';
import { useOffered } from './offered';
import { usePanelWidth } from './panel-width';
import { useTicketActions } from './use-ticket-actions';
import { Who } from './who';

/** Pixels of the header below which an action folds into the menu: the countdown beside it keeps to one line. */
const FOLD = { priority: 720, call: 660, assign: 620, assignMe: 500, close: 500 } as const;

const Bar = styled.header`
  position: relative;
  flex: none;
  display: flex;
  align-items: center;
  gap: 8px;
  min-block-size: 60px;
  padding: 8px 12px 8px 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  & > :nth-of-type(2) {
    margin-inline-end: 4px;
  }
`;

/** Where one panel shows at a time, there is a way back; else a button that closes the conversation. */
const Back = styled.span`
  display: none;
  @media (max-width: 759px) {
    display: inline-flex;
  }
`;
const Leave = styled.span`
  display: inline-flex;
  @media (max-width: 759px) {
    display: none;
  }
`;

interface HeaderProps {
  ticket: Ticket;
  clockOffset: number;
}

/** Whose conversation it is, where it stands, and what may be done with it. */
export function ConversationHeader({ ticket, clockOffset }: HeaderProps) {
  const { profile } = useWorkplace();
  const { agents } = useAgents();
  const actions = useTicketActions(ticket);
  const offered = useOffered(ticket, { profile, agents, clockOffset });
  const assigner = useRef<HTMLButtonElement>(null);
  const [more, setMore] = useState<HTMLButtonElement | null>(null);
  const width = usePanelWidth();
  const [shown, setShown] = useState<'assign' | HeaderDialogName | null>(null);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);
  const [priorityAnchor, setPriorityAnchor] = useState<HTMLElement | null>(null);
  const [callAnchor, setCallAnchor] = useState<HTMLElement | null>(null);
  const calling = useCall(ticket);
  useLeaveWhenRemoved(ticket);

  const mayHandOver = offered.targets.length > 0;
  const { close, csat } = offered;
  const mayAskOnly = ticket.status === 'closed' && csat;
  const folds = (what: keyof typeof FOLD) => width < FOLD[what];
  const hide = () => setShown(null);
  const stopAssigning = useCallback(() => {
    setShown(null);
    (assigner.current ?? more)?.focus();
  }, [more]);
  const mayCall = calling.accounts.length > 0;
  const call = (anchor: HTMLElement | null) => {
    const [only, ...others] = calling.accounts;
    if (only && others.length === 0) calling.place(only.id);
    else setCallAnchor(anchor);
  };
  const choose = (agent: Agent) => {
    stopAssigning();
    actions.assign(agent);
  };

  useConversationAction('assign_me', offered.toMe ? actions.assignMe : null);
  useConversationAction('assign', mayHandOver ? () => setShown('assign') : null);
  useConversationAction('close', close ? () => actions.close({ sendCsat: false }) : null);
  useConversationAction('follow_up', offered.followUp ? () => setShown('follow-up') : null);
  useConversationAction('mark_unread', actions.markUnread);

  const item = (is: boolean, key: string, label: string, onSelect: () => void): MenuItemOptions[] =>
    is ? [{ key, label, onSelect }] : [];
  const folded: MenuItemOptions[] = [
    ...item(offered.assignMe && folds('assignMe'), 'assign-me', messages.assignToMe, actions.assignMe),
    ...item(mayCall && folds('call'), 'call', messages.call.call, () => call(more)),
    ...item(mayHandOver && folds('assign'), 'assign', messages.assign, () => setShown('assign')),
    ...item(offered.priority && folds('priority'), 'priority', messages.priority, () => setPriorityAnchor(more)),
    ...item(close && folds('close'), 'close', messages.close, () => actions.close({ sendCsat: false })),
    ...item(close && csat && folds('close'), 'csat', messages.closeAndCsat, () => actions.close({ sendCsat: true })),
    ...item(mayAskOnly && folds('close'), 'csat', messages.sendCsat, actions.sendCsat),
    ...item(offered.followUp, 'follow-up', messages.followUp, () => setShown('follow-up')),
    ...item(true, 'subscribers', messages.subscribers, () => setShown('subscribers')),
    ...item(offered.link, 'link', messages.addLink, () => setShown('link')),
    ...item(true, 'unread', messages.markUnread, actions.markUnread),
  ];

  return (
    <Bar>
      <Back>
        <IconButton label={messages.toTickets} onClick={actions.leave}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
      </Back>
      <Who ticket={ticket} agents={agents} clockOffset={clockOffset} />
      {offered.assignMe && !folds('assignMe') && (
        <Button aria-disabled={actions.busy} onClick={actions.assignMe}>
          {messages.assignToMe}
        </Button>
      )}
      {mayCall && !folds('call') && (
        <Button onPointerEnter={preloadDialog} onClick={(event) => call(event.currentTarget)}>
          {messages.call.call}
        </Button>
      )}
      {mayHandOver && !folds('assign') && (
        <Button
          ref={assigner}
          aria-haspopup="dialog"
          aria-expanded={shown === 'assign'}
          onPointerEnter={preloadAgentPicker}
          onClick={() => setShown('assign')}
        >
          {messages.assign}
        </Button>
      )}
      {offered.priority && !folds('priority') && (
        <Button
          aria-label={messages.priorityIs(priorityLabels[ticket.priority])}
          aria-haspopup="menu"
          aria-expanded={priorityAnchor !== null}
          onPointerEnter={preloadMenu}
          onClick={(event) => setPriorityAnchor(event.currentTarget)}
        >
          <PriorityDot data-priority={ticket.priority} aria-hidden />
          {ticket.priority === 0 ? messages.priority : priorityLabels[ticket.priority]}
        </Button>
      )}
      {close && !folds('close') && <CloseButton busy={actions.busy} mayAsk={csat} onClose={actions.close} />}
      {mayAskOnly && !folds('close') && (
        <Button aria-disabled={actions.busy} onClick={actions.sendCsat}>
          {messages.sendCsat}
        </Button>
      )}
      <IconButton
        ref={setMore}
        label={messages.moreActions}
        aria-haspopup="menu"
        aria-expanded={menuAnchor !== null}
        onPointerEnter={() => {
          preloadMenu();
          preloadDialog();
        }}
        onClick={(event) => setMenuAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      <Leave>
        <IconButton label={messages.closeChat} onClick={actions.leave}>
          <X size={18} aria-hidden />
        </IconButton>
      </Leave>
      <Menu anchor={menuAnchor} label={messages.moreActions} items={folded} onClose={() => setMenuAnchor(null)} />
      <PriorityMenu
        anchor={priorityAnchor}
        priority={ticket.priority}
        onChoose={actions.setPriority}
        onClose={() => setPriorityAnchor(null)}
      />
      <CallMenu anchor={callAnchor} calling={calling} onClose={() => setCallAnchor(null)} />
      {shown === 'assign' && mayHandOver && (
        <AgentPicker
          label={messages.assign}
          targets={offered.targets}
          self={profile.current_user_id}
          onChoose={choose}
          onClose={stopAssigning}
        />
      )}
      <HeaderDialog shown={shown} ticket={ticket} clockOffset={clockOffset} actions={actions} onClose={hide} />
    </Bar>
  );
}

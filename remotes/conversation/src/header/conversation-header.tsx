import type { Agent, Ticket } from '@inbox/domain';
import { isUnowned, NO_FOLLOW_UP } from '@inbox/domain/conversation';
import { useExtensions } from '@inbox/panel';
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
  LOW_WINDOW,
  type MenuItemOptions,
} from '@inbox/ui';
import { ArrowLeft, EllipsisVertical, X } from 'lucide-react';
import { memo, useCallback, useRef, useState } from 'react';
import { messages } from '../messages';
import { useConversationAction } from '../actions/use-actions';
import { CallMenu } from './call/call-menu';
import { useCall } from './call/use-call';
import { CloseButton } from './close/close-button';
import { PriorityDot, PriorityMenu } from './priority-menu';
import { useLeaveWhenRemoved } from './subscribers/use-removed';
import { useAgents, useAgentWorkspace } from '../workspace/agent-workspace-context';
import { HeaderDialog, type HeaderDialogName } from './header-dialog';
import { useOffered } from './offered';
import { NARROW_PANEL, usePanelWidth } from '../ui/panel-width';
import { actionsOf, headerLayout, type HeaderAction } from './shown-actions';
import { useTicketActions } from './use-ticket-actions';
import { UnfoldButton } from '../ui/unfold';
import { ownerName, Who } from './who';

const Bar = styled.header`
  position: relative;
  flex: none;
  display: grid;
  grid-template: 'back avatar name actions' auto 'back avatar facts facts' auto / auto auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 0;
  min-block-size: 68px;
  padding: 6px 12px 6px 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};

  &[data-one-row] {
    grid-template-areas: 'back avatar name actions' 'back avatar facts actions';
  }
  /* Where one panel shows at a time the facts have the whole width. */
  @media (max-width: 759px) {
    padding-inline: 8px;
    grid-template-areas: 'back avatar name actions' 'facts facts facts facts';
  }
  ${NARROW_PANEL} {
    padding-inline: 8px;
    grid-template-areas: 'back avatar name actions' 'facts facts facts facts';
  }
  ${LOW_WINDOW} {
    gap: 0;
    min-block-size: 0;
    padding-block: 2px;
  }
`;

const Actions = styled.div`
  grid-area: actions;
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  margin-inline-start: 8px;
`;

/** Where one panel shows at a time, there is a way back; else a button that closes the conversation. */
const Back = styled.span`
  grid-area: back;
  display: none;
  @media (max-width: 759px) {
    display: inline-flex;
    margin-inline-end: 4px;
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
export const ConversationHeader = memo(function ConversationHeader({ ticket, clockOffset }: HeaderProps) {
  const { profile } = useAgentWorkspace();
  const { agents, failed: agentsFailed, reload: reloadAgents } = useAgents();
  const actions = useTicketActions(ticket);
  const owner = ownerName(ticket, { profile, agents, agentsFailed });
  const offered = useOffered(ticket, { profile, agents, agentsFailed, clockOffset });
  const assigner = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const width = usePanelWidth();
  const [shown, setShown] = useState<'assign' | HeaderDialogName | null>(null);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);
  const [priorityAnchor, setPriorityAnchor] = useState<HTMLElement | null>(null);
  const [callAnchor, setCallAnchor] = useState<HTMLElement | null>(null);
  const calling = useCall(ticket);
  const extensions = useExtensions('conversation.header');
  useLeaveWhenRemoved(ticket);

  const mayHandOver = offered.assign;
  const handOver = isUnowned(ticket) ? messages.assign : messages.transfer;
  /** The sheet opens when the agents are there. */
  const assign = () => {
    setShown('assign');
    if (agents !== null) return;
    actions.toast('warning', messages.agentsFailed);
    reloadAgents();
  };
  const { close, csat } = offered;
  const mayAskOnly = ticket.status === 'closed' && csat;
  const hide = () => setShown(null);
  const stopAssigning = useCallback(() => {
    setShown(null);
    (assigner.current ?? more.current)?.focus();
  }, []);
  const mayCall = calling.accounts.length > 0;
  const {
    shown: buttons,
    oneRow,
    isPriorityShort,
  } = headerLayout(
    width,
    actionsOf({ ...offered, close, csat: mayAskOnly, call: mayCall, assign: mayHandOver }),
    close && csat,
  );
  const folds = (what: HeaderAction) => !buttons.has(what);
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
  useConversationAction('assign', mayHandOver ? assign : null);
  useConversationAction('close', close ? () => actions.close({ sendCsat: false }) : null);
  useConversationAction('follow_up', offered.followUp || offered.followUpRuns ? () => setShown('follow-up') : null);
  useConversationAction('mark_unread', actions.markUnread);

  const item = (is: boolean, key: string, label: string, onSelect: () => void): MenuItemOptions[] =>
    is ? [{ key, label, onSelect }] : [];
  const folded: MenuItemOptions[] = [
    ...item(offered.assignMe && folds('assignMe'), 'assign-me', messages.assignToMe, actions.assignMe),
    ...item(mayCall && folds('call'), 'call', messages.call.call, () => call(more.current)),
    ...item(mayHandOver && folds('assign'), 'assign', handOver, assign),
    ...item(offered.priority && folds('priority'), 'priority', messages.priority, () =>
      setPriorityAnchor(more.current),
    ),
    ...item(close && folds('close'), 'close', messages.close, () => actions.close({ sendCsat: false })),
    ...item(close && csat && folds('close'), 'csat', messages.closeAndCsat, () => actions.close({ sendCsat: true })),
    ...item(mayAskOnly && folds('csat'), 'csat', messages.sendCsat, actions.sendCsat),
    ...item(offered.reopen && folds('reopen'), 'reopen', messages.reopen, actions.reopen),
    ...item(offered.followUp, 'follow-up', messages.followUp, () => setShown('follow-up')),
    ...item(offered.followUpRuns, 'follow-up', messages.changeFollowUp, () => setShown('follow-up')),
    ...item(offered.followUpRuns, 'end-follow-up', messages.endFollowUp, () => void actions.followUp(NO_FOLLOW_UP)),
    ...item(true, 'subscribers', messages.subscribers, () => setShown('subscribers')),
    ...item(offered.link, 'link', messages.addLink, () => setShown('link')),
    ...item(true, 'unread', messages.markUnread, actions.markUnread),
    ...extensions.map(({ id, label, run }) => ({ key: id, label, onSelect: () => run([ticket.id]) })),
  ];

  return (
    <Bar data-one-row={oneRow || undefined}>
      <Back>
        <IconButton label={messages.toTickets} onClick={actions.leave}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
      </Back>
      <Who ticket={ticket} owner={owner} clockOffset={clockOffset} />
      <Actions>
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
            aria-expanded={shown === 'assign' && agents !== null}
            onPointerEnter={preloadAgentPicker}
            onClick={assign}
          >
            {handOver}
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
            {!isPriorityShort && (ticket.priority === 0 ? messages.priority : priorityLabels[ticket.priority])}
          </Button>
        )}
        {close && !folds('close') && <CloseButton busy={actions.busy} mayAsk={csat} onClose={actions.close} />}
        {offered.reopen && !folds('reopen') && (
          <Button aria-disabled={actions.busy} onClick={actions.reopen}>
            {messages.reopen}
          </Button>
        )}
        {mayAskOnly && !folds('csat') && (
          <Button aria-disabled={actions.busy} onClick={actions.sendCsat}>
            {messages.sendCsat}
          </Button>
        )}
        <UnfoldButton />
        <IconButton
          ref={more}
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
      </Actions>
      <Menu anchor={menuAnchor} label={messages.moreActions} items={folded} onClose={() => setMenuAnchor(null)} />
      <PriorityMenu
        anchor={priorityAnchor}
        priority={ticket.priority}
        onChoose={actions.setPriority}
        onClose={() => setPriorityAnchor(null)}
      />
      <CallMenu anchor={callAnchor} calling={calling} onClose={() => setCallAnchor(null)} />
      {shown === 'assign' && offered.targets.length > 0 && (
        <AgentPicker
          label={handOver}
          targets={offered.targets}
          self={profile.current_user_id}
          onChoose={choose}
          onClose={stopAssigning}
        />
      )}
      <HeaderDialog shown={shown} ticket={ticket} clockOffset={clockOffset} actions={actions} onClose={hide} />
    </Bar>
  );
});

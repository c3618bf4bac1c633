import { mayAct, type Agent, type Profile, type Ticket } from '@inbox/domain';
import { assignTargets, mayAssign, mayClose, mayFollowUp, mayReopen, maySendCsat } from '@inbox/domain/conversation';
import { useNow } from '@inbox/ui';
import { actingAs } from '../workspace/agent-workspace-context';

/** What the rules of spec sections 4 to 6 let this agent do with the ticket at this moment. */
export interface Offered {
  /** Whom the ticket may be handed to, as far as the agents are known. */
  targets: Agent[];
  /** Is there anybody to hand it to? While the agents could not be loaded the action stays, if there may be. */
  assign: boolean;
  /** 'Assign to me': nobody owns it, and the agent may take tickets. */
  assignMe: boolean;
  /** As one of the assign menu's choices. */
  toMe: boolean;
  priority: boolean;
  close: boolean;
  /** The survey, together with closing or for a closed ticket. */
  csat: boolean;
  /** To lay the ticket aside; `followUpRuns`: to change or end that. */
  followUp: boolean;
  followUpRuns: boolean;
  /** To open a closed ticket again. */
  reopen: boolean;
  link: boolean;
}

export function useOffered(
  ticket: Ticket,
  {
    profile,
    agents,
    agentsFailed,
    clockOffset,
  }: { profile: Profile; agents: readonly Agent[] | null; agentsFailed: boolean; clockOffset: number },
): Offered {
  const acting = actingAs(profile);
  const csat = useNow(60_000, (now) => maySendCsat(acting, ticket, now + clockOffset).allowed);
  const me = profile.current_user_id;
  const toMe = mayAssign(acting, ticket, me).allowed;
  const targets = assignTargets(acting, ticket, agents ?? []);
  const mayHandOver = toMe || (acting.can_assign_ticket_to_other_agent && ticket.status !== 'closed');
  return {
    targets,
    assign: agents === null ? agentsFailed && mayHandOver : targets.length > 0,
    assignMe: ticket.owner_id === null && profile.can_assign_ticket_to_self && toMe,
    toMe,
    priority: mayAct(acting, ticket).allowed,
    close: mayClose(acting, ticket).allowed,
    csat,
    followUp: ticket.status === 'open' && mayFollowUp(acting, ticket).allowed,
    followUpRuns: ticket.status === 'follow_up' && mayFollowUp(acting, ticket).allowed,
    reopen: ticket.status === 'closed' && mayReopen(acting, ticket).allowed,
    link: mayAct(acting, ticket).allowed,
  };
}

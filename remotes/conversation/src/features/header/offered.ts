import {
  assignTargets,
  mayAct,
  mayAssign,
  mayClose,
  mayFollowUp,
  maySendCsat,
  type Agent,
  type Profile,
  type Ticket,
} from '@inbox/domain';
import { useNow } from '@inbox/ui';
import { actingAs } from '../workplace/workplace';

/** What the rules of spec sections 4 to 6 let this agent do with the ticket at this moment. */
export interface Offered {
  /** Whom the ticket may be handed to; nobody: the action is hidden. */
  targets: Agent[];
  /** 'Assign to me': nobody owns it, and the agent may take tickets. */
  assignMe: boolean;
  /** As one of the assign menu's choices. */
  toMe: boolean;
  priority: boolean;
  close: boolean;
  /** The survey, together with closing or for a closed ticket. */
  csat: boolean;
  followUp: boolean;
  link: boolean;
}

export function useOffered(
  ticket: Ticket,
  { profile, agents, clockOffset }: { profile: Profile; agents: readonly Agent[] | null; clockOffset: number },
): Offered {
  const acting = actingAs(profile);
  const now = useNow(60_000) + clockOffset;
  const me = profile.current_user_id;
  const toMe = mayAssign(acting, ticket, me).allowed;
  return {
    targets: assignTargets(acting, ticket, agents ?? []),
    assignMe: ticket.owner_id === null && profile.can_assign_ticket_to_self && toMe,
    toMe,
    priority: mayAct(acting, ticket).allowed,
    close: mayClose(acting, ticket).allowed,
    csat: maySendCsat(acting, ticket, now).allowed,
    followUp: mayFollowUp(acting, ticket, 1).allowed,
    link: mayAct(acting, ticket).allowed,
  };
}

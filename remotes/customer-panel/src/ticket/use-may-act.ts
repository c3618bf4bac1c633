import { mayAct, type Ticket } from '@inbox/domain';
import { useAgentProfile } from '@inbox/panel/agent-profile';

/** May the agent act on the ticket (spec section 6)? Not while nobody knows who they are. */
export function useMayAct(ticket: Ticket): boolean {
  const profile = useAgentProfile();
  return profile !== null && mayAct({ ...profile, id: profile.current_user_id }, ticket).allowed;
}

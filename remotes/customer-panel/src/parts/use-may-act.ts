import { mayAct, type Ticket } from '@inbox/domain';
import { useTopic } from '@inbox/panel';

/** May the agent act on the ticket (spec section 6)? In a page that does not say who they are the server says it. */
export function useMayAct(ticket: Ticket): boolean {
  const session = useTopic('session');
  if (!session?.signedIn) return true;
  const { profile } = session;
  return mayAct({ ...profile, id: profile.current_user_id }, ticket).allowed;
}

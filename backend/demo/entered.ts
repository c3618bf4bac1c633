import type { TicketId } from '@inbox/domain';
import type { SignedIn } from '../src/agents/sessions/session';
import type { PlannedTicket } from './plan';
import type { ReadyMerchant } from './setting-up';

/** A demo merchant's tickets after they have happened. */
export interface ReadyMerchantTickets {
  merchant: ReadyMerchant;
  tickets: { id: TicketId; planned: PlannedTicket }[];
}

/** Agents who can be given tickets. */
export function assignable(merchant: ReadyMerchant): SignedIn[] {
  return merchant.signedIn.filter(({ mayUseInbox }) => mayUseInbox);
}

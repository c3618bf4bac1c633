import { DEFAULT_TICKET_STATUS, listFiltersSchema, type TicketStatus } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';

/** Filters, of which the status is the one that outlives the page. The tab All is null there, nothing kept is not. */
const KEY = 'filters';

/** The status tab that the agent chose last, in this browser (spec section 3). */
export function rememberedStatus(storage: PanelStorage): TicketStatus | null {
  const kept = storage.read(KEY, listFiltersSchema);
  return kept === null ? DEFAULT_TICKET_STATUS : kept.ticket_status;
}

export function rememberStatus(storage: PanelStorage, ticket_status: TicketStatus | null): void {
  storage.write(KEY, { ticket_status });
}

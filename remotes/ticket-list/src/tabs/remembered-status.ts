import { DEFAULT_TICKET_STATUS, listFiltersSchema, type StatusTab } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import { activeTab } from '../filters/filter-rules';

/** Filters, of which the status is the one that outlives the page. The tab All is null there, nothing kept is not. */
const KEY = 'filters';

/** The status tab that the agent chose last, in this browser (spec section 3). */
export function rememberedStatus(storage: PanelStorage): StatusTab {
  const kept = storage.read(KEY, listFiltersSchema);
  const tab = kept === null ? undefined : activeTab(kept);
  return tab === undefined ? DEFAULT_TICKET_STATUS : tab;
}

export function rememberStatus(storage: PanelStorage, ticket_status: StatusTab): void {
  storage.write(KEY, { ticket_status });
}

import type { listCalls } from '@inbox/api/wire';
import type { ListFilters } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { readsOf } from '../../platform/db/lagging-reads';
import { readLiveSeq } from '../../merchants/merchant-queries';
import { countFound } from '../search/found-count';
import { countTickets } from './ticket-counter';
import { listTickets } from './ticket-list';
import { popularTags } from './counter-rows';
import { assign } from '../lifecycle/assign';
import { markManyUnread } from '../lifecycle/bulk-unread';
import { orderExport } from '../../exports/order-export';
import { setStatus } from '../lifecycle/set-status';
import { undoClose } from '../lifecycle/undo-close';
import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';
import { cursorOf } from '../../http/cursor-of';

/** The list, and what is done with many tickets at once. */
export function listHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof listCalls> {
  const { context } = deps;
  const { db } = context;
  const reads = deps.reads ?? readsOf(db);
  /** A search may be a little behind; the list, in which an agent looks for the own change, may not. */
  const read = <T>({ search }: ListFilters, work: (from: Queryable) => Promise<T>): Promise<T> =>
    search === null ? work(db) : reads.recent(work);
  return {
    ticketList: async ({ merchantId }, { body: { filters, page_size, fetch_since } }) => {
      const asked = { filters, pageSize: page_size, since: cursorOf(fetch_since), now: context.now() };
      return read(filters, async (from) => {
        // Before the list, and of the same database: what happens after this place is told to the page.
        const seq = await readLiveSeq(from, merchantId);
        return { ...(await listTickets(from, merchantId, asked)), seq };
      });
    },

    ticketCounter: ({ merchantId }, { body: { filters } }) => countTickets(db, merchantId, filters),

    foundCount: ({ merchantId }, { body: { filters } }) =>
      read(filters, (from) => countFound(from, merchantId, filters)),

    ticketTags: async ({ merchantId }) => (await popularTags(db, merchantId)).map((tag) => ({ tag })),

    setStatus: (who, { body: { status, send_csat, seen, ...chosen } }) =>
      setStatus(context, who, chosen, status, { sendCsat: send_csat, seen }),
    undoClose: (who, { body }) => undoClose(context, who, body),
    transfer: (who, { body: { transfer_to, seen, ...chosen } }) => assign(context, who, chosen, transfer_to, seen),
    exportConversations: async (who, { body: { filters } }) => {
      await orderExport(context, who, filters);
      deps.exportOrdered();
      return {};
    },
    markManyUnread: (who, { body }) => markManyUnread(context, who, body),
  };
}

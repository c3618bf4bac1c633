import type { listCalls } from '@inbox/api/wire';
import { readLiveSeq } from '../../../store/merchants';
import { countTickets } from '../../../store/ticket-counter';
import { listTickets } from '../../../store/ticket-list';
import { popularTags } from '../../../store/ticket-tallies';
import { assign } from '../../../work/assign';
import { markManyUnread } from '../../../work/bulk-unread';
import { orderExport } from '../../../work/export';
import { setStatus } from '../../../work/set-status';
import type { HttpDeps } from '../deps';
import type { Handlers } from '../serve-calls';
import { markerOf } from './marker-of';

/** The list, and what is done with many tickets at once. */
export function listHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof listCalls> {
  const { context } = deps;
  const { db } = context;
  return {
    ticketList: async ({ merchantId }, { body: { filters, page_size, fetch_since } }) => {
      const since = markerOf(fetch_since);
      const seq = await readLiveSeq(db, merchantId);
      const page = await listTickets(db, merchantId, { filters, pageSize: page_size, since, now: context.now() });
      return { ...page, seq };
    },

    ticketCounter: ({ merchantId }, { body: { filters } }) => countTickets(db, merchantId, filters),

    ticketTags: async ({ merchantId }) => (await popularTags(db, merchantId)).map((tag) => ({ tag })),

    setStatus: (who, { body: { status, send_csat, ...chosen } }) =>
      setStatus(context, who, chosen, status, { sendCsat: send_csat }),
    transfer: (who, { body: { transfer_to, ...chosen } }) => assign(context, who, chosen, transfer_to),
    exportConversations: async (who, { body: { filters } }) => {
      await orderExport(context, who, filters);
      deps.exportOrdered();
      return {};
    },
    markManyUnread: (who, { body }) => markManyUnread(context, who, body),
  };
}

import type { listCalls } from '@inbox/api/wire';
import { readLiveSeq } from '../merchants/merchant-queries';
import { countFound } from '../tickets/found-count';
import { countTickets } from '../tickets/ticket-counter';
import { listTickets } from '../tickets/ticket-list';
import { popularTags } from '../tickets/counter-rows';
import { assign } from '../tickets/assign';
import { markManyUnread } from '../tickets/bulk-unread';
import { orderExport } from '../exports/order-export';
import { setStatus } from '../tickets/set-status';
import { undoClose } from '../tickets/undo-close';
import type { HttpDeps } from './deps';
import type { Handlers } from './serve-calls';
import { cursorOf } from './cursor-of';

/** The list, and what is done with many tickets at once. */
export function listHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof listCalls> {
  const { context } = deps;
  const { db } = context;
  return {
    ticketList: async ({ merchantId }, { body: { filters, page_size, fetch_since } }) => {
      const since = cursorOf(fetch_since);
      const seq = await readLiveSeq(db, merchantId);
      const page = await listTickets(db, merchantId, { filters, pageSize: page_size, since, now: context.now() });
      return { ...page, seq };
    },

    ticketCounter: ({ merchantId }, { body: { filters } }) => countTickets(db, merchantId, filters),

    foundCount: ({ merchantId }, { body: { filters } }) => countFound(db, merchantId, filters),

    ticketTags: async ({ merchantId }) => (await popularTags(db, merchantId)).map((tag) => ({ tag })),

    setStatus: (who, { body: { status, send_csat, ...chosen } }) =>
      setStatus(context, who, chosen, status, { sendCsat: send_csat }),
    undoClose: (who, { body }) => undoClose(context, who, body),
    transfer: (who, { body: { transfer_to, ...chosen } }) => assign(context, who, chosen, transfer_to),
    exportConversations: async (who, { body: { filters } }) => {
      await orderExport(context, who, filters);
      deps.exportOrdered();
      return {};
    },
    markManyUnread: (who, { body }) => markManyUnread(context, who, body),
  };
}

import { TYPING_LASTS_MS, type Presence, type TicketId } from '@inbox/domain';
import {
  deleteStalePages,
  renewPages,
  lockPresence,
  savePage,
  removePage,
  listSharedTickets,
  listPresence,
  type Page,
  type TicketRef,
} from './presence-queries';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';

/** Milliseconds after which a page counts as gone when its node no longer says that it is there. */
export const PAGE_LASTS_MS = 45_000;

type Deps = Pick<WorkContext, 'db' | 'live' | 'now'>;

/**
 * The page shows this ticket, or goes on showing it; its agent writes, or only looks. Those who are in the ticket are told
 * at once who is there.
 * @throws WorkError when the merchant has no such ticket
 */
export async function enterTicket(
  deps: Deps,
  page: Page,
  { ticketId, doing }: { ticketId: TicketId; doing: Presence['doing'] },
): Promise<void> {
  const place = { merchantId: page.merchantId, ticketId };
  await inTransaction(deps.db, async (tx) => {
    await lockPresence(tx, place);
    const time = deps.now();
    const typingUntil = doing === 'typing' ? new Date(time.getTime() + TYPING_LASTS_MS) : null;
    if (!(await savePage(tx, page, { ticketId, typingUntil, now: time }))) {
      throw new WorkError(404, messages.noTicket, 'no_ticket');
    }
  });
  await publishPresence(deps, place);
}

/** The page shows the ticket no longer: it went elsewhere, or its connection is cut. */
export async function leaveTicket(deps: Deps, page: Page, ticketId: TicketId): Promise<void> {
  const place = { merchantId: page.merchantId, ticketId };
  await inTransaction(deps.db, async (tx) => {
    await lockPresence(tx, place);
    await removePage(tx, page);
  });
  await publishPresence(deps, place);
}

/**
 * Says that these pages of a node are still there, forgets those of nodes that died, and tells all who are not alone in
 * a ticket anew: whatever was lost on the way is made good.
 */
export async function renewPresence(deps: Deps, pageIds: readonly string[]): Promise<void> {
  const { db } = deps;
  const time = deps.now();
  await renewPages(db, pageIds, time);
  const left = await deleteStalePages(db, new Date(time.getTime() - PAGE_LASTS_MS));
  const places = [...left, ...(await listSharedTickets(db, pageIds))];
  for (const place of new Map(places.map((each) => [`${each.merchantId}:${each.ticketId}`, each])).values()) {
    await publishPresence(deps, place);
  }
}

/**
 * Says who is in the ticket, as it is committed, while nobody can move in or out of it: what is published last is what
 * holds. The transaction that moved a page may have been repeated, and does not publish by itself.
 */
async function publishPresence({ db, live, now }: Deps, { merchantId, ticketId }: TicketRef): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPresence(tx, { merchantId, ticketId });
    const agents = await listPresence(tx, { merchantId, ticketId }, now());
    const signal = { type: 'tickets.presence', ticket_id: ticketId, agents } as const;
    for (const { agent_id } of agents) live.signal(merchantId, signal, agent_id);
  });
}

import { TYPING_LASTS_MS, type Presence, type TicketId } from '@inbox/domain';
import {
  forgetPages,
  keepPages,
  lockPlace,
  putPage,
  removePage,
  sharedPlaces,
  whoIsIn,
  type Page,
  type Place,
} from '../store/presence';
import type { Queryable } from '../store/connection';
import type { WorkContext } from './change';
import { WorkError } from './errors';
import { messages } from './messages';

/** Milliseconds after which a page counts as gone when its node no longer says that it is there. */
export const PAGE_LASTS_MS = 45_000;

type Deps = Pick<WorkContext, 'db' | 'live' | 'now'>;

/**
 * The page shows this ticket, or goes on showing it; its agent writes, or only looks. Those who are in the ticket are told
 * at once who is there.
 * @throws WorkError when the merchant has no such ticket
 */
export async function enterTicket(
  { db, live, now }: Deps,
  page: Page,
  { ticketId, doing }: { ticketId: TicketId; doing: Presence['doing'] },
): Promise<void> {
  const place = { merchantId: page.merchantId, ticketId };
  await db.transaction().execute(async (tx) => {
    await lockPlace(tx, place);
    const time = now();
    const typingUntil = doing === 'typing' ? new Date(time.getTime() + TYPING_LASTS_MS) : null;
    if (!(await putPage(tx, page, { ticketId, typingUntil, now: time }))) {
      throw new WorkError(404, messages.noTicket, 'no_ticket');
    }
    await tell({ db: tx, live, now }, place);
  });
}

/** The page shows the ticket no longer: it went elsewhere, or its line is cut. */
export async function leaveTicket({ db, live, now }: Deps, page: Page, ticketId: TicketId): Promise<void> {
  const place = { merchantId: page.merchantId, ticketId };
  await db.transaction().execute(async (tx) => {
    await lockPlace(tx, place);
    await removePage(tx, page);
    await tell({ db: tx, live, now }, place);
  });
}

/**
 * Says that these pages of a node are still there, forgets those of nodes that died, and tells all who are not alone in
 * a ticket anew: whatever was lost on the way is made good.
 */
export async function renewPresence({ db, live, now }: Deps, pageIds: readonly string[]): Promise<void> {
  const time = now();
  await keepPages(db, pageIds, time);
  const left = await forgetPages(db, new Date(time.getTime() - PAGE_LASTS_MS));
  const places = [...left, ...(await sharedPlaces(db, pageIds))];
  for (const place of new Map(places.map((each) => [`${each.merchantId}:${each.ticketId}`, each])).values()) {
    await db.transaction().execute(async (tx) => {
      await lockPlace(tx, place);
      await tell({ db: tx, live, now }, place);
    });
  }
}

/** Before the commit, while the place is locked: what is told last is what holds. Nobody else needs to know. */
async function tell(
  { db, live, now }: { db: Queryable } & Pick<WorkContext, 'live' | 'now'>,
  { merchantId, ticketId }: Place,
): Promise<void> {
  const agents = await whoIsIn(db, { merchantId, ticketId }, now());
  const signal = { type: 'tickets.presence', ticket_id: ticketId, agents } as const;
  for (const { agent_id } of agents) live.signal(merchantId, signal, agent_id);
}

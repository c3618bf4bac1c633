import { stockShop, type MentionedOrder, type Person, type Random, type ShopStock } from '@inbox/simulate';
import type { SeedDeps } from './deps';
import type { ReadyMerchantTickets } from './entered';

/** What the merchant's shop has of its customers: of each what they wrote about, and more. */
export function stockOf(
  { now }: SeedDeps,
  random: Random,
  { merchant, tickets }: ReadyMerchantTickets,
  people: readonly Person[],
): ShopStock {
  const mentioned = new Map<Person, MentionedOrder[]>();
  for (const { planned } of tickets) {
    mentioned.set(planned.who, [...(mentioned.get(planned.who) ?? []), planned.mentioned]);
  }
  const buyers = people.map((who) => ({ who, mentioned: mentioned.get(who) ?? [] }));
  return stockShop(random, { buyers, now: now.getTime(), site: merchant.shop.site });
}

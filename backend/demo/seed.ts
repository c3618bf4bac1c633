import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  randomFrom,
  SHOPS_FILE,
  SIMULATOR_FILE,
  writeStocks,
  type Stocks,
  stockShop,
  type MentionedOrder,
  type Person,
  type Random,
  type ShopStock,
} from '@inbox/simulate';
import type { SeedDeps } from './deps';
import { seedAdapters, type SeedAdapters } from './adapters';
import { enterConversation } from './enter';
import { enterPeople } from './enter-people';
import { repeatHistory } from './history';
import { enterShowcase } from './showcase';
import { enterNotes, markTickets } from './mark';
import { assignable, type ReadyMerchantTickets } from './entered';
import { DEMO_MERCHANTS } from './people';
import { planConversations, type PlannedConversation } from './plan';
import { settle } from './settle';
import { setUpMerchants, simulatorFile, type ReadyMerchant } from './setting-up';
import { wipeMerchants } from './wipe';

export type { SeedDeps } from './deps';

const SEED = 'demo';
/** Conversations that happen at once; more than the database has hands gain nothing. */
const PARALLEL = 6;
/** The part of all tickets that come in through the channels: all that run, and the newest of the closed ones. */
const THROUGH_DOORS = 0.2;

/**
 * Fills a new database with two merchants, once; a start that was cut short begins again. Customers' messages come in
 * through the channels, agents' work through the work that serves them.
 * @returns whether there was something to do
 */
export async function seedDemo(deps: SeedDeps): Promise<boolean> {
  if (!(await begin(deps))) return false;
  const merchants = await setUpMerchants(deps);
  const planned = merchants.map((merchant) => ({
    merchant,
    conversations: planConversations(randomFrom(merchant.id), {
      tickets: Math.max(20, Math.round(deps.tickets * merchant.share * THROUGH_DOORS)),
      agents: assignable(merchant).length,
      now: deps.now.getTime(),
      longest: deps.longest,
    }),
  }));
  const all = planned.reduce((sum, { conversations }) => sum + conversations.length, 0);
  let done = 0;
  const step = () => deps.progress(++done, all + 2);
  const adapters = seedAdapters(deps);
  const stocks: Stocks = {};
  for (const [index, { merchant, conversations }] of planned.entries()) {
    const random = randomFrom(merchant.id + 1_000);
    const entered = await enterAll(deps, adapters, merchant, conversations, step);
    await markTickets(deps, entered);
    await enterNotes(deps, random, entered);
    const shown = index === 0 ? await enterShowcase(deps, adapters, merchant) : [];
    await settle(deps, merchant.id);
    const older = Math.round(deps.tickets * merchant.share) - entered.tickets.length;
    const people = await repeatHistory(deps, random, merchant.id, older);
    const known = [...entered.tickets.map(({ planned: { who } }) => who), ...people, ...shown];
    const buyers = await enterPeople(deps, merchant, known);
    stocks[merchant.shop.domain] = stockOf(deps, random, entered, buyers);
    step();
  }
  await adapters.close();
  await writeStocks(join(deps.dataDir, SHOPS_FILE), stocks);
  // Its owner's alone: the demo accounts' secrets stand in it. The simulator waits for it, so it comes last.
  const file = JSON.stringify(simulatorFile(deps, merchants), null, 2);
  await writeFile(join(deps.dataDir, SIMULATOR_FILE), file, { mode: 0o600 });
  await finish(deps);
  return true;
}

async function begin({ db, dataDir }: SeedDeps): Promise<boolean> {
  const known = await db.selectFrom('seeds').select('finished_at').where('name', '=', SEED).executeTakeFirst();
  if (known?.finished_at) return false;
  if (known) {
    await rm(join(dataDir, SIMULATOR_FILE), { force: true });
    await wipeMerchants(
      db,
      DEMO_MERCHANTS.map(({ slug }) => slug),
    );
    return true;
  }
  if (await db.selectFrom('merchants').select('id').limit(1).executeTakeFirst()) return false;
  await db.insertInto('seeds').values({ name: SEED }).execute();
  return true;
}

async function finish({ db }: SeedDeps): Promise<void> {
  await db.updateTable('seeds').set({ finished_at: new Date() }).where('name', '=', SEED).execute();
}

async function enterAll(
  deps: SeedDeps,
  adapters: SeedAdapters,
  merchant: ReadyMerchant,
  conversations: readonly PlannedConversation[],
  step: () => void,
): Promise<ReadyMerchantTickets> {
  const tickets: ReadyMerchantTickets['tickets'] = [];
  const waiting = conversations.values();
  const work = async (): Promise<void> => {
    for (const conversation of waiting) {
      tickets.push(...(await enterConversation(deps, adapters, merchant, conversation)));
      step();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { merchant, tickets };
}

/** What the merchant's shop has of its customers: of each what they wrote about, and more. */
function stockOf(
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

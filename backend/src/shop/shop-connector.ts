import type {
  AbandonedCheckout,
  ConversationId,
  CustomerFigures,
  CustomerId,
  MerchantId,
  Order,
  ShopState,
} from '@inbox/domain';
import type { Vault } from '../accounts/vault';
import { customerOfConversation } from '../customers/join-queries';
import type { WorkContext } from '../platform/db/unit-of-work';
import { wordsOf } from '../platform/errors/errors';
import { createBreakers, type BreakerOptions, type CallOutcome } from '../platform/net/breakers';
import type { CountryCode } from '../phone-numbers/read-number';
import { isNobody, type Contacts } from './contacts';
import { fetchRecords } from './fetch-records';
import { createShopClient } from './shop-client';
import { ShopError } from './shop-error';
import { listShopCheckouts, listShopOrders, readContacts, readShopAnalytics, storeRecords } from './shop-records';
import { noteSync, readSync } from './shop-syncs';
import { findShop, hasShop } from './shops';
import { createThrottle, systemClock, type Clock, type Throttle } from './throttle';

/** Milliseconds that an agent waits for the shop; what it says later is published. */
const PATIENCE_MS = 6_000;

/** Milliseconds in which the shop must have said all of a customer. */
const REFRESH_MS = 30_000;

export interface ShopConnectorDeps {
  context: Pick<WorkContext, 'db' | 'live' | 'now'>;
  vault: Vault;
  log: (line: string) => void;
  mayReachPrivate: boolean;
  clock?: Clock;
  patienceMs?: number;
  /** When a shop that does not answer is left alone. */
  breaking?: BreakerOptions;
}

/** What the shop says of a conversation's customer, from the cache. Undefined for a merchant without a shop. */
export interface ShopConnector {
  /** Asks the shop first when what is cached is old. */
  orders(merchantId: MerchantId, id: ConversationId): Promise<Order[] | undefined>;
  checkouts(merchantId: MerchantId, id: ConversationId): Promise<AbandonedCheckout[] | undefined>;
  /** Sums of what is cached; when that is old, the shop is asked meanwhile. */
  analytics(merchantId: MerchantId, id: ConversationId): Promise<CustomerFigures | undefined>;
  /** The same; where the shop has never said all of the customer it is asked first. */
  figures(merchantId: MerchantId, id: ConversationId): Promise<CustomerFigures | undefined>;
  /** How old what is cached is. */
  state(merchantId: MerchantId, id: ConversationId): Promise<ShopState | undefined>;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

interface Subject {
  merchantId: MerchantId;
  customerId: CustomerId;
  contacts: Contacts;
  numbers: string[];
  home: CountryCode;
}

/** Requests for the same customer at the same time are one, in one process. */
export function createShopConnector({
  context,
  vault,
  log,
  mayReachPrivate,
  clock = systemClock,
  patienceMs = PATIENCE_MS,
  breaking,
}: ShopConnectorDeps): ShopConnector {
  const { db, live, now } = context;
  const underWay = new Map<string, Promise<void>>();
  const throttles = new Map<MerchantId, Throttle>();
  const breakers = createBreakers({ now: () => clock.now(), ...breaking });
  const stopped = new AbortController();

  function throttleOf(merchantId: MerchantId): Throttle {
    const throttle = throttles.get(merchantId) ?? createThrottle(clock);
    throttles.set(merchantId, throttle);
    return throttle;
  }

  async function subjectOf(merchantId: MerchantId, id: ConversationId): Promise<Subject | undefined> {
    if (!(await hasShop(db, merchantId))) return undefined;
    const customerId = await customerOfConversation(db, merchantId, id);
    if (customerId === undefined) return undefined;
    return { merchantId, customerId, ...(await readContacts(db, merchantId, customerId)) };
  }

  async function fetchAll(subject: Subject): Promise<void> {
    const { merchantId, customerId, contacts, numbers, home } = subject;
    const asOf = now();
    const provider = String(merchantId);
    // What is kept is shown at once, in place of after the time that an agent would wait.
    if (breakers.begin(provider) > 0) return;
    let outcome: CallOutcome = 'answered';
    let isChanged = false;
    const began = clock.now();
    try {
      const shop = await findShop(db, vault, { merchantId });
      if (shop === undefined) return;
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(REFRESH_MS)]);
      const deadline = { at: clock.now() + REFRESH_MS, signal };
      const options = { shop, clock, throttle: throttleOf(merchantId), deadline, mayReachPrivate };
      for await (const records of fetchRecords(createShopClient(options), contacts, numbers, home)) {
        isChanged = (await storeRecords(db, merchantId, records, { by: 'read', asOf })) || isChanged;
      }
      await noteSync(db, subject, asOf);
      // Who waited has been told that it is old.
      isChanged ||= clock.now() - began >= patienceMs;
    } catch (error) {
      outcome = error instanceof ShopError && error.isAway && !stopped.signal.aborted ? 'away' : 'unclear';
      if (!stopped.signal.aborted) log(`The shop of merchant ${merchantId} was not read: ${wordsOf(error)}`);
    } finally {
      breakers.end(provider, outcome);
    }
    if (isChanged) live.signal(merchantId, { type: 'customers.changed', customer_ids: [customerId] });
  }

  /** Looks first, as part of the asking: who looked before it and came after it would ask once more. */
  async function fetchIfOld(subject: Subject): Promise<void> {
    if (!(await readSync(db, subject, now())).isFresh) await fetchAll(subject);
  }

  /** Resolves when the cache is fresh, or the shop has failed. */
  async function refresh(subject: Subject): Promise<void> {
    const { merchantId, customerId, contacts } = subject;
    if (isNobody(contacts) || stopped.signal.aborted) return;
    const key = `${merchantId}:${customerId}:${JSON.stringify(contacts)}`;
    const running = underWay.get(key) ?? fetchIfOld(subject).finally(() => underWay.delete(key));
    underWay.set(key, running);
    await running;
  }

  async function listed<T>(
    merchantId: MerchantId,
    id: ConversationId,
    list: (subject: Subject) => Promise<T>,
  ): Promise<T | undefined> {
    const subject = await subjectOf(merchantId, id);
    if (subject === undefined) return undefined;
    await atMost(clock, patienceMs, refresh(subject));
    return list(subject);
  }

  /** Of who has no address and no phone the shop knows nothing. */
  const isKnown = async (subject: Subject): Promise<boolean> =>
    isNobody(subject.contacts) || (await readSync(db, subject, now())).asOf !== null;

  /** Whether they are known is read first: what the shop says in between makes them more than that, never less. */
  async function figuresOf(subject: Subject): Promise<CustomerFigures> {
    const is_known = await isKnown(subject);
    return { analytics: await readShopAnalytics(db, subject.merchantId, subject.contacts), is_known };
  }

  return {
    orders: (merchantId, id) => listed(merchantId, id, ({ contacts }) => listShopOrders(db, merchantId, contacts)),
    checkouts: (merchantId, id) =>
      listed(merchantId, id, ({ contacts }) => listShopCheckouts(db, merchantId, contacts)),
    async analytics(merchantId, id) {
      const subject = await subjectOf(merchantId, id);
      if (subject === undefined) return undefined;
      refresh(subject).catch((error: unknown) => log(`A shop could not be read: ${wordsOf(error)}`));
      return figuresOf(subject);
    },
    async figures(merchantId, id) {
      const subject = await subjectOf(merchantId, id);
      if (subject === undefined) return undefined;
      if (!(await isKnown(subject))) await atMost(clock, patienceMs, refresh(subject));
      return figuresOf(subject);
    },
    async state(merchantId, id) {
      const subject = await subjectOf(merchantId, id);
      if (subject === undefined) return undefined;
      if (isNobody(subject.contacts)) return { as_of: null, is_stale: false };
      const { asOf, isFresh } = await readSync(db, subject, now());
      return { as_of: asOf?.toISOString() ?? null, is_stale: !isFresh };
    },
    async stop() {
      stopped.abort();
      await Promise.all(underWay.values());
    },
  };
}

async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  // The wait fails when the work is done before.
  const over = clock.wait(ms, done.signal).catch(() => undefined);
  await Promise.race([work, over]).finally(() => done.abort());
}

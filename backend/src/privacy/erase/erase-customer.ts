import type { CustomerId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../audit/audit-queries';
import type { Queryable } from '../../platform/db/connection';
import type { ErasedCounts, ErasureId } from './tables';
import { setOrigin } from '../../platform/db/set-origin';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import type { Uploads } from '../../platform/files/uploads';
import { wordsOf } from '../../platform/errors/errors';
import { withOrigin } from '../../platform/origin';
import { workThrough } from '../../platform/scheduling/work-through';
import { toTicket } from '../../tickets/lifecycle/ticket-rows';
import { findJoined } from '../customer-data';
import { addErased, findNotErased, readErasedList, writeErasedList, type Erased } from './erased-list';
import { eraseRows, withdrawTags } from './erase-rows';
import { forgetFiles, insertErasure, listWithFiles } from './erasure-queries';
import { lockCustomerTraces, lockTicketTraces, mergeTraces, type Traces } from './traces';

export interface EraseDeps {
  context: WorkContext;
  uploads: Pick<Uploads, 'remove'>;
  /** Folders with a list of who was erased: the data folder, and that of the archives. */
  listDirs: readonly string[];
}

export interface DoneErasure {
  id: ErasureId;
  customers: CustomerId[];
  tickets: TicketId[];
  counts: ErasedCounts;
  /** The parts that could not be removed, with the reason. The next nightly run tries again. */
  left: string | undefined;
}

/** Who asks for it: an agent; otherwise who the audit says. */
type By = Change['by'];

/**
 * Erases a person: the entry that is named, and all that were joined with it, with their tickets. What is on the disk in
 * old versions of rows follows (`finishErasures`).
 * @returns undefined when the merchant has no such customer, or has erased them already
 */
export async function eraseCustomer(
  deps: EraseDeps,
  { merchantId, customerId, by }: { merchantId: MerchantId; customerId: CustomerId; by: By },
): Promise<DoneErasure | undefined> {
  const about = `customer:${customerId}`;
  return erase(deps, { merchantId, by, reason: 'request', about }, async (tx) => {
    const ids = await findJoined(tx, merchantId, customerId);
    return tracesOf(tx, merchantId, { customers: ids, tickets: [] });
  });
}

/**
 * Erases closed tickets, and those of their customers who have no others.
 * @returns undefined when none of them is closed
 */
export async function eraseTickets(
  deps: EraseDeps,
  { merchantId, tickets }: { merchantId: MerchantId; tickets: readonly TicketId[] },
): Promise<DoneErasure | undefined> {
  const about = `merchant:${merchantId}`;
  return erase(deps, { merchantId, by: null, reason: 'retention', about }, async (tx) => {
    const customers = await customersWithout(tx, merchantId, tickets);
    return tracesOf(tx, merchantId, { customers, tickets });
  });
}

/**
 * Erases customers again whom a restored backup has brought back. A failure does not stop the others.
 * @returns how many
 * @throws UnfinishedError at the end, when some are left
 */
export async function replayErasures(deps: EraseDeps): Promise<number> {
  const { context, listDirs } = deps;
  const listed = (await Promise.all(listDirs.map(readErasedList))).flat();
  const missing = await findNotErased(context.db, listed);
  const again = async ({ ref, merchant, reason, by, customers, tickets }: Erased) => {
    const ids = { customers: customers.map(({ id }) => id), tickets: tickets.map(({ id }) => id) };
    const request = { merchantId: merchant, by: null, reason, about: `merchant:${merchant}`, ref };
    const find = (tx: Queryable) => tracesOf(tx, merchant, ids);
    await withOrigin({ who: by, from: { command: 'restore' } }, () => erase(deps, request, find));
  };
  const steps = [
    () => workThrough(missing, again, (count) => `${count} erasures could not be done again`),
    () => workThrough(listDirs, (dir) => addErased(dir, listed), listsLeft),
    () => cleanUp(deps),
  ];
  await workThrough(
    steps,
    (step) => step(),
    () => 'Erasures are not complete',
  );
  return missing.length;
}

const listsLeft = (count: number): string => `${count} lists of erased customers could not be written`;

/**
 * Writes the list of erased customers and removes their files. A failure does not stop the other part.
 * @throws UnfinishedError if a part failed
 */
async function cleanUp({ context: { db }, uploads, listDirs }: EraseDeps): Promise<void> {
  const steps = [() => writeErasedList(db, listDirs), () => removeErasedFiles({ db, uploads })];
  await workThrough(
    steps,
    (step) => step(),
    () => 'The rows are erased, and something is left',
  );
}

interface Request {
  merchantId: MerchantId;
  by: By;
  reason: 'request' | 'retention';
  about: string;
  /** Of one that was done before. */
  ref?: string;
}

async function erase(
  deps: EraseDeps,
  { merchantId, by, reason, about, ref }: Request,
  find: (tx: Queryable) => Promise<Traces | undefined>,
): Promise<DoneErasure | undefined> {
  const done = await change(deps.context, { merchantId, by }, async ({ tx, now, publish }) => {
    const traces = await find(tx);
    if (traces === undefined) return undefined;
    const { customers, tickets } = traces;
    // Before the audit's records of it, which are written at once: some may have to be withdrawn.
    await setOrigin(tx, by);
    const { counts, files } = await eraseRows(tx, traces, now);
    // Others hold it when they come to the audit, at their commit: taken in another order, both would wait for ever.
    await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute();
    Object.assign(counts, await withdrawTags(tx, traces));
    if (files.length > 0) counts['files'] = files.length;
    const requested_by = await whoOf(tx);
    const row = { merchant_id: merchantId, reason, requested_by, erased_at: now, counts, files, ref };
    const id = await insertErasure(tx, { ...row, customer_ids: customers, ticket_ids: tickets });
    await appendAudit(tx, {
      chain: merchantId,
      what: reason === 'request' ? 'customer.erased' : 'retention.erased',
      about,
      detail: { ids: { erasure: id, customers, tickets } },
    });
    const rows = await tx
      .selectFrom('tickets')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(tickets))))
      .orderBy('id')
      .execute();
    if (rows.length > 0) publish('tickets.tickets', { tickets: rows.map(toTicket) });
    return { id, customers, tickets, counts };
  });
  if (done === undefined) return undefined;
  const left = await cleanUp(deps).then(() => undefined, wordsOf);
  return { ...done, left };
}

async function tracesOf(
  tx: Queryable,
  merchantId: MerchantId,
  { customers, tickets }: { customers: readonly CustomerId[]; tickets: readonly TicketId[] },
): Promise<Traces | undefined> {
  const people = await lockCustomerTraces(tx, merchantId, customers);
  const others = await lockTicketTraces(tx, merchantId, tickets);
  const traces = mergeTraces(people, others);
  return traces.customers.length + traces.tickets.length === 0 ? undefined : traces;
}

/** Customers of these closed tickets all of whose others are erased, with the entries that were joined. */
async function customersWithout(
  tx: Queryable,
  merchantId: MerchantId,
  tickets: readonly TicketId[],
): Promise<CustomerId[]> {
  const { rows } = await sql<{ id: CustomerId }>`
    select distinct t.customer_id as id from tickets t
    where t.merchant_id = ${merchantId} and t.id = any(${tickets}::bigint[]) and t.status = 'closed' and not exists (
      select from tickets o where o.merchant_id = t.merchant_id and o.customer_id = t.customer_id
        and o.erased_at is null and not (o.id = any(${tickets}::bigint[]) and o.status = 'closed')
    )`.execute(tx);
  const all = [];
  for (const { id } of rows) all.push(...(await findJoined(tx, merchantId, id)));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** As the audit has it: of an agent, of the operator's connection, or of the inbox itself. */
async function whoOf(tx: Queryable): Promise<string> {
  const { rows } = await sql<{ who: string }>`
    select coalesce(nullif(current_setting('inbox.origin', true), '')::jsonb ->> 'who', 'system') as who`.execute(tx);
  return rows[0]?.who ?? 'system';
}

/** Failures in a row after which a store of files counts as away: each call waits for it. */
const STORE_IS_AWAY = 3;

/**
 * Removes from the disk what erasures have left, also one that was cut short. A file that cannot be removed keeps no other
 * one, and stays on the list of its erasure.
 * @throws UnfinishedError at the end, when files are left
 */
export async function removeErasedFiles({
  db,
  uploads,
}: {
  db: Queryable;
  uploads: Pick<Uploads, 'remove'>;
}): Promise<void> {
  const all = (await listWithFiles(db)).flatMap(({ id, files }) => files.map((key) => ({ id, key })));
  const removed = new Map<ErasureId, string[]>();
  const remove = async ({ id, key }: { id: ErasureId; key: string }) => {
    await uploads.remove(key);
    const keys = removed.get(id);
    if (keys === undefined) removed.set(id, [key]);
    else keys.push(key);
  };
  try {
    await workThrough(all, remove, (count) => `${count} files of erased customers could not be removed`, STORE_IS_AWAY);
  } finally {
    for (const [id, keys] of removed) await forgetFiles(db, id, keys);
  }
}

import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { customerIdSchema, merchantIdSchema, ticketIdSchema } from '@inbox/domain';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../platform/db/connection';
import { codeOf } from '../../platform/errors/errors';
import { workThrough } from '../../platform/scheduling/work-through';

/** In the data folder, and beside the archives. It names nobody but by number. */
export const ERASED_LIST = 'erased.jsonl';

/** Numbers are given anew after a restore: who has the number is who was erased only if they came at the same time. */
const Erased = z.object({
  ref: z.uuid(),
  merchant: merchantIdSchema,
  reason: z.enum(['request', 'retention']),
  by: z.string(),
  at: z.iso.datetime({ offset: true }),
  customers: z.array(z.object({ id: customerIdSchema, since: z.string() })),
  tickets: z.array(z.object({ id: ticketIdSchema, since: z.string() })),
});
export type Erased = z.infer<typeof Erased>;

/** What the list in this folder says; nothing where there is none. */
export async function readErasedList(dir: string): Promise<Erased[]> {
  const text = await readFile(join(dir, ERASED_LIST), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const read = Erased.safeParse(parsed(line));
      // A line that a crash has cut short is written anew from the database.
      return read.success ? [read.data] : [];
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Adds to the list in each folder what the database has and the list has not. A folder that cannot be written keeps no other
 * one.
 * @throws UnfinishedError at the end, when a list is left
 */
export async function writeErasedList(db: Queryable, dirs: readonly string[]): Promise<void> {
  const erased = await erasedOf(db);
  if (erased.length === 0) return;
  await workThrough(
    dirs,
    (dir) => addErased(dir, erased),
    (count) => `${count} lists of erased customers could not be written`,
  );
}

/** Adds what the list in this folder does not have yet; on the disk when this answers. */
export async function addErased(dir: string, erased: readonly Erased[]): Promise<void> {
  const known = new Set((await readErasedList(dir)).map(({ ref }) => ref));
  const lines = erased.filter(({ ref }) => !known.has(ref)).map((each) => JSON.stringify(each));
  if (lines.length === 0) return;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = await open(join(dir, ERASED_LIST), 'a', 0o600);
  try {
    // It begins with the end of a line, which closes one that was cut short.
    await file.write(`\n${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** By the database's own text of the time, to the microsecond. */
async function erasedOf(db: Queryable): Promise<Erased[]> {
  const { rows } = await sql<Erased>`
    select e.ref, e.merchant_id as merchant, e.reason, e.requested_by as by,
      to_char(e.erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'since', c.created_at) order by c.id), '[]')
        from customers c where c.merchant_id = e.merchant_id and c.id = any(e.customer_ids)) as customers,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'since', t.created_at) order by t.id), '[]')
        from tickets t where t.merchant_id = e.merchant_id and t.id = any(e.ticket_ids)) as tickets
    from erasures e order by e.id`.execute(db);
  return rows;
}

/** Of what the list names, what is in this database and not erased there: after a restore. */
export async function findNotErased(db: Queryable, erased: readonly Erased[]): Promise<Erased[]> {
  const missing: Erased[] = [];
  for (const each of erased) {
    const { rows } = await sql<{ customers: number[]; tickets: number[] }>`
      select
        array(select c.id from customers c join jsonb_to_recordset(${JSON.stringify(each.customers)}::jsonb)
          as e (id bigint, since timestamptz) on e.id = c.id and e.since = c.created_at
          where c.merchant_id = ${each.merchant} and c.erased_at is null) as customers,
        array(select t.id from tickets t join jsonb_to_recordset(${JSON.stringify(each.tickets)}::jsonb)
          as e (id bigint, since timestamptz) on e.id = t.id and e.since = t.created_at
          where t.merchant_id = ${each.merchant} and t.erased_at is null) as tickets`.execute(db);
    const [found] = rows;
    if (found === undefined || found.customers.length + found.tickets.length === 0) continue;
    missing.push({
      ...each,
      customers: each.customers.filter(({ id }) => found.customers.includes(id)),
      tickets: each.tickets.filter(({ id }) => found.tickets.includes(id)),
    });
  }
  return missing;
}

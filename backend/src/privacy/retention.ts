import type { KnownSource, MerchantId, TicketId } from '@inbox/domain';
import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { RetentionRulesTable } from './erase/tables';
import { workThrough } from '../platform/scheduling/work-through';
import { eraseTickets, type EraseDeps } from './erase/erase-customer';

export type RetentionRule = RetentionRulesTable;

/** Tickets of one step: one transaction, one erasure. */
const STEP = 200;
/** Steps at a time: 10,000 tickets. The rest follows with the next look, or in the next night. */
const STEPS = 50;

export const listRules = (db: Queryable): Promise<RetentionRule[]> =>
  db.selectFrom('retention_rules').selectAll().orderBy('merchant_id').orderBy('channel').execute();

export async function setRule(db: Queryable, rule: RetentionRule): Promise<void> {
  await db
    .insertInto('retention_rules')
    .values(rule)
    .onConflict((on) => on.columns(['merchant_id', 'channel']).doUpdateSet({ days: rule.days }))
    .execute();
}

/** Says whether there was one. */
export async function clearRule(
  db: Queryable,
  { merchant_id, channel }: Omit<RetentionRule, 'days'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('retention_rules')
    .where('merchant_id', '=', merchant_id)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Closed tickets whose last message is older than the rule says, the oldest first. A rule of a channel counts there alone. */
const overdue = (rule: RetentionRule, others: readonly KnownSource[], now: Date) => {
  const before = subDays(now, rule.days);
  const channel = rule.channel === '' ? sql`t.source <> all(${[...others]}::text[])` : sql`t.source = ${rule.channel}`;
  return sql`
    from tickets t where t.merchant_id = ${rule.merchant_id} and t.status = 'closed' and t.erased_at is null
      and t.received_at < ${before} and ${channel} and not exists (
        select from contents c where c.merchant_id = t.merchant_id and c.conversation_id = t.conversation_id
          and c.ticket_id = t.id and c.created_at >= ${before} and c.content_type <> 'log'
      )`;
};

const channelsOf = (rules: readonly RetentionRule[], { merchant_id }: RetentionRule): KnownSource[] =>
  rules.flatMap((each) => (each.merchant_id === merchant_id && each.channel !== '' ? [each.channel] : []));

export interface Overdue {
  channel: KnownSource;
  tickets: number;
  messages: number;
  /** Of the oldest of them: when its customer wrote last. */
  oldest: Date;
}

/** What the rules of a merchant would erase now, by channel. */
export async function previewRetention(
  db: Queryable,
  rules: readonly RetentionRule[],
  merchantId: MerchantId,
  now: Date,
): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const rule of rules.filter(({ merchant_id }) => merchant_id === merchantId)) {
    const { rows } = await sql<Overdue>`
      select o.source as channel, count(*)::int as tickets, min(o.received_at) as oldest,
        sum((select count(*) from contents c where c.merchant_id = o.merchant_id and c.conversation_id = o.conversation_id
          and c.ticket_id = o.id and c.content_type <> 'log'))::int as messages
      from (select t.* ${overdue(rule, channelsOf(rules, rule), now)}) o group by 1 order by 1`.execute(db);
    found.push(...rows);
  }
  return found;
}

/**
 * Erases what is older than the rules say, in steps. A rule that fails keeps no other one.
 * @param isOver asked before each step: what is left then is for the next time
 * @returns how many tickets
 * @throws UnfinishedError at the end, when a rule failed, or files could not be removed
 */
export async function applyRetention(deps: EraseDeps, isOver: () => boolean = () => false): Promise<number> {
  const { db, now } = deps.context;
  const rules = await listRules(db);
  let erased = 0;
  let steps = 0;
  const applyRule = async (rule: RetentionRule): Promise<void> => {
    let left: string | undefined;
    while (steps < STEPS && !isOver()) {
      const { rows } = await sql<{ id: TicketId }>`
        select t.id ${overdue(rule, channelsOf(rules, rule), now())} order by t.received_at limit ${STEP}`.execute(db);
      if (rows.length === 0) break;
      steps += 1;
      const done = await eraseTickets(deps, { merchantId: rule.merchant_id, tickets: rows.map(({ id }) => id) });
      // Another node was quicker, or they were opened again meanwhile.
      if (done === undefined) break;
      erased += done.tickets.length;
      left ??= done.left;
    }
    if (left !== undefined) throw new Error(left);
  };
  await workThrough(rules, applyRule, (count) => `${count} rules of retention could not be applied completely`);
  return erased;
}

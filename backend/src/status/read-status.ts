import {
  agentName,
  INBOX_PERMISSION,
  type AccountId,
  type AgentId,
  type MerchantId,
  type TicketId,
} from '@inbox/domain';
import { mayManageQuickReplies } from '@inbox/domain/conversation';
import type { AgentRights, ShopStatus } from '@inbox/api/shop-status';
import { sql } from 'kysely';
import { listMailProblems } from '../accounts/mailbox-queries';
import { listAccounts } from '../accounts/accounts';
import { NAME_AND_RIGHTS } from '../agents/sessions/session-queries';
import type { AccountKind } from '../accounts/tables';
import type { Queryable } from '../platform/db/connection';
import { listNotices } from '../conversations/dead-letters/channel-notices';
import { listShopDeadLetters, type DeadLetter } from '../conversations/dead-letters/dead-letters';

/** Lines of each list; the counts say how many there are besides. */
const LINES = 50;
const EXPORT_LINES = 20;
/** Agents whose permissions are listed. */
const MOST_AGENTS = 1_000;

/** Says if a dead letter can be reprocessed. One of an older version may lack what its source needs for that. */
export const mayReprocess = ({ door, told }: Pick<DeadLetter, 'door'> & { told: unknown }): boolean =>
  door === 'meta' || told !== null;

/** How a shop's inbox fares. `pagesOf` says who has how many pages open. */
export async function readShopStatus(
  db: Queryable,
  merchantId: MerchantId,
  pagesOf: (merchantId: MerchantId) => Promise<ReadonlyMap<AgentId, number>>,
): Promise<ShopStatus> {
  const [accounts, outbox, deadLetters, exports, people, newestNotices] = await Promise.all([
    readAccounts(db, merchantId),
    readOutbox(db, merchantId),
    listShopDeadLetters(db, merchantId, LINES),
    readExports(db, merchantId),
    readAgents(db, merchantId, await pagesOf(merchantId)),
    listNotices(db, merchantId, new Date()),
  ]);
  const newest = deadLetters.newest.map(({ told, received_at, ...letter }) => ({
    ...letter,
    received_at: received_at.toISOString(),
    may_retry: mayReprocess({ ...letter, told }),
  }));
  const notices = newestNotices.map(({ noticed_at, ...notice }) => ({ ...notice, at: noticed_at.toISOString() }));
  return { accounts, outbox, dead_letters: { count: deadLetters.count, newest }, notices, exports, ...people };
}

async function readAccounts(db: Queryable, merchantId: MerchantId): Promise<ShopStatus['accounts']> {
  const accounts = await listAccounts(db, merchantId);
  const problems = new Map((await listMailProblems(db, merchantId)).map((each) => [each.account_id, each]));
  const { rows } = await sql<{
    id: AccountId;
    received: Date | null;
    sent: Date | null;
    failed: Date | null;
    error: string | null;
  }>`
    select a.id, r.at as received, s.at as sent, f.at as failed, f.error
    from accounts a
    left join lateral (
      select stored_at as at from contents c
      where c.merchant_id = a.merchant_id and c.account_id = a.id and c.actor = 'customer'
      order by stored_at desc limit 1
    ) r on true
    left join lateral (
      select asked_at as at from outbox o
      where o.merchant_id = a.merchant_id and o.account_id = a.id and o.state = 'done' and o.asked_at is not null
      order by asked_at desc limit 1
    ) s on true
    left join lateral (
      select coalesce(asked_at, created_at) as at, last_error as error from outbox o
      where o.merchant_id = a.merchant_id and o.account_id = a.id and o.state <> 'done' and o.last_error is not null
      order by id desc limit 1
    ) f on true
    where a.merchant_id = ${merchantId}`.execute(db);
  const last = new Map(rows.map((row) => [row.id, row]));
  return accounts.map(({ id, kind, name, address, enabled }) => {
    const { received, sent, failed, error } = last.get(id) ?? { received: null, sent: null, failed: null, error: null };
    const problem = problems.get(id);
    return {
      id,
      channel: kind,
      name,
      address,
      enabled,
      last_received_at: received?.toISOString() ?? null,
      last_sent_at: sent?.toISOString() ?? null,
      last_error: failed === null || error === null ? null : { at: failed.toISOString(), text: error },
      in_problem: problem?.in_problem ?? null,
      out_problem: problem?.out_problem ?? null,
    };
  });
}

async function readOutbox(db: Queryable, merchantId: MerchantId): Promise<ShopStatus['outbox']> {
  const { rows: sums } = await sql<{ waiting: number; overdue: Date | null; failed: number; unknown: number }>`
    select count(*) filter (where state in ('waiting', 'asking'))::int as waiting,
      min(next_at) filter (where state = 'waiting' and next_at < now() - interval '1 minute') as overdue,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'unknown')::int as unknown
    from outbox where merchant_id = ${merchantId} and state <> 'done'`.execute(db);
  const { rows } = await sql<{
    id: number;
    state: 'failed' | 'unknown';
    channel: AccountKind | null;
    account: string | null;
    ticket_id: TicketId | null;
    what: ShopStatus['outbox']['unsent'][number]['what'];
    at: Date;
    error: string | null;
  }>`
    select o.id, o.state, a.kind as channel, coalesce(a.address, a.name) as account, c.ticket_id,
      coalesce(o.asked_at, o.created_at) as at, o.last_error as error,
      case when o.account_id is null then 'automation' when o.content_id is null and a.kind = 'email' then 'report'
        when o.content_id is null or o.conversation_id is null then 'other' else 'message' end as what
    from outbox o
    left join accounts a on a.merchant_id = o.merchant_id and a.id = o.account_id
    left join contents c on c.merchant_id = o.merchant_id and c.id = o.content_id
    where o.merchant_id = ${merchantId} and o.state <> 'done' and o.state in ('failed', 'unknown')
    order by o.id desc limit ${LINES}`.execute(db);
  const { waiting, overdue, failed, unknown } = sums[0] ?? { waiting: 0, overdue: null, failed: 0, unknown: 0 };
  const unsent = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { waiting, overdue_since: overdue?.toISOString() ?? null, failed, unknown, unsent };
}

async function readExports(db: Queryable, merchantId: MerchantId): Promise<ShopStatus['exports']> {
  const rows = await db
    .selectFrom('exports as e')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'e.merchant_id').onRef('a.id', '=', 'e.agent_id'),
    )
    .select(['e.id', 'e.state', 'e.created_at', 'e.ended_at', 'e.last_error as error', 'a.first_name', 'a.last_name'])
    .where('e.merchant_id', '=', merchantId)
    .orderBy('e.id', 'desc')
    .limit(EXPORT_LINES)
    .execute();
  return rows.map(({ id, state, created_at, ended_at, error, first_name, last_name }) => ({
    id,
    agent: agentName({ first_name, last_name }),
    state,
    ordered_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    error: state === 'mailed' ? null : error,
  }));
}

async function readAgents(
  db: Queryable,
  merchantId: MerchantId,
  pages: ReadonlyMap<AgentId, number>,
): Promise<Pick<ShopStatus, 'agents' | 'permissions'>> {
  const rows = await db
    .selectFrom('agents')
    .select(NAME_AND_RIGHTS)
    .where('merchant_id', '=', merchantId)
    .where('disabled', '=', false)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
  const online = rows.flatMap(({ id, ...names }) => {
    const open = pages.get(id);
    return open === undefined ? [] : [{ id, name: agentName(names), pages: open }];
  });
  const permissions = rows.slice(0, MOST_AGENTS).map((row): AgentRights => ({
    id: row.id,
    name: agentName(row),
    use_inbox: row.user_permissions.includes(INBOX_PERMISSION),
    assign_self: row.can_assign_ticket_to_self,
    assign_others: row.can_assign_ticket_to_other_agent,
    quick_replies: mayManageQuickReplies(row),
    store_admin: row.is_store_admin,
  }));
  return { agents: { all: rows.length, online }, permissions };
}

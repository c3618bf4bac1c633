import type {
  AttachmentId,
  ContentId,
  ConversationId,
  CustomerId,
  MerchantId,
  NoteId,
  TempId,
  TicketId,
  UploadId,
} from '@inbox/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { PostRowId } from '../conversations/thread/tables';
import type { Reach } from './scope';

/** What a request names. Everything that it names must be of tickets within reach. */
export interface Named {
  tickets?: readonly TicketId[];
  conversations?: readonly ConversationId[];
  customers?: readonly CustomerId[];
  /** Messages, by the inbox's number. */
  contents?: readonly ContentId[];
  /** Comments, by the channel's id. */
  comments?: readonly string[];
  attachments?: readonly AttachmentId[];
  uploads?: readonly UploadId[];
  notes?: readonly NoteId[];
  posts?: readonly PostRowId[];
  /** Mails that wait for their time. */
  scheduled?: readonly TempId[];
  /** Requests by which tickets were closed. */
  closedBy?: readonly string[];
  /** Of replies, by the names that their composers gave them; one that is not stored yet is within reach. */
  temps?: readonly TempId[];
  /** The same of mails that wait for their time, and of notes. */
  scheduledTemps?: readonly TempId[];
  noteTemps?: readonly TempId[];
}

interface Bound {
  db: Queryable;
  merchantId: MerchantId;
  reach: Reach;
}

/** Rows `t` of tickets that are within reach. */
const within = ({ merchantId, reach }: Pick<Bound, 'merchantId' | 'reach'>): RawBuilder<boolean> =>
  sql<boolean>`(t.merchant_id = ${merchantId} and
    (t.id = any(${[...reach.tickets]}::bigint[]) or t.customer_id = any(${[...reach.customers]}::bigint[])))`;

/** Of these tickets those within reach. */
export async function ticketsWithin(bound: Bound, ids: readonly TicketId[]): Promise<Set<TicketId>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: TicketId }>`
    select t.id from tickets t where t.id = any(${[...ids]}::bigint[]) and ${within(bound)}`.execute(bound.db);
  return new Set(rows.map(({ id }) => id));
}

/** Of these customers those within reach: the named ones, and those of the named tickets. */
export async function customersWithin(bound: Bound, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  const named = ids.filter((id) => bound.reach.customers.includes(id));
  if (bound.reach.tickets.length === 0) return new Set(named);
  const { rows } = await sql<{ id: CustomerId }>`
    select distinct t.customer_id as id from tickets t
    where t.customer_id = any(${[...ids]}::bigint[]) and ${within(bound)}`.execute(bound.db);
  return new Set([...named, ...rows.map(({ id }) => id)]);
}

type RowKind = Exclude<keyof Named, 'customers'>;

const ticketOfRow = sql`join tickets t on t.merchant_id = x.merchant_id and t.id = x.ticket_id`;
const ofContents = sql`contents x ${ticketOfRow}`;
const ofNotes = sql`notes x ${ticketOfRow}`;
const ofScheduled = sql`scheduled_mails x ${ticketOfRow}`;

/**
 * Where the tickets of each kind are found, as `t`, and by which key. One row of several within reach is enough for
 * `some`; `every` one must be for what a change would reach; `none` may be there at all for `unless-none`.
 */
const KINDS: Record<RowKind, { rows: RawBuilder<unknown>; key: string; type: string; must: Must }> = {
  tickets: { rows: sql`tickets t`, key: 't.id', type: 'bigint', must: 'every' },
  conversations: { rows: sql`tickets t`, key: 't.conversation_id', type: 'bigint', must: 'some' },
  contents: { rows: ofContents, key: 'x.id', type: 'bigint', must: 'every' },
  comments: { rows: ofContents, key: 'x.external_id', type: 'text', must: 'every' },
  attachments: {
    rows: sql`attachments a join contents x on x.merchant_id = a.merchant_id and x.id = a.content_id ${ticketOfRow}`,
    key: 'a.id',
    type: 'bigint',
    must: 'every',
  },
  uploads: { rows: sql`uploads x ${ticketOfRow}`, key: 'x.id', type: 'bigint', must: 'every' },
  notes: { rows: ofNotes, key: 'x.id', type: 'bigint', must: 'every' },
  posts: { rows: ofContents, key: 'x.post_id', type: 'bigint', must: 'some' },
  scheduled: { rows: ofScheduled, key: 'x.temp_id', type: 'uuid', must: 'every' },
  closedBy: { rows: sql`tickets t`, key: 't.closed_ref', type: 'text', must: 'every' },
  temps: { rows: ofContents, key: 'x.temp_id', type: 'uuid', must: 'unless-none' },
  scheduledTemps: { rows: ofScheduled, key: 'x.temp_id', type: 'uuid', must: 'unless-none' },
  noteTemps: { rows: ofNotes, key: 'x.temp_id', type: 'text', must: 'unless-none' },
};
type Must = 'some' | 'every' | 'unless-none';

async function isKindWithin(bound: Bound, kind: RowKind, ids: readonly (string | number)[]): Promise<boolean> {
  const { rows, key, type, must } = KINDS[kind];
  const column = sql.raw(key);
  const found = await sql<{ id: string; some: boolean; every: boolean }>`
    select ${column}::text as id, bool_or(${within(bound)}) as some, bool_and(${within(bound)}) as every
    from ${rows}
    where t.merchant_id = ${bound.merchantId} and ${column} = any(${[...ids]}::${sql.raw(type)}[])
    group by 1`.execute(bound.db);
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  return ids.every((id) => {
    const row = byId.get(type === 'uuid' ? String(id).toLowerCase() : String(id));
    if (row === undefined) return must === 'unless-none';
    return must === 'some' ? row.some : row.every;
  });
}

/** Is all that a request names within reach? What is not there is not, so that nobody can find out what is. */
export async function isWithin(bound: Bound, { customers = [], ...named }: Named): Promise<boolean> {
  const kinds = Object.entries(named) as [RowKind, readonly (string | number)[] | undefined][];
  const checks = kinds.flatMap(([kind, ids = []]) => (ids.length === 0 ? [] : [isKindWithin(bound, kind, ids)]));
  const [answers, known] = await Promise.all([Promise.all(checks), customersWithin(bound, customers)]);
  return answers.every(Boolean) && customers.every((id) => known.has(id));
}

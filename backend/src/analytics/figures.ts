import { dayEnd, daysAfter, dayStart, TIME_ZONE, type MerchantId } from '@inbox/domain';
import {
  surveyRating,
  type Analytics,
  type AnalyticsFigures,
  type Csat,
  type DayRange,
  type FirstResponse,
} from '@inbox/domain/analytics';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../platform/db/connection';

/** Days within which an answer counts for the survey before it. */
const ANSWER_DAYS = 3;
/** Messages after a survey among which its answer is looked for. */
const MOST_ANSWERS = 5;

interface Asked extends DayRange {
  merchantId: MerchantId;
}

/** What came in on each day of the range, and what became of it until now. Days are those of the shop's calendar. */
export async function readAnalytics(db: Queryable, asked: Asked): Promise<Analytics> {
  const { from, to } = asked;
  const [counted, responses, surveys] = await Promise.all([
    countTickets(db, asked),
    readFirstResponses(db, asked),
    readSurveys(db, asked),
  ]);
  const figuresOf = (day: string | null): AnalyticsFigures => {
    const rows = counted.filter((row) => day === null || row.day === day);
    return {
      tickets: rows.reduce((sum, { tickets }) => sum + tickets, 0),
      by_channel: summed(rows, ({ source }) => source),
      by_status: summed(rows, ({ status }) => status),
      first_response: responses.get(day) ?? { replied: 0, median_seconds: null, p90_seconds: null },
      csat: csatOf(surveys.filter((row) => day === null || row.day === day)),
    };
  };
  const days = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push({ day, ...figuresOf(day) });
  return { from, to, time_zone: TIME_ZONE, total: figuresOf(null), days };
}

const dayIn = (column: string): RawBuilder<string> => sql<string>`(${sql.ref(column)} at time zone ${TIME_ZONE})::date`;

/** Within the range, by an index that begins with the merchant. */
const during = (column: string, { from, to }: DayRange): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${new Date(dayStart(from))} and ${sql.ref(column)} < ${new Date(dayEnd(to))}`;

interface Counted {
  day: string;
  source: string;
  status: string;
  tickets: number;
}

async function countTickets(db: Queryable, asked: Asked): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${dayIn('created_at')} as day, source, status, count(*)::int as tickets from tickets
    where merchant_id = ${asked.merchantId} and ${during('created_at', asked)}
    group by 1, 2, 3`.execute(db);
  return rows;
}

function summed(rows: readonly Counted[], keyOf: (row: Counted) => string): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.tickets);
  return Object.fromEntries(sums);
}

/** By day, and of the whole range under null. A survey is no reply. */
async function readFirstResponses(db: Queryable, asked: Asked): Promise<Map<string | null, FirstResponse>> {
  const { rows } = await sql<FirstResponse & { day: string | null }>`
    select day, count(*)::int as replied,
      percentile_cont(0.5) within group (order by seconds) as median_seconds,
      percentile_cont(0.9) within group (order by seconds) as p90_seconds
    from (
      select ${dayIn('t.created_at')} as day,
        greatest(0, extract(epoch from reply.created_at - t.created_at))::float8 as seconds
      from tickets t
      cross join lateral (
        select c.created_at from contents c
        where c.merchant_id = t.merchant_id and c.ticket_id = t.id and c.actor = 'merchant' and c.agent_id is not null
          and c.content_type <> 'log' and not c.details @> '{"survey": true}'
        order by c.created_at limit 1
      ) reply
      where t.merchant_id = ${asked.merchantId} and t.initiated_by = 'customer' and ${during('t.created_at', asked)}
    ) replied
    group by grouping sets ((day), ())`.execute(db);
  return new Map(rows.map(({ day, ...response }) => [day, response]));
}

interface Survey {
  day: string;
  /** What the customer wrote afterwards and begins with a number, the first one first. */
  answers: string[];
}

async function readSurveys(db: Queryable, asked: Asked): Promise<Survey[]> {
  const { rows } = await sql<Survey>`
    select ${dayIn('s.created_at')} as day, coalesce(said.answers, '{}') as answers
    from contents s
    left join lateral (
      select array_agg(a.message order by a.created_at, a.id) as answers from (
        select left(c.message, 80) as message, c.created_at, c.id from contents c
        where c.merchant_id = s.merchant_id and c.conversation_id = s.conversation_id and c.actor = 'customer'
          and c.created_at > s.created_at and c.created_at < s.created_at + make_interval(days => ${ANSWER_DAYS})
          and c.message ~ '^[[:space:]]*[1-5]'
        order by c.created_at, c.id limit ${MOST_ANSWERS}
      ) a
    ) said on true
    where s.merchant_id = ${asked.merchantId} and s.details @> '{"survey": true}' and not s.deleted
      and s.send_status <> 'not_sent' and ${during('s.created_at', asked)}`.execute(db);
  return rows;
}

function csatOf(surveys: readonly Survey[]): Csat {
  const ratings = surveys.flatMap(({ answers }) => answers.map(surveyRating).find((rating) => rating !== null) ?? []);
  const sum = ratings.reduce((all, rating) => all + rating, 0);
  return { sent: surveys.length, answered: ratings.length, score: ratings.length === 0 ? null : sum / ratings.length };
}

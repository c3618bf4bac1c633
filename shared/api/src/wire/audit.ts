import { isoTime, rowsOf, type Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from './call';

/** One record: who did what, when and from where. Nothing in it is what people have written. */
export interface AuditRecord {
  /** Its number in the shop's chain. */
  seq: number;
  at: string;
  /** `ticket.changed`, `reply.added`, `agent.changed` … */
  what: string;
  /** `ticket:123`, `customer:5`, `agent:7` … */
  about: string;
  /** `agent:7`, `operator:NAME`, `system`, `database:ROLE`. */
  who: string;
  from: {
    address?: string | undefined;
    product?: string | undefined;
    session?: string | undefined;
    embed_secret?: string | undefined;
    call?: string | undefined;
    command?: string | undefined;
  };
  /** States, ids and labels, before and after. */
  changes: Record<string, unknown[]>;
  /** What else changed, by its name alone. */
  fields: string[];
  /** Of what belongs to it: a reply's message, a linked ticket. */
  ids: Record<string, unknown>;
}

export interface AuditQuery {
  who?: string | undefined;
  /** What was done (`ticket`, `ticket.changed`), or what it was done to (`ticket:123`). */
  what?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** The `next` of the page before; left out for the first. */
  before?: number | undefined;
  page_size: number;
}

export interface AuditAnswer {
  /** The newest first. */
  records: AuditRecord[];
  /** Null when there are no more. */
  next: number | null;
}

const MAX_PAGE = 200;
/** From an address, where it is text. `z.coerce` is no part of the schemas that the shell shares with panels. */
const whole = (most: number) => z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(most)));
const word = () => z.optional(z.string().check(z.regex(/^[\w.:/@-]{1,200}$/)));
const text = () => z.optional(z.string());

/** Where it was done from, as it is stored too. */
export const auditOrigin = (): Schema<AuditRecord['from']> =>
  z.object({ address: text(), product: text(), session: text(), embed_secret: text(), call: text(), command: text() });

const record = (): Schema<AuditRecord> =>
  z.object({
    seq: z.int(),
    at: isoTime,
    what: z.string(),
    about: z.string(),
    who: z.string(),
    from: auditOrigin(),
    changes: z.record(z.string(), z.array(z.unknown())),
    fields: z.array(z.string()),
    ids: z.record(z.string(), z.unknown()),
  });

/** For store admins: who did what in their shop. The call stands apart, since the inbox itself has no use for it. */
export const auditCalls = {
  auditRecords: get<AuditAnswer, null, AuditQuery>('/api/inbox/audit/', () => ({
    query: z.object({
      who: word(),
      what: word(),
      since: z.optional(isoTime),
      until: z.optional(isoTime),
      before: z.optional(whole(Number.MAX_SAFE_INTEGER)),
      page_size: z._default(whole(MAX_PAGE), 50),
    }),
    answer: z.object({ records: rowsOf('audit.record', record()), next: z.nullable(z.int()) }),
  })),
} as const;

import {
  idFromText,
  idSchema,
  isoTime,
  nameOf,
  rowsOf,
  type AccountId,
  type AgentId,
  type Schema,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from './call';

/** How a channel or mailbox of the shop fares. */
export interface AccountStatus {
  id: AccountId;
  channel: 'whatsapp' | 'instagram' | 'messenger' | 'email' | 'phone';
  name: string;
  /** The phone number or mailbox that people see; null where there is none. */
  address: string | null;
  enabled: boolean;
  /** When a customer's message came in last, and when the channel took one of the shop's last. */
  last_received_at: string | null;
  last_sent_at: string | null;
  /** What could not be sent last, in the channel's own words. */
  last_error: { at: string; text: string } | null;
  /** Why mail does not come in, or go out, now; null while it does. */
  in_problem: string | null;
  out_problem: string | null;
}

/** Something that was to leave, and has not. */
export interface UnsentStatus {
  id: number;
  what: 'message' | 'automation' | 'report' | 'other';
  /** `failed` was given up; of `unknown` nobody can tell whether it was sent. */
  state: 'failed' | 'unknown';
  channel: AccountStatus['channel'] | null;
  account: string | null;
  /** Null for what belongs to no ticket. */
  ticket_id: TicketId | null;
  at: string;
  error: string | null;
}

/** A delivery that was not understood. */
export interface DeadLetterStatus {
  id: number;
  door: 'meta' | 'mail' | 'telephony' | 'shopify';
  reason: string;
  /** Bytes. */
  size: number;
  received_at: string;
  /** It can be tried again here; else who sent it has to. */
  may_retry: boolean;
  /** How many of its kind came; this is the newest. */
  times: number;
}

/** News of the shop's account from its channel. */
export interface NoticeStatus {
  id: number;
  /** Somebody has to act on it. */
  is_grave: boolean;
  /** A title, and below it what is known of it. */
  words: string;
  /** How often it came; this is the newest. */
  times: number;
  at: string;
}

export interface ExportStatus {
  id: number;
  agent: string;
  state: 'waiting' | 'mailed' | 'failed';
  ordered_at: string;
  ended_at: string | null;
  error: string | null;
}

export interface AgentOnline {
  id: AgentId;
  name: string;
  /** Open pages of theirs. */
  pages: number;
}

/** The permissions of an agent, with those that every store admin has. */
export interface AgentRights {
  id: AgentId;
  name: string;
  use_inbox: boolean;
  assign_self: boolean;
  assign_others: boolean;
  /** Change and export the shop's quick replies. */
  quick_replies: boolean;
  store_admin: boolean;
}

/** How the shop's inbox fares, for its admins. */
export interface ShopStatus {
  accounts: AccountStatus[];
  outbox: {
    waiting: number;
    /** Since when the oldest of it was due; null when nothing is late. */
    overdue_since: string | null;
    failed: number;
    unknown: number;
    /** The newest of what failed, or of which nobody can tell. */
    unsent: UnsentStatus[];
  };
  dead_letters: { count: number; newest: DeadLetterStatus[] };
  notices: NoticeStatus[];
  exports: ExportStatus[];
  agents: { all: number; online: AgentOnline[] };
  /** Enabled agents by name, 1,000 at most; empty in answers of an older server. */
  permissions: AgentRights[];
}

export interface DeadLetterText {
  /** The beginning as text; what is no UTF-8 shows as U+FFFD. */
  text: string;
  /** There is more than is shown. */
  truncated: boolean;
}

export interface RetryAnswer {
  taken_in: boolean;
  /** Why it was not, in words; null when it was. */
  reason: string | null;
}

const CHANNELS = ['whatsapp', 'instagram', 'messenger', 'email', 'phone'] as const;
const text = () => z.nullable(z.string());
const time = () => z.nullable(isoTime);
const channel = (of: string) => nameOf(of, CHANNELS, 'phone');

const account = (): Schema<AccountStatus> =>
  z.object({
    id: idSchema<AccountId>(),
    channel: channel('account.channel'),
    name: z.string(),
    address: text(),
    enabled: z.boolean(),
    last_received_at: time(),
    last_sent_at: time(),
    last_error: z.nullable(z.object({ at: isoTime, text: z.string() })),
    in_problem: text(),
    out_problem: text(),
  });

const unsent = (): Schema<UnsentStatus> =>
  z.object({
    id: z.int(),
    what: nameOf('unsent.what', ['message', 'automation', 'report', 'other'], 'other'),
    state: nameOf('unsent.state', ['failed', 'unknown'], 'unknown'),
    channel: z.nullable(channel('unsent.channel')),
    account: text(),
    ticket_id: z.nullable(idSchema<TicketId>()),
    at: isoTime,
    error: text(),
  });

const deadLetter = (): Schema<DeadLetterStatus> =>
  z.object({
    id: z.int(),
    door: nameOf('dead_letter.door', ['meta', 'mail', 'telephony', 'shopify'], 'meta'),
    reason: z.string(),
    size: z.number(),
    received_at: isoTime,
    may_retry: z.boolean(),
    times: z._default(z.number(), 1),
  });

const notice = (): Schema<NoticeStatus> =>
  z.object({
    id: z.int(),
    is_grave: z.boolean(),
    words: z.string(),
    times: z.number(),
    at: isoTime,
  });

const exported = (): Schema<ExportStatus> =>
  z.object({
    id: z.int(),
    agent: z.string(),
    state: nameOf('export.state', ['waiting', 'mailed', 'failed'], 'waiting'),
    ordered_at: isoTime,
    ended_at: time(),
    error: text(),
  });

const online = (): Schema<AgentOnline> => z.object({ id: idSchema<AgentId>(), name: z.string(), pages: z.number() });

const rights = (): Schema<AgentRights> =>
  z.object({
    id: idSchema<AgentId>(),
    name: z.string(),
    use_inbox: z.boolean(),
    assign_self: z.boolean(),
    assign_others: z.boolean(),
    quick_replies: z.boolean(),
    store_admin: z.boolean(),
  });

const status = (): Schema<ShopStatus> =>
  z.object({
    accounts: rowsOf('status.account', account()),
    outbox: z.object({
      waiting: z.number(),
      overdue_since: time(),
      failed: z.number(),
      unknown: z.number(),
      unsent: rowsOf('status.unsent', unsent()),
    }),
    dead_letters: z.object({ count: z.number(), newest: rowsOf('status.dead_letter', deadLetter()) }),
    notices: z._default(rowsOf('status.notice', notice()), []),
    exports: rowsOf('status.export', exported()),
    agents: z.object({ all: z.number(), online: rowsOf('status.agent', online()) }),
    permissions: z._default(rowsOf('status.permissions', rights()), []),
  });

const byId = () => z.object({ id: idFromText<number>() });

/** For store admins, of their own shop. The calls stand apart, since the inbox itself has no use for them. */
export const shopStatusCalls = {
  shopStatus: get<ShopStatus>('/api/inbox/status/', () => ({ answer: status() })),
  /** Puts what failed in line again, under the rules as they are now. */
  sendAgain: post<{ queued: true }, { id: number }>('/api/inbox/status/unsent/:id/again/', () => ({
    params: byId(),
    answer: z.object({ queued: z.literal(true) }),
  })),
  deadLetterText: get<DeadLetterText, { id: number }>('/api/inbox/status/dead-letter/:id/', () => ({
    params: byId(),
    answer: z.object({ text: z.string(), truncated: z.boolean() }),
  })),
  /** Takes a delivery in once more; one that is understood now is a dead letter no longer. */
  reprocessDeadLetter: post<RetryAnswer, { id: number }>('/api/inbox/status/dead-letter/:id/again/', () => ({
    params: byId(),
    answer: z.object({ taken_in: z.boolean(), reason: text() }),
  })),
  /** Hides what a channel reports of the account, until it reports the same once more. */
  dismissNotice: post<{ dismissed: true }, { id: number }>('/api/inbox/status/notice/:id/dismiss/', () => ({
    params: byId(),
    answer: z.object({ dismissed: z.literal(true) }),
  })),
} as const;

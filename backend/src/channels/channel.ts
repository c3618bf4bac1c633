import type { ContentId } from '@inbox/domain';
import type * as z from 'zod/mini';
import type { Account, ChangeAccount } from '../accounts/accounts';
import type { AccountKind } from '../accounts/tables';
import type { WorkContext } from '../platform/db/unit-of-work';
import type { Uploads } from '../platform/files/uploads';
import type { Composers } from '../conversations/send/compose-reply';
import type { ChannelAnswer, HandOver, LookupAnswer } from '../platform/outbox/answer';
import type { ClaimedRow } from '../platform/outbox/queue';
import { bad, type CheckDeps, type CheckResult } from './account-check';
import type { AccountSettings } from './account-settings';

export interface SendOptions {
  /** Our own id of the message, for channels that give it back; null when it has none. */
  contentId: ContentId | null;
  handOver: HandOver;
  uploads: Uploads;
  timeoutMs: number;
  /** Stores what a provider gives in place of what an account has. */
  changeAccount: ChangeAccount;
  /** Tells why the channel itself cannot be used, whatever the message; null when it can. */
  onServer(problem: string | null): Promise<void>;
}

/** Options of a search for a message that may have been sent. */
export interface FindOptions {
  /** The time just before the message was handed to the channel, by the database's clock. */
  askedAt: Date;
  /** Returns those of the channel's ids that belong to other messages here. */
  known(externalIds: readonly string[]): Promise<ReadonlySet<string>>;
  timeoutMs: number;
}

export interface RepeatableDeps {
  context: WorkContext;
  uploads: Uploads;
  timeoutMs: number;
}

/** What to wait for before a job is tried again. */
export interface Later {
  reason: string;
  afterMs?: number;
}

/** A row's job, with its payload read. */
export type ReadJob<A> =
  /** May be taken by the channel without our knowing: cut short, it is never done again by itself. */
  | {
      kind: 'send';
      send(account: A, options: SendOptions): Promise<ChannelAnswer>;
      /** Looks for the message at the channel; absent if the channel does not list messages. */
      find?(account: A, options: FindOptions): Promise<LookupAnswer>;
    }
  /** May be done twice. Answers null when the row is completed. */
  | { kind: 'repeatable'; run(deps: RepeatableDeps, row: ClaimedRow, account: A): Promise<Later | null> };

/** Reads a row's payload; undefined when it cannot be read. */
export type Job<A> = (payload: unknown) => ReadJob<A> | undefined;

/** A job that sends a message. `find` looks for the message at the channel, if the channel lists messages. */
export function sendJob<A, Payload>(
  schema: z.ZodMiniType<Payload>,
  send: (account: A, payload: Payload, options: SendOptions) => Promise<ChannelAnswer>,
  find?: (account: A, payload: Payload, options: FindOptions) => Promise<LookupAnswer>,
): Job<A> {
  return (given) => {
    const payload = schema.safeParse(given);
    if (!payload.success) return undefined;
    return {
      kind: 'send',
      send: (account, options) => send(account, payload.data, options),
      ...(find && { find: (account: A, options: FindOptions) => find(account, payload.data, options) }),
    };
  };
}

/** A job that may be done twice. */
export function repeatableJob<A, Payload>(
  schema: z.ZodMiniType<Payload>,
  run: (deps: RepeatableDeps, row: ClaimedRow, account: A, payload: Payload) => Promise<Later | null>,
): Job<A> {
  return (given) => {
    const payload = schema.safeParse(given);
    if (!payload.success) return undefined;
    return { kind: 'repeatable', run: (deps, row, account) => run(deps, row, account, payload.data) };
  };
}

interface ChannelOptions<Own extends Account> {
  kind: AccountKind;
  accounts: AccountSettings<Own>;
  composers: Composers;
  /** By the kind of the outbox row. */
  jobs: Readonly<Record<string, Job<Own>>>;
  check(account: Own, deps: CheckDeps): Promise<CheckResult[]>;
}

/** Everything that the rest of the backend knows of a channel. What comes in has a webhook or a server of its own. */
export interface Channel {
  kind: AccountKind;
  /** How its accounts are set up. */
  accounts: AccountSettings<Account>;
  /** What replies become on this channel. */
  composers: Composers;
  /** The row's job; 'unknown' when this channel does no such thing, 'unreadable' when its payload is none. */
  jobOf(account: Account, row: Pick<ClaimedRow, 'kind' | 'payload'>): BoundJob | 'unknown' | 'unreadable';
  /** Tries everything that an account is set up with, and says in words what is wrong. Sends nothing to anybody. */
  check(account: Account, deps: CheckDeps): Promise<CheckResult[]>;
}

export type BoundJob =
  | {
      kind: 'send';
      send(options: SendOptions): Promise<ChannelAnswer>;
      find?(options: FindOptions): Promise<LookupAnswer>;
    }
  | { kind: 'repeatable'; run(deps: RepeatableDeps, row: ClaimedRow): Promise<Later | null> };

const UNREADABLE = "They are not what this channel needs. Give them anew with 'account set --credentials-file'.";

export function defineChannel<Own extends Account>({
  kind,
  accounts,
  composers,
  jobs,
  check,
}: ChannelOptions<Own>): Channel {
  const read = (account: Account) => (account.kind === kind ? accounts.read(account) : undefined);
  return {
    kind,
    accounts,
    composers,
    jobOf(account, row) {
      const [own, job] = [read(account), jobs[row.kind]];
      if (own === undefined || job === undefined) return 'unknown';
      const bound = job(row.payload);
      if (bound === undefined) return 'unreadable';
      if (bound.kind === 'repeatable') {
        return { kind: 'repeatable', run: (deps, claimed) => bound.run(deps, claimed, own) };
      }
      const { send, find } = bound;
      return {
        kind: 'send',
        send: (options) => send(own, options),
        ...(find && { find: (options: FindOptions) => find(own, options) }),
      };
    },
    async check(account, deps) {
      const own = read(account);
      return own === undefined ? [bad('Stored credentials', UNREADABLE)] : check(own, deps);
    },
  };
}

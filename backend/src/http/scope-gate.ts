import type { AnyCallName } from '@inbox/api/all-calls';
import type { TicketId } from '@inbox/domain';
import type { SignedIn } from '../agents/sessions/session';
import type { Queryable } from '../platform/db/connection';
import { beyondScope, embedMessages } from '../embed/beyond-scope';
import { isWithin, ticketsWithin, type Named } from '../embed/reach';
import { hasPanel, type TokenScope } from '../embed/scope';
import { WorkError } from '../platform/errors/errors';
import { SCOPE_RULES } from '../embed/scope-rules';

/** A rule whose call is not known any more: TypeScript cannot follow input and answer through the table. */
type AnyRule =
  | { about: 'never' }
  | { about: 'analytics' }
  | {
      about: 'own' | 'named' | 'all';
      writes: boolean;
      panels?: readonly string[];
      names?: (input: unknown) => Named | 'all';
      keep?: (answer: unknown, within: (ids: readonly TicketId[]) => Promise<Set<TicketId>>) => Promise<unknown>;
    };

interface CallOf {
  who: SignedIn;
  input: unknown;
  handler: (who: SignedIn, input: never) => Promise<unknown>;
}

/**
 * Carries a call out as far as the caller's token reaches: what is beyond its scope is refused before anything is read,
 * and what an answer has beyond it is left out. Tokens of the sign-in have no scope.
 * @throws WorkError 403 `beyond_scope`
 */
export async function callWithin(db: Queryable, name: AnyCallName, { who, input, handler }: CallOf): Promise<unknown> {
  const { narrowed, merchantId } = who;
  if (narrowed === undefined) return handler(who, input as never);
  const { scope } = narrowed;
  const rule = SCOPE_RULES[name] as AnyRule;
  checkRule(name, rule, scope);
  if (rule.about === 'never' || rule.about === 'analytics') return handler(who, input as never);

  const { reach } = scope;
  if (reach === null) {
    const everything = async (ids: readonly TicketId[]) => new Set(ids);
    const answer = await handler(who, input as never);
    return rule.keep === undefined ? answer : rule.keep(answer, everything);
  }
  if (rule.about === 'all') throw beyondScope(embedMessages.wholeInbox(name));
  const bound = { db, merchantId, reach };
  const names = rule.names?.(input) ?? {};
  if (names === 'all') throw beyondScope(embedMessages.wholeInbox(name));
  if (!(await isWithin(bound, names))) throw beyondScope(embedMessages.outOfReach);
  const within = (ids: readonly TicketId[]) => ticketsWithin(bound, ids);
  const answer = await handler(who, input as never).catch(async (error: unknown) => {
    throw await failureWithin(error, within);
  });
  return rule.keep === undefined ? answer : rule.keep(answer, within);
}

function checkRule(name: AnyCallName, rule: AnyRule, scope: TokenScope): void {
  const { readOnly, analytics } = scope;
  if (rule.about === 'never') throw beyondScope(embedMessages.notForPages(name));
  if (rule.about === 'analytics') {
    if (!analytics) throw beyondScope(embedMessages.noAnalytics);
    return;
  }
  if (rule.writes && readOnly) throw beyondScope(embedMessages.readOnly(name));
  checkPanel(name, rule.panels, scope);
}

function checkPanel(what: string, whose: readonly string[] | undefined, scope: TokenScope): void {
  if (!hasPanel(scope, whose)) throw beyondScope(embedMessages.otherPanel(what, whose ?? [], scope.panels ?? []));
}

/** A failure may show what the agent has not seen yet; of other tickets of the conversation it does not. */
async function failureWithin(
  error: unknown,
  within: (ids: readonly TicketId[]) => Promise<Set<TicketId>>,
): Promise<unknown> {
  if (!(error instanceof WorkError) || error.items === undefined) return error;
  const reached = await within(error.items.map(({ ticket_id }) => ticket_id));
  const items = error.items.filter(({ ticket_id }) => reached.has(ticket_id));
  return new WorkError(error.status, error.message, error.code, error.fields, items);
}

/** What a route that is no call does with what it names. */
interface FileUse {
  writes: boolean;
  /** What it is of; 'own' for what only the agent has to do with, 'all' for what is of no ticket yet. */
  names: Named | 'own' | 'all';
}

/**
 * May this token have, or leave, a file? For routes that are no calls.
 * @throws WorkError 403 `beyond_scope`
 */
export async function checkFileScope(db: Queryable, who: SignedIn, { writes, names }: FileUse): Promise<void> {
  const { narrowed, merchantId } = who;
  if (narrowed === undefined) return;
  const { readOnly, reach } = narrowed.scope;
  if (writes && readOnly) throw beyondScope(embedMessages.readOnly('an upload'));
  checkPanel('this file', FILE_PANELS, narrowed.scope);
  if (reach === null || names === 'own') return;
  if (names === 'all') throw beyondScope(embedMessages.wholeInbox('this file'));
  if (!(await isWithin({ db, merchantId, reach }, names))) throw beyondScope(embedMessages.outOfReach);
}

/** The panels that show or send files. */
const FILE_PANELS = ['ticket-list', 'conversation', 'customer-panel'] as const;

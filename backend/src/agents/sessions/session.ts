import { INBOX_PERMISSION, normalEmail, type Acting, type AgentId, type MerchantId } from '@inbox/domain';
import { mayManageQuickReplies } from '@inbox/domain/conversation';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import { writeAgentStatus } from '../agent-queries';
import {
  endSession,
  findRunningSession,
  orderProviderSignOut,
  readActiveAgents,
  readRunningSessions,
  updateUse,
  type RunningSession,
  type UsedFrom,
} from './session-queries';
import type { Vault } from '../../accounts/vault';
import { refuseGone } from '../../cells/gone';
import type { Queryable } from '../../platform/db/connection';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { isScopedToken, issuerOf, ScopedTokenRefused, readScopedToken, refusals } from '../../embed/scoped-token';
import type { TokenScope } from '../../embed/scope';
import { readRunningSecrets } from '../../embed/secrets';
import type { Tokens } from './token';

type Deps = Pick<WorkContext, 'db' | 'now'> & { tokens: Tokens };
type AuthenticateDeps = Deps & { vault: Pick<Vault, 'open'> };

/** What an embedding page's own token is, besides its agent's rights. */
export interface GrantedScope {
  /** The embed secret that it was signed with. */
  kid: string;
  scope: TokenScope;
}

/** Who asks: the merchant as the token says it, the rights as they are now. */
export interface SignedIn {
  /** Empty where there is none: of a narrow token, and where the inbox acts by itself. */
  sessionId: string;
  /** The key that its token was signed with; undefined where that is none of the inbox's. */
  kid?: string;
  merchantId: MerchantId;
  agent: Acting & { first_name: string; last_name: string };
  /** access_connect_chat_page (spec section 6). */
  mayUseInbox: boolean;
  /** May see and change which panels are released, for all merchants. */
  mayOperatePanels?: boolean;
  /** May add, edit, delete and import the shop's quick replies. */
  mayManageQuickReplies?: boolean;
  expiresAt: Date;
  /** Signed in by a narrow token, and only as far as this goes. */
  narrowed?: GrantedScope;
}

/** Milliseconds: the use of a session is written down this often at most. */
const USED_EVERY_MS = 5 * 60_000;

/**
 * Who stands behind a token, with or without the word jwt before it. Undefined when it is not ours, its session has
 * ended, or the agent is disabled. The rights are read with every call, so that a change of them counts at once.
 * @param from where the session is used; not written down when left out
 * @throws ScopedTokenRefused for a token of an embedding page that does not hold; MerchantGone
 */
export async function authenticate(
  deps: AuthenticateDeps,
  token: string,
  from?: UsedFrom,
): Promise<SignedIn | undefined> {
  const bare = token.replace(/^(?:jwt|bearer)\s+/i, '');
  if (isScopedToken(bare)) return authenticateScoped(deps, bare);
  const { db, now, tokens } = deps;
  const time = now();
  const claims = await tokens.read(bare, time);
  if (claims === undefined) return undefined;
  const { sessionId, expiresAt, kid } = claims;
  const { id: merchantId, current_user_id: agentId } = claims.profile;
  const session = { id: sessionId, merchant_id: merchantId, agent_id: agentId, expires_at: expiresAt };
  const found = await findRunningSession(db, session, time);
  if (found === undefined) {
    await refuseGone(db, { id: merchantId });
    return undefined;
  }
  const { used_at, ...running } = found;
  if (from !== undefined && time.getTime() - used_at.getTime() >= USED_EVERY_MS) {
    // Of a database that cannot write, agents still read.
    await updateUse(db, sessionId, from, time).catch(() => undefined);
  }
  return signedInOf({ sessionId, merchantId, expiresAt, kid }, running);
}

async function authenticateScoped({ db, vault, now }: AuthenticateDeps, token: string): Promise<SignedIn> {
  const issuer = issuerOf(token);
  if (issuer !== undefined) await refuseGone(db, { slug: issuer });
  const { kid, merchantId, agent, scope, expiresAt } = await readScopedToken({ db, vault, now: now() }, token);
  const by = 'id' in agent ? agent : { email: normalEmail(agent.email) };
  const [found] = await readActiveAgents(db, [{ merchant_id: merchantId, ...by }]);
  if (found === undefined) throw new ScopedTokenRefused(refusals.agent);
  return signedInOf({ sessionId: '', merchantId, expiresAt, narrowed: { kid, scope } }, found);
}

type Standing = Pick<SignedIn, 'sessionId' | 'kid' | 'merchantId' | 'expiresAt' | 'narrowed'>;

/** The same session or token with the agent's rights as they are now. */
export function signedInOf(
  { sessionId, kid, merchantId, expiresAt, narrowed }: Standing,
  { user_permissions, ...agent }: RunningSession,
): SignedIn {
  return {
    sessionId,
    ...(kid !== undefined && { kid }),
    merchantId,
    agent,
    mayUseInbox: user_permissions.includes(INBOX_PERMISSION),
    mayOperatePanels: narrowed === undefined && user_permissions.includes(OPERATIONS_PERMISSION),
    mayManageQuickReplies: mayManageQuickReplies({ ...agent, user_permissions }),
    expiresAt,
    ...(narrowed && { narrowed }),
  };
}

/** Each of them as they are now; undefined for one whose session, token, key, secret or agent is no more. */
export async function renewAll(
  { db, now, tokens }: Pick<WorkContext, 'db' | 'now'> & { tokens: Pick<Tokens, 'holds'> },
  all: readonly SignedIn[],
): Promise<(SignedIn | undefined)[]> {
  const time = now();
  const sessions = new Set(all.flatMap(({ narrowed, sessionId }) => (narrowed === undefined ? [sessionId] : [])));
  const narrow = all.filter(({ narrowed }) => narrowed !== undefined);
  const kids = new Set(narrow.flatMap(({ narrowed }) => narrowed?.kid ?? []));
  const [running, secrets, agents] = await Promise.all([
    readRunningSessions(db, [...sessions], time),
    readRunningSecrets(db, [...kids], time),
    readActiveAgents(
      db,
      narrow.map(({ merchantId, agent }) => ({ merchant_id: merchantId, id: agent.id })),
    ),
  ]);
  const agentsById = new Map(agents.map((agent) => [agent.id, agent]));
  return all.map((who) => {
    const { narrowed } = who;
    if (narrowed === undefined) {
      if (who.kid !== undefined && !tokens.holds(who.kid)) return undefined;
      const session = running.get(who.sessionId);
      return session && signedInOf(who, session);
    }
    const agent = agentsById.get(who.agent.id);
    const holds = agent !== undefined && secrets.has(narrowed.kid) && who.expiresAt > time;
    return holds ? signedInOf(who, agent) : undefined;
  });
}

/** An agent for whom the inbox acts by itself, with their rights as they are now; undefined when disabled or gone. */
export async function agentLater(
  db: Queryable,
  merchantId: MerchantId,
  agentId: AgentId,
): Promise<SignedIn | undefined> {
  const [found] = await readActiveAgents(db, [{ merchant_id: merchantId, id: agentId }]);
  // There is no session to be ended.
  return found && signedInOf({ sessionId: '', merchantId, expiresAt: new Date(0) }, found);
}

/** Ends this session: its token is refused from here on, although it has not expired. */
export async function signOut({ db, now }: Deps, who: SignedIn): Promise<void> {
  await inTransaction(db, async (tx) => {
    const session = { id: who.sessionId, merchant_id: who.merchantId, agent_id: who.agent.id };
    if (await endSession(tx, session, now())) await orderProviderSignOut(tx, session);
    await setOrigin(tx, who.agent.id);
  });
  await writeAgentStatus(db, who.merchantId, who.agent.id, 'logout');
}

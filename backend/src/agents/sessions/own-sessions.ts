import type { OwnSession } from '@inbox/api/sign-in';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { endSession, endSessionsOf, listRunningSessions } from './session-queries';
import type { SignedIn } from './session';

type Deps = Pick<WorkContext, 'db' | 'now'>;

const rowOf = ({ merchantId, agent }: SignedIn) => ({ merchant_id: merchantId, agent_id: agent.id });

/** Where the agent is signed in now, the session used last first. */
export async function readOwnSessions({ db, now }: Deps, who: SignedIn): Promise<OwnSession[]> {
  const rows = await listRunningSessions(db, rowOf(who), now());
  return rows.map(({ created_at, used_at, ...row }) => ({
    ...row,
    started_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
    current: row.id === who.sessionId,
  }));
}

/**
 * Ends one session of the agent's own: its token opens nothing from here on, and its pages go to the sign-in page.
 * @returns false when there is no such session that runs
 */
export function endOwnSession({ db, now }: Deps, who: SignedIn, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    return endSession(tx, { id, ...rowOf(who) }, now());
  });
}

/** Ends every session of the agent but the one that asks. Returns how many. */
export function endOtherSessions({ db, now }: Deps, who: SignedIn): Promise<number> {
  return inTransaction(db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    return endSessionsOf(tx, rowOf(who), now(), who.sessionId);
  });
}

import type { Vault } from '../../accounts/vault';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import type { AgentKey } from '../agent-queries';
import { useRecoveryCode } from './recovery-codes';
import { findSecondStep, openSecret, takeStep } from './second-step-queries';
import { stepOfCode } from './totp';

type Deps = Pick<WorkContext, 'db' | 'now'> & { vault: Pick<Vault, 'open'> };

/**
 * Uses up what was typed: a code of the agent's app, or one of their recovery codes. Neither works a second time.
 * @returns false when it is wrong, was used before, or the agent has no second step
 */
export async function takeCode({ db, vault, now }: Deps, agent: AgentKey, typed: string): Promise<boolean> {
  const found = await findSecondStep(db, agent);
  if (found === undefined) return false;
  const step = stepOfCode(openSecret(vault, agent.agent_id, found.secret), typed, now());
  if (step !== null) return takeStep(db, agent, step);
  return inTransaction(db, async (tx) => {
    await setOrigin(tx, agent.agent_id);
    return useRecoveryCode(tx, agent, typed, now());
  });
}

import { hashPassword } from '../sign-in/password';
import { endSessionsOf } from '../sessions/session-queries';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { endPendingOf } from '../second-step/pending-sign-ins';
import { deleteLink, deleteLinksOf, findLink, type LinkToken } from './password-links';
import { enqueuePasswordMail } from './password-mails';

/**
 * Gives the agent whom the link was mailed to this password. It signs nobody in: a second step is asked for as ever. All that
 * the old password led to ends, and so do their other links; the agent is told by mail.
 * @returns false when the link is over
 */
export async function choosePassword(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  token: LinkToken,
  password: string,
): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const found = await findLink(tx, token, now());
    if (found === undefined || !(await deleteLink(tx, token))) return false;
    const { email, ...agent } = found;
    await setOrigin(tx, agent.agent_id);
    await tx
      .updateTable('agents')
      .set({ password_hash })
      .where('merchant_id', '=', agent.merchant_id)
      .where('id', '=', agent.agent_id)
      .execute();
    await deleteLinksOf(tx, agent);
    await endSessionsOf(tx, agent, now());
    await endPendingOf(tx, agent);
    await enqueuePasswordMail(tx, { email, kind: 'changed' }, now());
    return true;
  });
}

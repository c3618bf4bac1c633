import type { shopStatusCalls } from '@inbox/api/shop-status';
import type { SignedIn } from '../agents/sessions/session';
import { appendAudit } from '../audit/audit-queries';
import { inTransaction } from '../platform/db/transaction';
import { setOrigin } from '../platform/db/set-origin';
import { WorkError, wordsOf } from '../platform/errors/errors';
import { isTransient } from '../platform/db/transient-error';
import { dismissNotice } from '../conversations/dead-letters/channel-notices';
import { endShopDeadLetter, findShopDeadLetter } from '../conversations/dead-letters/dead-letters';
import { sendAgain } from '../conversations/send/send-again';
import { mayReprocess, readShopStatus } from './read-status';
import type { HttpDeps } from '../http/deps';
import { messages } from '../http/messages';
import type { Handlers } from '../http/serve-calls';

/** Bytes of a delivery that are shown. */
const SHOWN_BYTES = 200_000;

/** How the shop's inbox fares, and what its admins do about it. */
export function shopStatusHandlers({
  context,
  pagesOf,
  reprocessDeadLetter,
}: Pick<HttpDeps, 'context' | 'pagesOf' | 'reprocessDeadLetter'>): Pick<Handlers, keyof typeof shopStatusCalls> {
  const { db } = context;

  /** What customers wrote stands in them: who looked is to be known. */
  const noted = (who: SignedIn, what: string, id: number): Promise<unknown> =>
    inTransaction(db, async (tx) => {
      await setOrigin(tx, who.agent.id);
      await appendAudit(tx, { chain: who.merchantId, what, about: `dead_letter:${id}`, detail: {} });
    });

  return {
    shopStatus: async (who) => {
      checkAdmin(who);
      return readShopStatus(db, who.merchantId, pagesOf);
    },
    sendAgain: async (who, { params: { id } }) => {
      checkAdmin(who);
      await sendAgain(context, who, id);
      return { queued: true };
    },
    deadLetterText: async (who, { params: { id } }) => {
      checkAdmin(who);
      const found = await findShopDeadLetter(db, who.merchantId, id, SHOWN_BYTES);
      if (found === undefined) throw gone();
      await noted(who, 'dead_letter.read', id);
      return { text: found.body.toString('utf8'), truncated: found.size > SHOWN_BYTES };
    },
    reprocessDeadLetter: async (who, { params: { id } }) => {
      checkAdmin(who);
      const found = await findShopDeadLetter(db, who.merchantId, id);
      if (found === undefined) throw gone();
      if (!mayReprocess(found)) throw new WorkError(409, messages.noRetryHere, 'no_retry');
      const reason = await reprocessDeadLetter(who.merchantId, found).catch((error: unknown) => {
        if (isTransient(error)) throw error;
        return `${messages.notTakenIn} ${wordsOf(error)}`;
      });
      await endShopDeadLetter(db, who.merchantId, id, reason);
      await noted(who, reason === null ? 'dead_letter.taken_in' : 'dead_letter.tried', id);
      return { taken_in: reason === null, reason };
    },
    dismissNotice: async (who, { params: { id } }) => {
      checkAdmin(who);
      await inTransaction(db, async (tx) => {
        await setOrigin(tx, who.agent.id);
        if (!(await dismissNotice(tx, who.merchantId, id, context.now()))) {
          throw new WorkError(404, messages.noticeGone, 'no_notice');
        }
        await appendAudit(tx, { chain: who.merchantId, what: 'notice.dismissed', about: `notice:${id}`, detail: {} });
      });
      return { dismissed: true };
    },
  };
}

function checkAdmin({ agent }: SignedIn): void {
  if (!agent.is_store_admin) throw new WorkError(403, messages.statusForAdmins, 'admins_only');
}

const gone = (): WorkError => new WorkError(404, messages.deadLetterGone, 'no_dead_letter');

import { subDays } from 'date-fns/subDays';
import { pruneAudit } from '../audit/prune-audit';
import { pruneStretches } from '../tickets/handled-time/handled-time-queries';
import { deleteOldNotices } from '../conversations/dead-letters/channel-notices';
import { forgetOldReports } from '../conversations/dead-letters/dead-letters';
import { forgetOldHealth } from '../panels';
import { pruneEvents } from '../live/live-events';
import { forgetGoneNodes } from '../live/node-pages';
import { forgetUnsentUploads } from '../conversations/thread/pending-uploads';
import { deleteOldAnswers } from '../agents/oidc/identity-queries';
import { deleteOldChallenges } from '../agents/passkeys/passkey-queries';
import { deleteExpiredOffers } from '../agents/second-step/second-step-queries';
import { deleteExpiredSessions } from '../agents/sessions/session-queries';
import { deleteExpiredLinks } from '../agents/password-reset/password-links';
import { forgetPasswordMails } from '../agents/password-reset/password-mails';
import { deleteExpiredPending } from '../agents/second-step/pending-sign-ins';
import { forgetShopRecords } from '../shop/shop-records';
import { makePartitions } from '../platform/db/partitions/make-partitions';
import { foldAllCounters } from '../tickets/list/counter-rows';
import type { Uploads } from '../platform/files/uploads';
import type { WorkContext } from '../platform/db/unit-of-work';

const EVERY_MS = 10 * 60_000;

/** An upload that was not sent in a week belongs to a draft that was given up. */
const UPLOADS_KEPT_DAYS = 7;

/** Nobody goes on writing a file after so long: whoever began it was killed. */
const UNFINISHED_KEPT_DAYS = 1;

/** A browser that was closed reports its last stretch of handling when it is opened again, if it ever is. */
const STRETCHES_KEPT_DAYS = 90;

/** Orders and checkouts of people who have never written; the shop has them. */
const SHOP_RECORDS_KEPT_DAYS = 180;

/** Of use while one decides on releases, and to compare with the last ones. */
const HEALTH_KEPT_DAYS = 30;

/** Forgets, now and then, what nobody can ask for any more. Returns what stops it. */
export function startHousekeeping(
  { db, now }: WorkContext,
  uploads: Pick<Uploads, 'remove' | 'removeUnfinished'>,
  report: (error: unknown) => void,
  /** Days that audit records are stored. */
  auditDays: number,
): () => void {
  let shopRecordsAt = new Date(0);
  const clean = async (): Promise<void> => {
    await makePartitions(db, now());
    await pruneEvents(db, now());
    await forgetGoneNodes(db);
    await deleteExpiredSessions(db, now());
    await deleteOldAnswers(db, now());
    await deleteExpiredOffers(db, now());
    await deleteOldChallenges(db, now());
    await deleteExpiredPending(db, now());
    await deleteExpiredLinks(db, now());
    await forgetPasswordMails(db, subDays(now(), 1));
    await forgetOldReports(db, now());
    await deleteOldNotices(db, now());
    await forgetOldHealth(db, subDays(now(), HEALTH_KEPT_DAYS));
    await pruneStretches(db, subDays(now(), STRETCHES_KEPT_DAYS));
    const forgotten = await forgetUnsentUploads(db, subDays(now(), UPLOADS_KEPT_DAYS));
    for (const key of forgotten) await uploads.remove(key);
    await uploads.removeUnfinished(subDays(now(), UNFINISHED_KEPT_DAYS));
    await foldAllCounters(db);
    await pruneAudit(db, now(), auditDays);
    // It looks at all that a shop has said: once a day.
    if (shopRecordsAt > subDays(now(), 1)) return;
    shopRecordsAt = now();
    await forgetShopRecords(db, subDays(now(), SHOP_RECORDS_KEPT_DAYS));
  };
  // The day's partitions are there from the first minute on.
  void makePartitions(db, now()).catch(report);
  const timer = setInterval(() => void clean().catch(report), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

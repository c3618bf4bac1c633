import { CACHE_MAX_AGE_MS, type TemplateListAnswer } from '@inbox/api/wire';
import type { AccountId, MerchantId, TemplateStatus } from '@inbox/domain';
import type { WorkContext } from '../platform/db/unit-of-work';
import { listTemplates, readSyncs, type SyncState } from './template-queries';

/** Where an account's templates come from. */
export interface TemplateSource {
  /**
   * Asks for all of them and stores what is answered, or why nothing was. Never fails but by the database.
   * @param isDue asked again before, since somebody else may have asked meanwhile
   */
  sync(of: { merchantId: MerchantId; accountId: AccountId }, isDue: () => Promise<boolean>): Promise<void>;
}

/** Milliseconds after which WhatsApp is asked once more when it could not answer. */
const RETRY_MS = 60_000;

/** Milliseconds that an agent waits for WhatsApp; what it says later is in the next answer. */
const PATIENCE_MS = 6_000;

/**
 * The templates with this status, by name. They are asked for anew when they are older than the cache's age (spec section
 * 9), or when WhatsApp has said that something changed.
 */
export async function readTemplates(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  source: TemplateSource,
  merchantId: MerchantId,
  status: TemplateStatus,
): Promise<TemplateListAnswer> {
  const readDue = async () => (await readSyncs(db, merchantId)).filter((sync) => isDue(sync, now().getTime()));
  const due = await readDue();
  const isStillDue = async (accountId: AccountId) => (await readDue()).some((sync) => sync.accountId === accountId);
  const asking = due.map((of) => source.sync(of, () => isStillDue(of.accountId)));
  await atMost(PATIENCE_MS, Promise.all(asking));
  const templates = await listTemplates(db, merchantId, status);
  const problems = templates.length > 0 ? [] : (await readSyncs(db, merchantId)).map(({ problem }) => problem);
  return { templates, problem: problems.find((problem) => problem !== null) ?? null };
}

function isDue({ asked_at, synced_at }: SyncState, now: number): boolean {
  if (synced_at !== null && now - synced_at.getTime() < CACHE_MAX_AGE_MS) return false;
  return asked_at === null || now - asked_at.getTime() >= RETRY_MS;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

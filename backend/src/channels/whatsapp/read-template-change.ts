import * as z from 'zod/mini';
import type { MetaAccount } from '../../accounts/accounts';
import type { WorkContext } from '../../db/unit-of-work';
import { markSyncDue, setTemplateStatus } from '../../templates/template-queries';
import { templateStatusOf } from './read-templates';

const statusUpdate = z.looseObject({
  event: z.string(),
  message_template_id: z.union([z.string(), z.number()]),
});

/**
 * A template has changed at WhatsApp. A new status counts at once; the rest is fetched when the templates are next asked
 * for.
 */
export async function ingestTemplateChange(
  { db }: Pick<WorkContext, 'db'>,
  { merchant_id: merchantId, id: accountId }: MetaAccount,
  { field, value }: { field: string; value: unknown },
): Promise<null> {
  const of = { merchantId, accountId };
  const read = field === 'message_template_status_update' ? statusUpdate.safeParse(value) : undefined;
  if (read?.success === true) {
    const { event, message_template_id } = read.data;
    await setTemplateStatus(db, of, String(message_template_id), templateStatusOf(event));
  }
  await markSyncDue(db, of);
  return null;
}

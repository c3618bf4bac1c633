import type { TemplateState } from '@inbox/domain';
import * as z from 'zod/mini';
import type { MetaAccount } from '../meta/account';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { markSyncDue, setTemplateStatus } from '../../templates/template-queries';
import { templateStatusOf } from './read-templates';

const statusUpdate = z.looseObject({
  event: z.string(),
  message_template_id: z.union([z.string(), z.number()]),
});

/**
 * A template has changed at WhatsApp. A new status counts at once; the rest is fetched when the templates are next asked
 * for, which open pickers do when they are told.
 */
export async function ingestTemplateChange(
  { db, live }: Pick<WorkContext, 'db' | 'live'>,
  { merchant_id: merchantId, id: accountId }: MetaAccount,
  { field, value }: { field: string; value: unknown },
): Promise<null> {
  const of = { merchantId, accountId };
  const templates: TemplateState[] = [];
  const read = field === 'message_template_status_update' ? statusUpdate.safeParse(value) : undefined;
  if (read?.success === true) {
    const { event, message_template_id } = read.data;
    templates.push(...(await setTemplateStatus(db, of, String(message_template_id), templateStatusOf(event))));
  }
  await markSyncDue(db, of);
  live.signal(merchantId, { type: 'templates.changed', templates });
  return null;
}

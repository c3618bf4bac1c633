import { idSchema, type AgentId, type MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { ChannelAnswer } from '../platform/outbox/answer';
import { postEvent } from './post-event';
import { findAutomation } from './automation';
import type { ClaimedRow } from '../platform/outbox/queue';
import type { Vault } from '../accounts/vault';
import type { WorkContext } from '../platform/db/unit-of-work';

const eventSchema = z.object({
  id: z.uuid(),
  event: z.literal('agent.session_started'),
  time: z.string(),
  merchant: z.object({ id: idSchema<MerchantId>(), name: z.string() }),
  agent: z.object({ id: idSchema<AgentId>(), full_name: z.string(), email: z.string() }),
});

interface Deps {
  context: Pick<WorkContext, 'db' | 'now'>;
  vault: Vault;
  timeoutMs: number;
  /** Whether the automation may be on this machine or its network; no, when left out. */
  mayReachPrivate?: boolean;
}

/** One attempt to deliver an event to a merchant's automation, at the address and with the secret that are set now. */
export async function deliverEvent(
  { context, vault, timeoutMs, mayReachPrivate = false }: Deps,
  row: ClaimedRow,
): Promise<ChannelAnswer> {
  const event = eventSchema.safeParse(row.payload);
  if (!event.success) return { kind: 'refused', reason: 'This event cannot be read any more.' };
  const automation = await findAutomation(context.db, vault, row.merchant_id);
  if (automation === undefined) return { kind: 'refused', reason: 'The automation was switched off.' };
  return postEvent(automation, event.data, { timeoutMs, mayReachPrivate, now: context.now() });
}

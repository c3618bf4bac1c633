import { idSchema, type AgentId, type MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { ChannelAnswer } from '../channels/answer';
import { postEvent } from '../channels/automation';
import { findAutomation } from '../store/automation';
import type { ClaimedRow } from '../store/outbox-queue';
import type { SendDeps } from './send-row';

const eventSchema = z.object({
  id: z.uuid(),
  event: z.literal('agent.session_started'),
  time: z.string(),
  merchant: z.object({ id: idSchema<MerchantId>(), name: z.string() }),
  agent: z.object({ id: idSchema<AgentId>(), full_name: z.string(), email: z.string() }),
});

/** One attempt to tell a merchant's automation, at the address and with the secret that are set now. */
export async function askAutomation(
  { context, vault, timeoutMs, mayReachPrivate = false }: SendDeps,
  row: ClaimedRow,
): Promise<ChannelAnswer> {
  const event = eventSchema.safeParse(row.payload);
  if (!event.success) return { kind: 'refused', reason: 'This event cannot be read any more.' };
  const automation = await findAutomation(context.db, vault, row.merchant_id);
  if (automation === undefined) return { kind: 'refused', reason: 'The automation was switched off.' };
  return postEvent(automation, event.data, { timeoutMs, mayReachPrivate, now: context.now() });
}

import type { AgentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { traceparent } from '../platform/tracing/tracing';
import type { Vault } from '../accounts/vault';

/** An address outside that is told when an agent's session starts, and the secret that such a message is signed with. */
export interface Automation {
  url: string;
  secret: string;
}

/** Of a merchant's sealed automation secret. */
export const labelOf = (merchantId: MerchantId): string => `automation:${merchantId}`;

/** Undefined for a merchant who has none, as it is from the start. */
export async function findAutomation(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
): Promise<Automation | undefined> {
  const { automation_url: url, automation_secret: sealed } = await db
    .selectFrom('merchants')
    .select(['automation_url', 'automation_secret'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  if (url === null || sealed === null) return undefined;
  const secret = vault.open(sealed, labelOf(merchantId));
  if (typeof secret !== 'string') throw new Error('The automation secret is not a text.');
  return { url, secret };
}

/** @param automation null switches it off */
export async function writeAutomation(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
  automation: Automation | null,
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({
      automation_url: automation && automation.url,
      automation_secret: automation && vault.seal(automation.secret, labelOf(merchantId)),
    })
    .where('id', '=', merchantId)
    .execute();
}

/** What an automation is told: who, where, what and when. Never a token. */
export interface AutomationEvent {
  /** Made once: whoever is told twice knows it by this. */
  id: string;
  event: 'agent.session_started';
  time: string;
  merchant: { id: MerchantId; name: string };
  agent: { id: AgentId; full_name: string; email: string };
}

const AUTOMATION_KIND = 'automation.event';

/** Puts an event on its way, for a merchant who has an automation. Says whether there is one. */
export async function enqueueEvent(db: Queryable, event: AutomationEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows: told } = await db
    .insertInto('outbox')
    .columns(['merchant_id', 'kind', 'payload', 'next_at', 'trace'])
    .expression((eb) =>
      eb
        .selectFrom('merchants')
        .select(['id', sql.lit(AUTOMATION_KIND).as('kind')])
        .select([sql<unknown>`${JSON.stringify(event)}::jsonb`.as('payload'), sql<Date>`now()`.as('next_at')])
        .select(sql<string | null>`${traceparent()}::text`.as('trace'))
        .where('id', '=', event.merchant.id)
        .where('automation_url', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  return told !== undefined && told > 0n;
}

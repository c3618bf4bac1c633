import { generateKeyPairSync } from 'node:crypto';
import { browserKeySchema, type BrowserKey } from '@inbox/api/browser-key';
import type { AgentId } from '@inbox/domain';
import type { Vault } from '../../accounts/vault';
import type { Queryable } from '../../platform/db/connection';
import type { SignedIn } from './session';

/** Binds a sealed key to its agent: under another label the vault does not open it. */
export const labelOf = (agentId: AgentId): string => `browser key ${agentId}`;

/**
 * The key pair by which the agent's browsers encrypt at a sign-out what is not sent. It is made at the first call, and
 * stays the same: what a browser has encrypted can be read years later.
 * @throws when the vault cannot open it; a new one would leave unreadable what browsers have encrypted
 */
export async function readBrowserKey(
  db: Queryable,
  vault: Vault,
  { merchantId, agent }: Pick<SignedIn, 'merchantId' | 'agent'>,
): Promise<BrowserKey> {
  const label = labelOf(agent.id);
  const find = async (): Promise<Buffer | null> =>
    (
      await db
        .selectFrom('agents')
        .select('browser_key')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', agent.id)
        .executeTakeFirstOrThrow()
    ).browser_key;
  const known = await find();
  if (known !== null) return browserKeySchema.parse(vault.open(known, label));

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = browserKeySchema.parse(privateKey.export({ format: 'jwk' }));
  // One of two simultaneous calls stores its key, and both answer with that one.
  await db
    .updateTable('agents')
    .set({ browser_key: vault.seal(made, label) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', agent.id)
    .where('browser_key', 'is', null)
    .execute();
  const stored = await find();
  return stored === null ? made : browserKeySchema.parse(vault.open(stored, label));
}

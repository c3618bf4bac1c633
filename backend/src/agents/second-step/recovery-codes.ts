import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../platform/db/connection';
import type { AgentKey } from '../agent-queries';

/** How many an agent gets. */
export const RECOVERY_CODES = 10;

/** Crockford's base32: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 80 random bits, as `7q4k-9x2m-c8tv-0hzn`: a plain hash of it cannot be guessed. */
function makeCode(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

/** As it was made, whatever was typed for it: capitals, gaps, and the letters that Crockford takes for digits. */
function normalCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}

const digestOf = (code: string): Buffer => createHash('sha256').update(normalCode(code)).digest();

/** New codes in place of all that the agent had. They are stored as hashes alone: nobody can be shown them again. */
export async function replaceRecoveryCodes(tx: Queryable, agent: AgentKey): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  await tx
    .deleteFrom('recovery_codes')
    .where('merchant_id', '=', agent.merchant_id)
    .where('agent_id', '=', agent.agent_id)
    .execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...agent, digest: digestOf(code) })))
    .execute();
  return codes;
}

/** Uses a code up, by one statement: of two requests with the same code one wins. */
export async function useRecoveryCode(tx: Queryable, agent: AgentKey, typed: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('merchant_id', '=', agent.merchant_id)
    .where('agent_id', '=', agent.agent_id)
    .where('digest', '=', digestOf(typed))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Queryable, agent: AgentKey): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('merchant_id', '=', agent.merchant_id)
    .where('agent_id', '=', agent.agent_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

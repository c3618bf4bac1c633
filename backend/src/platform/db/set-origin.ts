import type { AgentId } from '@inbox/domain';
import { sql, type RawBuilder } from 'kysely';
import { currentOrigin, type Origin } from '../origin';
import type { Queryable } from './connection';

/** Of an agent's work, or of what the caller does it in the name of; undefined when the inbox does it by itself. */
function originOf(by: AgentId | null): Origin | undefined {
  const origin = currentOrigin();
  return by === null ? origin : { ...origin, who: `agent:${by}` };
}

/**
 * What makes the database know in whose name the transaction is, as part of a statement: the audit's triggers read it at
 * the commit. Null when it is the inbox's own.
 */
export function originSetting(by: AgentId | null): RawBuilder<string> | null {
  const origin = originOf(by);
  if (origin === undefined) return null;
  const { who, from } = origin;
  return sql<string>`set_config('inbox.origin', ${JSON.stringify({ who, from })}, true)`;
}

/** The same as a statement of its own, for a transaction that is no unit of work. */
export async function setOrigin(tx: Queryable, by: AgentId | null): Promise<void> {
  const setting = originSetting(by);
  if (setting !== null) await sql`select ${setting}`.execute(tx);
}

import type { AccountId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Change } from '../../platform/db/unit-of-work';
import type { ContentRow } from '../thread/content-rows';

export type Named = Pick<ContentRow, 'id' | 'ticket_id' | 'conversation_id'>;

/** The id that a mail left with. */
const leftAs = sql<string>`details ->> 'message_id'`;

/**
 * The first of these messages that is known here: by the channel's id of it, or by the id that a mail left with, which the
 * server that sent it may have replaced.
 * @param ids likeliest first
 */
export async function findNamed(
  { tx, merchantId }: Change,
  accountId: AccountId,
  ids: readonly string[],
  { onlyOurs = false } = {},
): Promise<Named | undefined> {
  if (ids.length === 0) return undefined;
  const ofAccount = tx
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'conversation_id'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId);
  const known = await ofAccount
    .select('external_id as name')
    .where('external_id', 'in', ids)
    .$if(onlyOurs, (query) => query.where('actor', '=', 'merchant'))
    .execute();
  const replaced = await ofAccount
    .select(leftAs.as('name'))
    // As in the index contents_by_replaced_id.
    .where(sql<boolean>`actor = 'merchant' and external_id <> details ->> 'message_id'`)
    .where(leftAs, 'in', ids)
    .execute();
  const rows = [...known, ...replaced];
  return ids.flatMap((id) => rows.find(({ name }) => name === id) ?? [])[0];
}

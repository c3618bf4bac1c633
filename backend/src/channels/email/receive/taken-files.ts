import type { AccountKey } from '../../../accounts/accounts';
import { isOutcomeUnknown } from '../../../platform/db/transaction';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import type { ReadMail } from '../content/read-mail';

/**
 * Looks whether a message has a mail's files although storing it failed: the connection can break after the commit. Such
 * files must stay, because the mail is a duplicate when it comes again.
 * @param failed with what it failed
 * @returns 'perhaps' when the database does not say
 */
export async function hasTakenFiles(
  { context }: { context: WorkContext },
  mailbox: AccountKey,
  { mail, originalKey }: { mail: Pick<ReadMail, 'messageId' | 'ownId'>; originalKey: string },
  failed: unknown,
): Promise<'yes' | 'no' | 'perhaps'> {
  try {
    const rows = await context.db
      .selectFrom('contents')
      .select('details')
      .where('merchant_id', '=', mailbox.merchant_id)
      .where('account_id', '=', mailbox.id)
      .where('external_id', 'in', [mail.messageId, mail.ownId])
      .execute();
    return rows.some(({ details }) => details.original_key === originalKey) ? 'yes' : 'no';
  } catch {
    return isOutcomeUnknown(failed) ? 'perhaps' : 'no';
  }
}

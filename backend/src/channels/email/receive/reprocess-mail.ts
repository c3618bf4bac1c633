import type { MerchantId } from '@inbox/domain';
import { mailboxAddresses } from '../../../accounts/accounts';
import type { Queryable } from '../../../platform/db/connection';
import type { Uploads } from '../../../platform/files/uploads';
import type { MailIntake } from './intake';
import { messages } from '../messages';
import { smtpEnvelopeSchema } from './ingest-mail';

export interface ReprocessMailDeps {
  db: Queryable;
  uploads: Uploads;
  intake: Pick<MailIntake, 'take'>;
}

/**
 * Takes a mail in once more that was stored as a dead letter of this merchant; one that its sender has sent again meanwhile
 * is recognised.
 * @returns why it was not; null when it was
 * @throws as `ingestMail`
 */
export async function reprocessMail(
  { db, uploads, intake }: ReprocessMailDeps,
  merchantId: MerchantId,
  { body, told }: { body: Buffer; told: unknown },
): Promise<string | null> {
  const { account_id, envelope_sender: envelopeSender, client } = smtpEnvelopeSchema.parse(told);
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'merchant_id', 'external_id', 'address', 'aliases'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', account_id)
    .executeTakeFirst();
  if (account === undefined) return messages.mailboxGone;
  const mailbox = { id: account.id, merchant_id: account.merchant_id, addresses: mailboxAddresses(account) };
  const { storage_key: key } = await uploads.put(body, { maxBytes: body.length });
  await intake.take([mailbox], { key, envelopeSender, client });
  return null;
}

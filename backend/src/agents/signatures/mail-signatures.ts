import type { AgentId, MailSignature, MerchantId } from '@inbox/domain';
import { LONGEST_SIGNATURE } from '@inbox/domain/conversation';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { cleanRichHtml } from '../../platform/html/clean-rich-html';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import type { SignedIn } from '../sessions/session';

/** An agent's own signatures, of the mailboxes that they have one for. */
export async function listSignatures(
  db: Queryable,
  merchantId: MerchantId,
  agentId: AgentId,
): Promise<MailSignature[]> {
  return db
    .selectFrom('mail_signatures')
    .select(['account_id', 'html'])
    .where('merchant_id', '=', merchantId)
    .where('agent_id', '=', agentId)
    .orderBy('account_id')
    .execute();
}

/**
 * Gives an agent this signature for one of the shop's mailboxes, cleaned as a mail's text is; a blank one is none.
 * @throws WorkError when there is no such mailbox, or it is too long
 */
export async function saveSignature(
  db: Queryable,
  { merchantId, agent }: SignedIn,
  { account_id, html: given }: MailSignature,
): Promise<MailSignature> {
  const mailbox = await db
    .selectFrom('accounts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', account_id)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  if (mailbox === undefined) throw new WorkError(404, messages.noSuchMailbox, 'no_mailbox');
  // Before it is cleaned, which takes the longer the longer it is.
  if (given.length > LONGEST_SIGNATURE) {
    throw new WorkError(400, messages.signatureTooLong, 'too_long', { html: [messages.signatureTooLong] });
  }
  const { html, isBlank } = cleanRichHtml(storable(given), (dataUrl) => dataUrl);
  const key = { merchant_id: merchantId, agent_id: agent.id, account_id };
  if (isBlank) {
    await db
      .deleteFrom('mail_signatures')
      .where('merchant_id', '=', merchantId)
      .where('agent_id', '=', agent.id)
      .where('account_id', '=', account_id)
      .execute();
    return { account_id, html: '' };
  }
  await db
    .insertInto('mail_signatures')
    .values({ ...key, html })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'agent_id', 'account_id']).doUpdateSet({ html }))
    .execute();
  return { account_id, html };
}

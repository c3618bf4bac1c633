import type { ContentId, MerchantId, TicketId } from '@inbox/domain';
import { decodeHTML } from 'entities';
import { sql } from 'kysely';
import { htmlText } from '../../channels/email/text/html-text';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { preview } from '../../conversations/thread/last-message';
import { findWholeMail } from '../../conversations/thread/long-mails';

/** An HTML mail whose stored text can have names of letters, such as `&uuml;`, or soft hyphens. */
export interface SuspectMail {
  id: ContentId;
  ticket_id: TicketId;
  message: string;
}

/** Two texts with this in common differ only in how letters and gaps are written. */
const lettersOf = (text: string): string => decodeHTML(text).replace(/[\s\u00ad\u200b-\u200d\ufeff]+/g, '');

/**
 * Reads the text of a stored HTML mail again as `htmlText` does now. Only a text that was made from the HTML changes: one that
 * the sender wrote beside the HTML says what it says. The row of the list changes with it.
 */
export async function repairMailText(db: Queryable, merchantId: MerchantId, mail: SuspectMail): Promise<void> {
  const html = await findWholeMail(db, merchantId, mail.id);
  if (html === undefined) return;
  const text = storable(htmlText(html));
  if (text === mail.message || lettersOf(text) !== lettersOf(mail.message)) return;
  // The row first: after a crash between the two, the mail is found again by its text.
  await db
    .updateTable('tickets')
    .set({
      rev: sql<number>`rev + 1`,
      last_message: sql<never>`jsonb_set(last_message, '{message}', to_jsonb(${preview(text)}::text))`,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', mail.ticket_id)
    .where(sql<string>`last_message ->> 'message'`, '=', preview(mail.message))
    .execute();
  await db
    .updateTable('contents')
    .set({ rev: sql<number>`rev + 1`, message: text })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', mail.id)
    .where('message', '=', mail.message)
    .execute();
}

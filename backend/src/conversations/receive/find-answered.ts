import { bareSubject } from '@inbox/domain/conversation';
import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { Change } from '../../platform/db/unit-of-work';
import { findNamed, type Named } from './find-named';
import type { IncomingMessage } from '../incoming/incoming-message';

/** People answer within this many days. A later mail with an old subject is a new request. */
const ANSWER_DAYS = 30;
/** Newest mails to one address that are compared. */
const MAX_COMPARED = 20;

export type Answering = Pick<IncomingMessage, 'accountId' | 'source' | 'contact' | 'answers'> &
  Partial<Pick<IncomingMessage, 'details'>>;

/**
 * Finds the message that this one answers: by the ids that it names or, for a mail that names only unknown ones, by its
 * subject.
 */
export async function findAnswered(work: Change, answering: Answering): Promise<Named | undefined> {
  return (await findNamed(work, answering.accountId, answering.answers)) ?? (await findBySubject(work, answering));
}

/**
 * Some services replace the Message-ID of a mail and do not name the new one, and some mail programs leave References out.
 * Then the subject remains. Only the customer of the mail can join its thread this way, and only as the sender check allows:
 * unlike ids, subjects can be guessed.
 */
async function findBySubject(
  { tx, merchantId, now }: Change,
  { accountId, source, contact, answers, details }: Answering,
): Promise<Named | undefined> {
  const subject = bareSubject(details?.subject ?? '');
  if (source !== 'email' || answers.length === 0 || subject === '') return undefined;
  if (details?.sender_check?.verified === false) return undefined;
  const sent = await tx
    .selectFrom('contents as c')
    .innerJoin('conversations as v', (join) =>
      join.onRef('v.merchant_id', '=', 'c.merchant_id').onRef('v.id', '=', 'c.conversation_id'),
    )
    .select(['c.id', 'c.ticket_id', 'c.conversation_id', sql<string | null>`c.details ->> 'subject'`.as('subject')])
    .where('v.merchant_id', '=', merchantId)
    .where('v.account_id', '=', accountId)
    .where('v.contact', '=', contact)
    .where('c.actor', '=', 'merchant')
    .where('c.content_type', '=', 'email')
    .where('c.stored_at', '>', subDays(now, ANSWER_DAYS))
    .orderBy('c.id', 'desc')
    .limit(MAX_COMPARED)
    .execute();
  return sent.find((mail) => bareSubject(mail.subject ?? '') === subject);
}

import type { Email } from 'postal-mime';
import { field, partsOf, recipientsOf, reportedIds, returnedId, typed } from './fields';
import type { MailReport } from './mail-report';

/** Reads a receipt that a recipient's mail program has sent (RFC 8098); null when it is none. */
export function readReceipt(email: Email): MailReport | null {
  const [fields] = partsOf(email, 'message/disposition-notification', 'message/global-disposition-notification');
  if (fields === undefined) return null;
  const disposition = typed(field(fields, 'disposition')) ?? '';
  return {
    kind: /^displayed/i.test(disposition)
      ? 'read'
      : /^deleted|^denied|^failed/i.test(disposition)
        ? 'not_read'
        : 'delivered',
    messageIds: reportedIds(email, field(fields, 'original-message-id') ?? returnedId(email)),
    recipients: recipientsOf([
      typed(field(fields, 'original-recipient')) ?? typed(field(fields, 'final-recipient')) ?? email.from?.address,
    ]),
    reason: undefined,
  };
}

import type { Email } from 'postal-mime';
import { readDeliveryStatus } from './delivery-status';
import { isReport, field, partsOf, recipientsOf, reportedIds, returnedId, typed } from './fields';
import type { MailReport } from './mail-report';
import { readPlainReport } from './plain-report';

export type { MailReport };

/**
 * Reads a report: a delivery status notification (RFC 3464), a receipt (RFC 8098), or the words of a mail server that
 * writes neither. Null for anything else: in doubt a person wrote it.
 */
export function readReport(email: Email): MailReport | null {
  return (isReport(email) ? (readDeliveryStatus(email) ?? readReceipt(email)) : null) ?? readPlainReport(email);
}

/** Reads a receipt that a recipient's mail program has sent (RFC 8098); null when it is none. */
function readReceipt(email: Email): MailReport | null {
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

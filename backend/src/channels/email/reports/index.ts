import type { Email } from 'postal-mime';
import { readDeliveryStatus } from './delivery-status';
import { isReport } from './fields';
import type { MailReport } from './mail-report';
import { readPlainReport } from './plain-report';
import { readReceipt } from './receipt';

export type { MailReport };

/**
 * Reads a report: a delivery status notification (RFC 3464), a receipt (RFC 8098), or the words of a mail server that
 * writes neither. Null for anything else: in doubt a person wrote it.
 */
export function readReport(email: Email): MailReport | null {
  return (isReport(email) ? (readDeliveryStatus(email) ?? readReceipt(email)) : null) ?? readPlainReport(email);
}

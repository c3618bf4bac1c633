/** What a mail server, or a recipient's mail program, reports of a mail of ours. */
export interface MailReport {
  /** `bounce`: it did not arrive. `not_read`: it was deleted, or taken out of sight, without being shown. */
  kind: 'bounce' | 'delayed' | 'delivered' | 'read' | 'not_read';
  /** The Message-IDs that it may be about, likeliest first; none: what it is about is found by its recipients. */
  messageIds: string[];
  /** Whom it is about: of several groups those that `kind` is true of. */
  recipients: string[];
  /** The mail server's words; undefined where it gives none. */
  reason: string | undefined;
}

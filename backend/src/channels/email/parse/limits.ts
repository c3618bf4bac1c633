/** How much of one mail is read and shown. All of it stays in the original, which can always be downloaded. */
export const MAIL_LIMITS = {
  /** Files. The message says how many more there are. */
  attachments: 100,
  /** Addresses in each of To, Cc, Bcc and Reply-To. */
  recipients: 100,
  /** MIME parts, and how deeply they may be nested, before the mail counts as one that was built to exhaust a reader. */
  parts: 30_000,
  depth: 100,
  /** Files of S/MIME in each other, and bytes of those that are compressed, over all parts: as large as a mail may be. */
  wrappings: 5,
  inflatedBytes: 36_000_000,
  /** Bytes of text and of HTML over all parts, as they are decoded. */
  textBytes: 3_000_000,
  htmlBytes: 6_000_000,
  /** UTF-16 units that are stored. */
  text: 1_000_000,
  html: 5_000_000,
} as const;

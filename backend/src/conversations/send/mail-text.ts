import type { MailKind, QuotedHead } from '@inbox/domain';

/** What an agent has written, as it leaves. */
export interface MailBody {
  html: string;
  text: string;
  /** The pictures of the text, each by the Content-ID under which the HTML has it. */
  images: { cid: string; bytes: Buffer }[];
}

/** A mail that another one quotes. */
export interface Original extends QuotedHead {
  /** As it came, untrusted; null for a mail of plain text. */
  html: string | null;
  text: string;
  /** Content-IDs of its files, without brackets, that the quote may show. */
  contentIds: ReadonlySet<string>;
}

/** A quoted mail with what is said above it. */
export interface Quote {
  html: string;
  text: string;
  /** Content-IDs of the original's files that the HTML shows. */
  contentIds: ReadonlySet<string>;
}

/** What of the text of a mail the e-mail channel knows. */
export interface MailText {
  readBody(html: string): MailBody;
  quote(kind: MailKind, original: Original): Quote;
}

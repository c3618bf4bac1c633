import type { AccountId } from '../ids';

/** What an agent has below new mails from one mailbox. */
export interface MailSignature {
  account_id: AccountId;
  /** As the editor of formatted text writes it; empty for none. */
  html: string;
}

/** UTF-16 units of one signature: a logo as a picture, and the words. */
export const LONGEST_SIGNATURE = 200_000;

const BLANK_LINES = /^(?:<div(?: [^>]*)?><br><\/div>)*$/;

/**
 * Is nothing written yet: no text at all, or the signature alone?
 * @param text HTML as the editor writes it
 * @param signature the one that was put below it; undefined or null when none was
 */
export function isUnwritten(text: string, signature: string | null | undefined): boolean {
  if (text.trim() === '') return true;
  return !!signature && text.endsWith(signature) && BLANK_LINES.test(text.slice(0, -signature.length));
}

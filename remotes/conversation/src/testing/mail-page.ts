import type { EmailDocument } from '../email/sanitize/email-html';
import { appendCopy } from '../email/sanitize/page-content';

/** The page that a mail's frame shows, without the frame. */
export function pageOf(made: EmailDocument): Document {
  const page = new DOMParser().parseFromString(made.srcdoc, 'text/html');
  appendCopy(page, made.content);
  return page;
}

/** The same as text. */
export const markupOf = (made: EmailDocument): string => pageOf(made).documentElement.outerHTML;

import { convert } from 'html-to-text';
import { randomUUID } from 'node:crypto';
import { messages } from '../../../platform/errors/messages';
import { lengthBesidePictures, sanitizeBounded } from '../../../platform/html/sanitize-bounded';
import { WorkError } from '../../../platform/errors/errors';
import type { MailBody } from '../../../conversations/send/mail-text';

/** The most UTF-16 units in the HTML of an agent's mail, without its pictures. */
const LONGEST_MAIL = 500_000;

/** A picture's bytes in the text, of the kinds that every mail reader shows. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/]+={0,2})$/i;

/**
 * What an agent has written, as it leaves: HTML with nothing in it that runs, is fetched or hides, the same as text, and
 * the pictures of the text, which the HTML names by their Content-ID.
 * @throws WorkError if the HTML is too long or nested too deep
 */
export function readMailBody(given: string): MailBody {
  if (lengthBesidePictures(given) > LONGEST_MAIL) {
    const tooLong = messages.mailTooLong(LONGEST_MAIL);
    throw new WorkError(400, tooLong, 'too_long', { email_body: [tooLong] });
  }
  const images: MailBody['images'] = [];
  const html = sanitizeBounded(given, {
    allowedTags: ['div', 'p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'img', 'span', 'blockquote'],
    allowedAttributes: {
      a: ['href'],
      img: ['src', 'alt', 'style'],
      '*': ['dir', 'style'],
    },
    allowedStyles: {
      '*': { 'text-align': [/^(?:left|right|center|start)$/], 'max-width': [/^100%$/] },
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data', 'cid'] },
    allowProtocolRelative: false,
    nestingLimit: 100,
    transformTags: { b: 'strong', i: 'em', ins: 'u' },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !IMAGE.test(attribs['src'] ?? ''),
  }).replace(/<img src="(data:[^"]*)"/g, (whole, src: string) => {
    const base64 = IMAGE.exec(src)?.[1];
    if (base64 === undefined) return whole;
    const cid = `${randomUUID()}@inbox`;
    images.push({ cid, bytes: Buffer.from(base64, 'base64') });
    return `<img src="cid:${cid}"`;
  });
  return { html, text: textOf(html), images };
}

/** The text part: for readers that show no HTML, and what is searched. */
export const textOf = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'img', format: 'skip' },
    ],
  }).trim();

import { isInlineImage, RICH_ATTRIBUTES, RICH_SCHEMES, RICH_STYLES, RICH_TAGS } from '@inbox/domain/conversation';
import { sanitizeBounded } from './sanitize-bounded';

/** Elements within elements. The editor's lists within lists have twelve. */
const MOST_NESTED = 100;

/**
 * What an agent has written as it is stored: HTML with nothing in it that runs, is fetched from elsewhere, or hides; by
 * the rules that the editor writes by.
 * @throws WorkError if the HTML is nested too deep
 * @param imageSrc the address under which a picture stands, given its data URL; called in the text's order
 */
export function cleanRichHtml(
  given: string,
  imageSrc: (dataUrl: string) => string,
): { html: string; isBlank: boolean } {
  const html = sanitizeBounded(given, {
    allowedTags: [...RICH_TAGS],
    allowedAttributes: Object.fromEntries(Object.entries(RICH_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    allowedStyles: { '*': Object.fromEntries(Object.entries(RICH_STYLES).map(([name, value]) => [name, [value]])) },
    allowedSchemes: [...RICH_SCHEMES],
    allowedSchemesByTag: { img: [...RICH_SCHEMES, 'data'] },
    allowProtocolRelative: false,
    nestingLimit: MOST_NESTED,
    transformTags: {
      b: 'strong',
      i: 'em',
      ins: 'u',
      span: (tagName, { 'data-mention': mention = '', ...attribs }) => ({
        tagName,
        attribs: /^[1-9]\d{0,14}$/.test(mention) ? { ...attribs, 'data-mention': mention } : attribs,
      }),
      img(tagName, { src = '', ...attribs }) {
        const data = src.replace(/\s+/g, '');
        return { tagName, attribs: isInlineImage(data) ? { ...attribs, src: imageSrc(data) } : {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  });
  const shown = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\u00a0/g, ' ');
  return { html, isBlank: !html.includes('<img') && shown.trim() === '' };
}

import { isInlineImage, RICH_ATTRIBUTES, RICH_SCHEMES, RICH_STYLES, RICH_TAGS } from '@inbox/domain/conversation';
import sanitize from 'sanitize-html';

export interface CleanNote {
  html: string;
  /** The pictures that came with the text, in its order. */
  images: Buffer[];
  /** Nothing is in it that anybody could see. */
  isBlank: boolean;
}

/** Elements within elements. The editor's lists within lists have twelve. */
const MOST_NESTED = 100;

/**
 * What an agent has written as it is stored: HTML with nothing in it that runs, is fetched from elsewhere, or hides; by
 * the rules that the editor writes by.
 * @param imagePath the address under which the picture of this number will be had
 */
export function cleanNote(given: string, imagePath: (position: number) => string): CleanNote {
  const images: Buffer[] = [];
  const html = sanitize(given, {
    allowedTags: [...RICH_TAGS],
    allowedAttributes: Object.fromEntries(Object.entries(RICH_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    allowedStyles: { '*': Object.fromEntries(Object.entries(RICH_STYLES).map(([name, value]) => [name, [value]])) },
    allowedSchemes: [...RICH_SCHEMES],
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
        if (!isInlineImage(data)) return { tagName, attribs: {} };
        images.push(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
        return { tagName, attribs: { ...attribs, src: imagePath(images.length - 1) } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  });
  const shown = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\u00a0/g, ' ');
  return { html, images, isBlank: images.length === 0 && shown.trim() === '' };
}

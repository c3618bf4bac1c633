import { isAllowed } from './mail-elements';

/** Of elements in each other: newsletters have some forty, threads of many answers a hundred. */
const DEEPEST = 200;
/** The same of those that browsers open anew in each paragraph, or that cleaning takes off around what they hold. */
const DEEPEST_LIGHT = 40;
const LIGHT = /^(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/;

const BLOCK =
  /^(?:address|article|aside|blockquote|center|d[dlt]|details|div|fieldset|figure|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|table|tr|ul)$/;
/** Hold nothing, or text alone. */
const KEPT = /^(?:a|br|hr|img|style|script|title|textarea|xmp|iframe|noembed|noframes)$/;

/**
 * Whether nobody writes so: browsers take the square of the depth to read it, and more to draw it.
 *
 * @param names of elements in each other
 */
export function isTooDeep(names: readonly string[]): boolean {
  const light = names.filter((name) => LIGHT.test(name) || !isAllowed(name));
  return names.length > DEEPEST || light.length > DEEPEST_LIGHT;
}

/**
 * The same words, links and pictures, with nothing in anything else: what was a block is a paragraph. Only names of tags
 * are changed, so that what is found inside of attributes and comments does no harm.
 */
export function flatHtml(html: string): string {
  return html
    .replace(/<(\/?)([a-z][^\s/<>]*)/gi, (tag: string, end: string, written: string) => {
      const name = written.toLowerCase();
      if (KEPT.test(name)) return tag;
      // Of `wbr` nothing can be inside, and its end is none.
      return end === '' && BLOCK.test(name) ? '<p' : `<${end}wbr`;
    })
    .replace(/<p>\s*(?=<p\b)/g, '');
}

import { proxyStyle, type ImageBase } from './image-proxy';

/**
 * Properties that may name a drawing or a font in another file. The mail's policy does not cover all of them as it covers
 * images, and no letter needs one.
 */
const REFERRING = [
  'filter',
  'backdrop-filter',
  'clip-path',
  'mask',
  'mask-image',
  'mask-border-source',
  '-webkit-mask',
  '-webkit-mask-image',
  '-webkit-mask-box-image',
  '-webkit-mask-box-image-source',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
  'fill',
  'stroke',
  'offset-path',
  'shape-outside',
  'cursor',
  // Of a font.
  'src',
] as const;

/** Names something to load, or could as soon as a variable is put in, whose escapes nobody has read yet. */
const LOADS = /(?:url|src|image-set)\(|\\/i;
/** Pictures that may be shown, as browsers write them: those in the mail itself, and of other servers where allowed. */
const INSIDE = /url\("data:image\/[^"]*"\)/gi;
const ANYWHERE = /url\("(?:data:image\/|https?:)[^"]*"\)/gi;

const loads = (read: string, images: ImageBase) =>
  LOADS.test(read.replaceAll(images === false ? INSIDE : ANYWHERE, ''));

/**
 * Takes off what would load, as the browser has read it: no way of writing it escapes that. Pictures that are allowed come
 * through the inbox.
 */
export function cleanStyle(style: CSSStyleDeclaration, images: ImageBase): void {
  for (const property of REFERRING) style.removeProperty(property);
  for (const property of Array.from(style)) {
    const value = style.getPropertyValue(property);
    // Variables, and what waits for one, stand as they were written: no picture can be told from what only quotes one.
    const isRead = value !== '' && !property.startsWith('--');
    if (isRead ? loads(value, images) : LOADS.test(value || style.cssText)) style.removeProperty(property);
  }
  if (images !== false) proxyStyle(style, images);
}

/** Takes the pictures of other servers out of a style, and returns them as a rule's declarations, which win as they did. */
export function takePictures(style: CSSStyleDeclaration): string {
  const taken = Array.from(style, (property) => [property, style.getPropertyValue(property)] as const).filter(
    ([, value]) => value.includes('url("http'),
  );
  for (const [property] of taken) style.removeProperty(property);
  return taken.map(([property, value]) => `${property}: ${value} !important;`).join(' ');
}

interface Rules {
  cssRules: CSSRuleList;
  deleteRule(index: number): void;
}

// Rules may be of a frame's own world, where `instanceof` fails.
const hasStyle = (rule: CSSRule): rule is CSSRule & Pick<CSSStyleRule, 'style'> => 'style' in rule;
const holdsRules = (rule: CSSRule): rule is CSSRule & Rules => 'cssRules' in rule;

/** The same for a whole sheet, whatever its rules stand in. */
export function cleanSheet(sheet: Rules, images: ImageBase): void {
  for (const [index, rule] of [...Array.from(sheet.cssRules).entries()].toReversed()) {
    if (hasStyle(rule)) cleanStyle(rule.style, images);
    if (holdsRules(rule)) cleanSheet(rule, images);
    else if (!hasStyle(rule) && loads(rule.cssText, false)) sheet.deleteRule(index);
  }
}

import { isGrey } from '../sanitize/colours';

/** Appearance of the words in an element. Each part is empty for plain words. */
export interface Look {
  /** Their colour and that of their ground; empty for black, shades of grey and a ground that is not theirs alone. */
  ink: string;
  ground: string;
  /** Bold, italics and underlining. */
  emphasis: string;
}

export const PLAIN: Look = { ink: '', ground: '', emphasis: '' };

const DECLARED_INK = /(?:^|[;{\s])color\s*:\s*([^;}!]{1,60})/i;
const DECLARED_GROUND = /(?:^|[;{\s])background(?:-color)?\s*:\s*([^;}!]{1,60})/i;
const BOLD = /font(?:-weight)?\s*:[^;}]{0,40}\b(?:bold|bolder|[6-9]00)\b/i;
const ITALIC = /font(?:-style)?\s*:[^;}]{0,40}\b(?:italic|oblique)\b/i;
const UNDERLINED = /text-decoration(?:-line)?\s*:[^;}]{0,40}\bunderline\b/i;
const UNSAID = /^(?:inherit|initial|unset|revert|none|transparent|currentcolor|windowtext|auto|white|#fff(?:fff)?|)$/i;
/** Gmail's own for what is quoted. */
const GMAIL_QUOTED = /^(?:#500050|rgb\(80,\s*0,\s*80\))$/i;

/** Elements of a line, whose ground is that of single words. */
const INLINE = /^(?:span|font|mark|b|strong|i|em|u|s|big|small|code)$/;
const EMPHASIS: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  cite: 'i',
  u: 'u',
  ins: 'u',
};

/** Styles by the name of the class that a mail's sheet gives them to. */
export type ClassStyles = ReadonlyMap<string, string>;

/**
 * Reads of a mail's style sheet what its classes look like, in time linear in its length. Selectors of other kinds apply to
 * every line alike.
 */
export function classStyles(css: string): ClassStyles {
  const styles = new Map<string, string>();
  for (const rule of css.split('}')) {
    const [selectors = '', style = ''] = rule.split('{').slice(-2);
    if (!/color|background|font|decoration/i.test(style)) continue;
    for (const selector of selectors.split(',')) {
      const name = /\.([\w-]{1,80})\s*$/.exec(selector.slice(-100))?.[1];
      if (name !== undefined) styles.set(name, `${styles.get(name) ?? ''};${style}`.slice(-500));
    }
  }
  return styles;
}

/**
 * Reads the appearance of the words in an element.
 *
 * @param around the appearance that it inherits
 */
export function lookOf(element: Element, around: Look, styles: ClassStyles): Look {
  const { localName: name } = element;
  let style = element.hasAttributes() ? (element.getAttribute('style') ?? '') : '';
  if (styles.size > 0) for (const one of element.classList) style = `${styles.get(one) ?? ''};${style}`;
  const colour = (name === 'font' ? element.getAttribute('color') : null) ?? lastOf(DECLARED_INK, style);
  if (style === '' && colour === null && EMPHASIS[name] === undefined && name !== 'mark') return around;
  const ground = INLINE.test(name) ? lastOf(DECLARED_GROUND, style) : null;
  return {
    ink: colour === null ? around.ink : plainly(colour),
    ground: name === 'mark' ? 'mark' : ground === null ? around.ground : plainly(ground),
    emphasis: emphasisOf(name, style, around.emphasis),
  };
}

function lastOf(declared: RegExp, style: string): string | null {
  // The sheet's are before those of the element, which win.
  return [...style.matchAll(new RegExp(declared, 'gi'))].at(-1)?.[1]?.trim() ?? null;
}

function plainly(colour: string): string {
  const written = colour.trim().toLowerCase();
  return UNSAID.test(written) || GMAIL_QUOTED.test(written) || isGrey(written) ? '' : written;
}

function emphasisOf(name: string, style: string, around: string): string {
  const marks = new Set(around + (EMPHASIS[name] ?? ''));
  if (BOLD.test(style)) marks.add('b');
  // Copies from Google Docs are in a bold element that is not bold.
  else if (/font-weight\s*:\s*(?:normal|[1-5]00)/i.test(style)) marks.delete('b');
  if (ITALIC.test(style)) marks.add('i');
  if (UNDERLINED.test(style)) marks.add('u');
  return [...marks].toSorted().join('');
}

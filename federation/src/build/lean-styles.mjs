import { parse } from 'acorn';

/** @typedef {import('acorn').Node & { tail: boolean }} Text what stands between two expressions of a template */
/** @typedef {{ type: string; name?: string; object?: Tag; callee?: Tag }} Tag */

/** Tags of Emotion whose templates are CSS; `styled.div` and `styled(Other)` beside them. */
const TAGS = new Set(['css', 'keyframes']);

/** A string as it is written, or a comment. */
const STRING_OR_COMMENT = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[\s\S]*?\*\//g;
/** A string, what stands between rules and declarations, or any other room. */
const STRING_OR_ROOM = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*([{};,])\s*|(:)\s+|\s+/g;

/**
 * CSS without comments, and with no more room than it needs. Selectors keep theirs before a colon, where it has a meaning.
 * @param {string} text between two expressions of a template
 */
export const squeezeCss = (text) =>
  text
    .replace(STRING_OR_COMMENT, (_, /** @type {string | undefined} */ string) => string ?? ' ')
    .replace(
      STRING_OR_ROOM,
      (_, /** @type {(string | undefined)[]} */ ...[string, mark, colon]) => string ?? mark ?? colon ?? ' ',
    );

/**
 * The styles of components, squeezed: no minimizer looks into templates. Every other line stays where it is, so that source maps
 * fit: what a template has fewer comes behind it, or behind the beginning of its next expression.
 * @param {string} source JavaScript
 */
export function squeezeStyles(source) {
  if (!/\b(?:css|keyframes)`|\bstyled\b/.test(source)) return source;
  let squeezed = '';
  let from = 0;
  const texts = cssTemplates(source).flat();
  for (const { start, end, tail } of texts.sort((one, other) => one.start - other.start)) {
    const text = source.slice(start, end);
    const short = squeezeCss(text);
    const behind = end + (tail ? '`' : '${').length;
    squeezed += source.slice(from, start) + short + source.slice(end, behind);
    squeezed += '\n'.repeat(linesOf(text) - linesOf(short));
    from = behind;
  }
  return squeezed + source.slice(from);
}

const linesOf = (/** @type {string} */ text) => text.split('\n').length;

/**
 * The templates that are CSS, each as its texts between expressions.
 * @param {string} source JavaScript
 */
export const cssTemplates = (source) => templatesIn(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }));

/**
 * @param {unknown} node
 * @returns {Text[][]}
 */
function templatesIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  const { tag, quasi } = /** @type {{ tag?: Tag; quasi?: { quasis: Text[] } }} */ (node);
  const inside = Object.values(node).flatMap(templatesIn);
  return tag && quasi && isOfCss(tag) ? [quasi.quasis, ...inside] : inside;
}

/** @param {Tag} tag */
const isOfCss = ({ name, object, callee }) =>
  name === undefined ? (object ?? callee)?.name === 'styled' : TAGS.has(name);

/**
 * The loader, for what the compiler has made of TypeScript.
 * @this {{ callback(error: Error | null, source?: string, map?: unknown): void }}
 * @param {string} source
 * @param {unknown} map
 */
export default function leanStyles(source, map) {
  this.callback(null, squeezeStyles(source), map);
}

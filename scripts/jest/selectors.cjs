/**
 * Answers cheaply whether an element matches a selector, where that can be told from what its last compound selector names:
 * a class, an id, a tag, an attribute. Where only the selector engine knows, it says so.
 */

/**
 * What an element needs for an alternative of a selector to match it, and whether that is all.
 *
 * @typedef {{ tag: string | undefined; ids: string[]; classes: string[]; attributes: string[]; isAll: boolean }} Need
 */

/** Escapes, namespaces and comments are left to the selector engine. */
const UNUSUAL = /[\\|/@{}]/;
/** A piece of a selector: what is in brackets (strings and one more level included), a name, or what is between two. */
const PIECE =
  /\[[^\]"']*(?:"[^"]*"[^\]]*|'[^']*'[^\]]*)?\]|\((?:[^()]|\([^()]*\))*\)|[.#:]{0,2}[a-zA-Z_-][\w-]*|\*|\s*[\s>+~,]\s*/gy;

/** @type {Map<string, readonly Need[] | undefined>} */
const needsOf = new Map();

/** @returns {Need} */
const nothingNeeded = () => ({ tag: undefined, ids: [], classes: [], attributes: [], isAll: true });

/**
 * Each alternative's need, or undefined when the selector engine has to be asked.
 *
 * @param {string} selector
 * @returns {readonly Need[] | undefined}
 */
function readNeeds(selector) {
  const text = selector.trim();
  // jsdom reads the `@namespace` before the first rule of its own sheet as a part of that rule, which then never matches.
  if (text.startsWith('@')) return [];
  const functional = /^:(?:where|is)\(((?:[^()]|\([^()]*\))*)\)$/.exec(text)?.[1];
  if (functional !== undefined) return readNeeds(functional)?.map((need) => ({ ...need, isAll: false }));
  if (text === '' || UNUSUAL.test(text)) return undefined;
  const pieces = text.match(PIECE) ?? [];
  if (pieces.join('') !== text) return undefined;
  const needs = [nothingNeeded()];
  for (const piece of pieces) {
    const need = /** @type {Need} */ (needs.at(-1));
    if (piece.trim() === ',') needs.push(nothingNeeded());
    // What stands before a combinator is needed of other elements.
    else if (/^\s*[\s>+~]\s*$/.test(piece)) needs.splice(-1, 1, { ...nothingNeeded(), isAll: false });
    else if (piece.startsWith('.')) need.classes.push(piece.slice(1));
    else if (piece.startsWith('#')) need.ids.push(piece.slice(1));
    else if (/^[:([]/.test(piece)) {
      need.isAll = false;
      const attribute = /^\[\s*([\w-]+)/.exec(piece)?.[1];
      if (attribute !== undefined) need.attributes.push(attribute.toLowerCase());
    } else if (piece !== '*') {
      need.tag = piece.toLowerCase();
      // The engine has its own way with case.
      if (need.tag !== piece) need.isAll = false;
    }
  }
  return needs;
}

/**
 * Reads the selector once.
 *
 * @param {string} selector
 */
function needsFor(selector) {
  const known = needsOf.get(selector);
  if (known !== undefined || needsOf.has(selector)) return known;
  const needs = readNeeds(selector);
  needsOf.set(selector, needs);
  return needs;
}

const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * What selectors look at, read once.
 *
 * @param {Element} element
 */
function factsOf(element) {
  return {
    element,
    tag: element.localName.toLowerCase(),
    isHtml: element.namespaceURI === HTML,
    id: element.id,
    attributes: new Set(element.getAttributeNames().map((name) => name.toLowerCase())),
    classes: new Set((element.getAttribute('class') ?? '').split(/[\t\n\f\r ]+/)),
  };
}

/**
 * Whether the selector matches; undefined when only the selector engine knows.
 *
 * @param {string} selector
 * @param {ReturnType<typeof factsOf>} facts
 * @returns {boolean | undefined}
 */
function decide(selector, facts) {
  const needs = needsFor(selector);
  if (needs === undefined) return undefined;
  let answer = /** @type {boolean | undefined} */ (false);
  for (const { tag, ids, classes, attributes, isAll } of needs) {
    if (tag !== undefined && tag !== facts.tag) continue;
    if (!classes.every((name) => facts.classes.has(name))) continue;
    if (!ids.every((id) => id === facts.id)) continue;
    if (!attributes.every((name) => facts.attributes.has(name))) continue;
    // Tags of other namespaces are told apart by case.
    if (isAll && (facts.isHtml || tag === undefined)) return true;
    answer = undefined;
  }
  return answer;
}

module.exports = { decide, factsOf, needsFor };

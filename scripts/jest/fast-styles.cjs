/**
 * Makes jsdom's `getComputedStyle` cheap. Every query by role asks for the style of each element and its ancestors, and
 * jsdom then tries each rule of each sheet with its selector engine, and parses the values anew. Both are avoided here
 * and nothing else is: what it answers stays the same (`fast-styles.test.ts`).
 *
 * - A rule whose last compound selector names a class, an id or a tag that the element lacks cannot match, so the
 *   selector engine is not asked.
 * - The answer for an element is the same object until jsdom itself says that the document has changed: it drops its
 *   `_styleCache` on each change of the tree, of an attribute, of a sheet.
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
  let needs = needsOf.get(selector);
  if (needs === undefined && !needsOf.has(selector)) needsOf.set(selector, (needs = readNeeds(selector)));
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

/**
 * What jsdom itself has of a document.
 *
 * @typedef {{
 *   _styleCache: object | null;
 *   _nwsapiDontThrow?: { match: (selector: unknown, element: Element) => boolean };
 * }} Inside
 */

/**
 * @param {Document} document
 * @returns {Inside | undefined}
 */
function insideOf(document) {
  const key = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl');
  return key === undefined ? undefined : /** @type {Record<symbol, Inside>} */ (/** @type {unknown} */ (document))[key];
}

/**
 * Makes the styles of this page of jsdom cheap.
 *
 * @throws {Error} when jsdom is built otherwise than the version that this was written for
 */
function speedUpStyles() {
  const slow = globalThis.getComputedStyle.bind(globalThis);
  // Has jsdom make the selector engine that it asks for styles.
  slow(document.documentElement);
  const inside = insideOf(document);
  const engine = inside?._nwsapiDontThrow;
  if (inside === undefined || engine === undefined || inside._styleCache === null) {
    throw new Error('jsdom keeps its styles elsewhere now: adapt scripts/jest/fast-styles.cjs.');
  }
  // Without a doctype classes and ids match in any case.
  if (document.compatMode !== 'CSS1Compat') return;

  const match = engine.match.bind(engine);
  /**
   * Of the element that was asked for last; while a style is computed nothing changes.
   *
   * @type {ReturnType<typeof factsOf> | undefined}
   */
  let facts;
  let isComputing = false;
  /** @type {typeof slow} */
  const compute = (...args) => {
    facts = undefined;
    isComputing = true;
    try {
      return slow(...args);
    } finally {
      isComputing = false;
    }
  };
  engine.match = (selector, element) => {
    // Rules of other kinds, such as keyframes, have none.
    if (typeof selector !== 'string') return match(selector, element);
    if (!isComputing || facts?.element !== element) facts = factsOf(element);
    return decide(selector, facts) ?? match(selector, element);
  };

  /**
   * By jsdom's own cache, which it replaces when the document has changed.
   *
   * @type {WeakMap<object, WeakMap<Element, CSSStyleDeclaration>>}
   */
  const known = new WeakMap();
  globalThis.getComputedStyle = (element, pseudo) => {
    // What is not in the page changes without a notice, and another document has a cache of its own.
    if (pseudo || element?.ownerDocument !== document || !element.isConnected) return compute(element, pseudo);
    const before = inside._styleCache === null ? undefined : known.get(inside._styleCache)?.get(element);
    if (before !== undefined) return before;
    const style = compute(element);
    if (inside._styleCache === null) return style;
    const styles = known.get(inside._styleCache) ?? new WeakMap();
    known.set(inside._styleCache, styles.set(element, style));
    return style;
  };
}

module.exports = { speedUpStyles };

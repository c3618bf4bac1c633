/**
 * Makes jsdom's `getComputedStyle` cheap. Every query by role asks for the style of each element and its ancestors, and
 * jsdom then tries each rule of each sheet with its selector engine, and parses the values anew. This is avoided here and
 * nothing else is: what it answers stays the same (`fast-styles.test.ts`).
 *
 * - What is asked of nearly every element is answered from the few rules that say something of it (`shown.cjs`). Anything
 *   else of a style is computed when it is asked for.
 * - A rule whose last compound selector names a class, an id or a tag that the element lacks cannot match, so the
 *   selector engine is not asked.
 * - The answer for an element is the same object until jsdom itself says that the document has changed: it drops its
 *   `_styleCache` on each change of the tree, of an attribute, of a sheet.
 */
const { decide, factsOf } = require('./selectors.cjs');
const { createShown } = require('./shown.cjs');

/**
 * What jsdom itself has of a document.
 *
 * @typedef {{
 *   _styleCache: object | null;
 *   styleSheets: { _list: import('./shown.cjs').Sheet[] };
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
  /** @param {Element} element */
  const whole = (element) => {
    // What is not in the page changes without a notice.
    if (!element.isConnected) return compute(element);
    const before = inside._styleCache === null ? undefined : known.get(inside._styleCache)?.get(element);
    if (before !== undefined) return before;
    const style = compute(element);
    if (inside._styleCache === null) return style;
    const styles = known.get(inside._styleCache) ?? new WeakMap();
    known.set(inside._styleCache, styles.set(element, style));
    return style;
  };
  const shown = createShown(inside, (selector, element) => engine.match(selector, element));

  /**
   * Follows the document, as a browser's does: what is asked of it is answered as of now.
   *
   * @param {Element} element
   */
  const styleOf = (element) => {
    /** @param {string} name */
    const getPropertyValue = (name) =>
      (element.isConnected ? shown(element, name) : undefined) ?? whole(element).getPropertyValue(name);
    return new Proxy(
      /** @type {CSSStyleDeclaration} */ ({}),
      {
        get(_, name) {
          if (name === 'getPropertyValue') return getPropertyValue;
          if (name === 'display' || name === 'visibility') return getPropertyValue(name);
          if (name === 'pointerEvents') return getPropertyValue('pointer-events');
          const style = whole(element);
          const value = /** @type {unknown} */ (Reflect.get(style, name));
          return typeof value === 'function' ? /** @type {unknown} */ (value.bind(style)) : value;
        },
        set: (_, name, value) => Reflect.set(whole(element), name, value),
        has: (_, name) => Reflect.has(whole(element), name),
        ownKeys: () => Reflect.ownKeys(whole(element)),
        getPrototypeOf: () => Reflect.getPrototypeOf(whole(element)),
        getOwnPropertyDescriptor(_, name) {
          const found = Reflect.getOwnPropertyDescriptor(whole(element), name);
          return found && { ...found, configurable: true };
        },
      },
    );
  };
  /** @type {WeakMap<Element, CSSStyleDeclaration>} */
  const styles = new WeakMap();
  globalThis.getComputedStyle = (element, pseudo) => {
    // Another document has a cache of its own.
    if (pseudo || element?.ownerDocument !== document || !element.isConnected) return compute(element, pseudo);
    const style = styles.get(element) ?? styleOf(element);
    styles.set(element, style);
    return style;
  };
}

module.exports = { speedUpStyles };

/**
 * Says of an element what queries by role and clicks ask for, thousands of times in a test: whether it is displayed, is
 * visible and takes the pointer. jsdom puts every property of every rule that matches together for it; here only the
 * rules that say something of the three are looked at, found by their class, id or tag. The answers are jsdom's, which
 * takes the last rule that matches, whatever its specificity and importance.
 */
const { runInThisContext } = require('node:vm');
const { decide, factsOf, needsFor } = require('./selectors.cjs');

/**
 * The properties, with what they are where nothing is said; an inherited one is the parent's first.
 *
 * @type {ReadonlyMap<string, { initial: string; isInherited: boolean }>}
 */
const ASKED = new Map([
  ['display', { initial: '', isInherited: false }],
  ['visibility', { initial: 'visible', isInherited: true }],
  ['pointer-events', { initial: 'auto', isInherited: true }],
]);
const NAMES = [...ASKED.keys()];

/**
 * @typedef {{
 *   selectorText?: string;
 *   style?: { getPropertyValue: (name: string) => string };
 *   media?: ArrayLike<string>;
 *   cssRules?: Rule[];
 * }} Rule
 *
 * @typedef {{ cssRules: Rule[] }} Sheet
 *
 * @typedef {{ selector: string; values: readonly string[]; order: number }} Entry A value is empty where the rule says
 *   nothing of the property.
 */

/**
 * The rules that every page has, which a worker reads once, outside of the sandbox of a test file.
 *
 * @returns {readonly Rule[]}
 */
function rulesOfEveryPage() {
  const createRequire = /** @type {typeof import('node:module').createRequire} */ (
    runInThisContext("process.getBuiltinModule('node:module').createRequire")
  );
  return /** @type {typeof import('./user-agent-rules.cjs')} */ (createRequire(__filename)('./user-agent-rules.cjs'))
    .rules;
}

/**
 * All rules that can match, in their order.
 *
 * @param {readonly Sheet[]} sheets
 */
function flat(sheets) {
  /** @type {Rule[]} */
  const found = [];
  for (const { cssRules } of sheets) {
    for (const rule of cssRules) {
      if (!rule.media) found.push(rule);
      else if (Array.prototype.includes.call(rule.media, 'screen')) found.push(...(rule.cssRules ?? []));
    }
  }
  return found;
}

/** Finds the rules that may match an element; knows whether they are still those of the sheets. */
class Index {
  /** @type {Map<string, Entry[]>} */
  #byKey = new Map();

  /** @param {readonly Rule[]} rules */
  constructor(rules) {
    this.rules = rules;
    this.entries = rules.map((rule, order) => this.#add(rule, order));
  }

  /**
   * @param {Rule} rule
   * @param {number} order
   * @returns {Entry | undefined}
   */
  #add({ selectorText: selector, style }, order) {
    // Rules of other kinds, such as keyframes, have none.
    if (typeof selector !== 'string' || style === undefined) return undefined;
    const values = NAMES.map((name) => style.getPropertyValue(name));
    if (values.every((value) => value === '')) return undefined;
    const entry = { selector, values, order };
    const keys = needsFor(selector)?.map(({ ids, classes, tag }) => {
      if (ids[0] !== undefined) return `#${ids[0]}`;
      return classes[0] === undefined ? (tag ?? '*') : `.${classes[0]}`;
    });
    for (const key of new Set(keys ?? ['*'])) {
      const sameKey = this.#byKey.get(key);
      if (sameKey === undefined) this.#byKey.set(key, [entry]);
      else sameKey.push(entry);
    }
    return entry;
  }

  /**
   * Whether no rule came, went or says something else.
   *
   * @param {readonly Rule[]} rules
   */
  isOf(rules) {
    if (rules.length !== this.rules.length) return false;
    for (const [at, rule] of rules.entries()) {
      if (rule !== this.rules[at]) return false;
      const entry = this.entries[at];
      if (entry !== undefined && entry.selector !== rule.selectorText) return false;
      for (const [nth, name] of NAMES.entries()) {
        if ((rule.style?.getPropertyValue(name) ?? '') !== (entry?.values[nth] ?? '')) return false;
      }
    }
    return true;
  }

  /**
   * @param {ReturnType<typeof factsOf>} facts
   * @returns {Entry[]} in the order of the sheets
   */
  mayMatch({ id, classes, tag }) {
    const keys = ['*', tag, `#${id}`, ...[...classes].map((name) => `.${name}`)];
    const found = new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []));
    return [...found].sort((one, other) => one.order - other.order);
  }
}

/**
 * Of one property of one element in the page as it is now; undefined for properties that are not answered here.
 *
 * @param {{ _styleCache: object | null; styleSheets: { _list: Sheet[] } }} inside what jsdom has of the document
 * @param {(selector: string, element: Element) => boolean} match the selector engine
 * @returns {(element: Element, name: string) => string | undefined}
 */
function createShown(inside, match) {
  let indexOfPage = new Index([]);
  const ofEveryPage = new Index(rulesOfEveryPage());
  /** @type {object | null} */
  let current = null;
  /** @type {Map<Element, Map<string, string>>} */
  let said = new Map();

  /** Forgets what was said of a page that has changed since. */
  const follow = () => {
    // The mark by which jsdom says that the page has changed: it takes the object away.
    if (inside._styleCache !== null && inside._styleCache === current) return;
    current = inside._styleCache ??= new WeakMap();
    said = new Map();
    const rules = flat(inside.styleSheets._list);
    if (!indexOfPage.isOf(rules)) indexOfPage = new Index(rules);
  };

  /**
   * What the rules and the element itself say.
   *
   * @param {Element} element
   */
  const sayingsOf = (element) => {
    const before = said.get(element);
    if (before !== undefined) return before;
    /** @type {Map<string, string>} */
    const found = new Map();
    said.set(element, found);
    /** @type {(nth: number, value: string | undefined) => void} */
    const take = (nth, value) => {
      const name = /** @type {string} */ (NAMES[nth]);
      if (value === 'unset') found.delete(name);
      else if (value) found.set(name, value);
    };
    const facts = factsOf(element);
    for (const index of [ofEveryPage, indexOfPage]) {
      for (const { selector, values } of index.mayMatch(facts)) {
        if (!(decide(selector, facts) ?? match(selector, element))) continue;
        for (const [nth, value] of values.entries()) take(nth, value);
      }
    }
    if ('style' in element) {
      const own = /** @type {CSSStyleDeclaration} */ (element.style);
      if (own.length > 0) for (const [nth, name] of NAMES.entries()) take(nth, own.getPropertyValue(name));
    }
    return found;
  };

  return (element, name) => {
    const property = ASKED.get(name);
    if (property === undefined) return undefined;
    follow();
    for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
      const value = sayingsOf(at).get(name);
      if (value !== undefined) return value;
      if (!property.isInherited) break;
    }
    return property.initial;
  };
}

module.exports = { createShown };

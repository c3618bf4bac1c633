import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TestingLibrary from '@testing-library/dom';

/** How an element is found: as people and screen readers find it, or by one of the product's stable attributes. */
export interface Query {
  role?: string;
  /** The accessible name; a pattern is the source of a regular expression. */
  name?: string | { pattern: string };
  css?: string;
  /** A text that the element contains. */
  text?: string;
  within?: Query;
}

/** What a test can ask about an element. */
export interface ElementFacts {
  text: string;
  value: string;
  attributes: Record<string, string>;
  isFocused: boolean;
  height: number;
  /** Where in the window: changes while it moves. */
  place: string;
  /** Text of the document in a frame; an image's own width. */
  frameText: string;
  naturalWidth: number;
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
  }
}

/** The library that finds elements by role and accessible name, as a script for a page. */
export const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/**
 * Runs in the page: the elements that a query finds, or null as long as the library is not there. It uses nothing from
 * outside itself, because only its source travels.
 */
export function findInPage(query: Query): Element[] | null {
  const library = window.TestingLibraryDom;
  if (!library) return null;
  const find = ({ role, name, css, text, within }: Query): Element[] => {
    const roots = within ? find(within) : [document.documentElement];
    const wanted = typeof name === 'object' ? new RegExp(name.pattern) : name;
    const found = roots.flatMap((root) =>
      role
        ? library.queryAllByRole(root as HTMLElement, role, { ...(wanted !== undefined && { name: wanted }) })
        : [...root.querySelectorAll(css ?? '*')],
    );
    return found.filter(
      (element) => (!css || element.matches(css)) && (!text || (element.textContent ?? '').includes(text)),
    );
  };
  return find(query);
}

/** Runs in the page: what a test can ask about elements. */
export function describeElements(elements: Element[]): ElementFacts[] {
  return elements.map((element) => ({
    text: (element instanceof HTMLElement ? element.innerText : element.textContent) ?? '',
    value: element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    isFocused: element === document.activeElement,
    height: element.getBoundingClientRect().height,
    place: JSON.stringify(element.getBoundingClientRect()),
    frameText: element instanceof HTMLIFrameElement ? (element.contentDocument?.body?.innerText ?? '') : '',
    naturalWidth: element instanceof HTMLImageElement ? element.naturalWidth : 0,
  }));
}

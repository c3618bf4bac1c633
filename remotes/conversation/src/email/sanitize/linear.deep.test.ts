/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { emailDocument } from './email-html';

/** How often the DOM is asked for something while a mail is read, each character of a text as one. */
function asksOf(html: string): number {
  let asks = 0;
  const restore: (() => void)[] = [];
  const count = (prototype: object, names: readonly string[]) => {
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      if (!own) throw new Error(`${name} is not there`);
      const wrap = (work: (...given: unknown[]) => unknown) =>
        function counted(this: unknown, ...given: unknown[]): unknown {
          const result = work.apply(this, given);
          asks += typeof result === 'string' ? 1 + result.length / 10 : 1;
          return result;
        };
      const get = own.get;
      const value: unknown = own.value;
      if (get) Object.defineProperty(prototype, name, { ...own, get: wrap(get) });
      else if (typeof value === 'function')
        Object.defineProperty(prototype, name, { ...own, value: wrap(value as never) });
      restore.push(() => Object.defineProperty(prototype, name, own));
    }
  };
  // Of the frame that the mail is parsed in: its elements have classes of their own.
  emailDocument('<p>x</p>', false);
  const element = emailDocument('<p>x</p>', false).content;
  const chain: object[] = [];
  for (let at = Object.getPrototypeOf(element) as object | null; at; at = Object.getPrototypeOf(at) as object | null)
    chain.push(at);
  const owner = (name: string) => {
    const found = chain.find((one) => Object.hasOwn(one, name));
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };
  for (const name of [
    'nextSibling',
    'firstChild',
    'parentNode',
    'textContent',
    'insertBefore',
    'removeChild',
    'getAttribute',
  ]) {
    count(owner(name), [name]);
  }
  try {
    emailDocument(html, false);
    return asks;
  } finally {
    for (const back of restore) back();
  }
}

const SHAPES: Record<string, (count: number) => string> = {
  paragraphs: (count) => '<div><p>Where is my order?</p></div>'.repeat(count),
  'nested blocks': (count) => `${'<div dir="ltr">'.repeat(count)}deep${'</div>'.repeat(count)}`,
  'nested unknown elements': (count) => `${'<x>'.repeat(count)}deep${'</x>'.repeat(count)}`,
  'nested objects': (count) => `${'<object>'.repeat(count)}deep${'</object>'.repeat(count)}`,
  'table rows': (count) => `<table>${'<tr><td style="color: #333">cell</td></tr>'.repeat(count)}</table>`,
  'forwarded quotes': (count) => `x${'<div class="gmail_quote">---------- Forwarded message</div>'.repeat(count)}`,
  'rules of dashes': (count) => `x${'<p>------- not a quote</p>'.repeat(count)}`,
  'heads of quotes': (count) =>
    `x<div id="divRplyFwdMsg">${'<p><b>From:</b> Asha<br><b>Sent:</b> today</p>'.repeat(count)}</div>`,
  'quotes that no program marks': (count) => `x${'<p>Asha on 11/01:</p><blockquote>y</blockquote>'.repeat(count)}`,
  comments: (count) => '<!-- if --><b>x</b>'.repeat(count),
};

describe('reading a mail asks the page for as much as the mail is long', () => {
  it.each(Object.entries(SHAPES))('of %s', (_shape, make) => {
    // Also the short ones that nest are longer than what is probed at a time for how deep they nest.
    const [short, long] = [asksOf(make(500)), asksOf(make(2_000))];
    expect(long).toBeLessThan(short * 4.4 + 200);
  });
});

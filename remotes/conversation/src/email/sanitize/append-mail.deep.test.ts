/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { appendMail } from './append-mail';

const page = document;
const contentOf = (html: string): HTMLElement => {
  const content = document.implementation.createHTMLDocument('').createElement('div');
  content.innerHTML = html;
  return content;
};
const pieces = () => [...page.querySelectorAll<HTMLElement>('body > .inbox-piece')];
/** On a page that is `height` pixels high after each look, in a frame of 4,000. */
const show = (html: string, height = 4_000) => appendMail(page, contentOf(html), () => height, 4_000);
const times = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join('');

beforeEach(() => page.body.replaceChildren());

describe('what is beyond the height of the frame', () => {
  const LONG: Record<string, string> = {
    paragraphs: times(1_100, (n) => `<div><p>Parcel ${n}</p></div>`),
    'a mail in a block of its own': `<div dir="ltr">Hello${times(1_100, (n) => `<p>Parcel <b>${n}</b></p>`)}</div>after`,
    rows: `<table><tbody>${times(1_100, (n) => `<tr><td>Parcel</td><td>${n}</td></tr>`)}</tbody></table>`,
    'a list': `<ol start="3">${times(1_100, (n) => `<li>Parcel ${n}</li>`)}</ol>`,
  };

  it.each(Object.entries(LONG))('is in pieces, of %s', (_name, html) => {
    show(html);
    expect(pieces().length).toBeGreaterThan(2);
    expect(page.body.textContent).toBe(contentOf(html).textContent);
    const outside = [...page.body.querySelectorAll('*')].filter((element) => element.closest('.inbox-piece') === null);
    expect(outside.length).toBeLessThanOrEqual(310);
  });

  it.each(Object.entries(LONG))('is none where the frame has room, of %s', (_name, html) => {
    show(html, 3_999);
    expect(page.body.innerHTML).toBe(contentOf(html).innerHTML);
  });

  it('is asked for seldom, as each answer lays the page out', () => {
    let asked = 0;
    appendMail(page, contentOf(LONG['paragraphs'] ?? ''), () => (asked += 1), 4_000);
    expect(asked).toBe(3);
    expect(pieces()).toEqual([]);
  });
});

describe('a cut', () => {
  it('is only where a block begins', () => {
    const lines = times(900, (n) => `words <i>${n}</i><br>`);
    show(`<div>${lines}</div><p>${lines}</p>`);
    expect(pieces().map(({ innerHTML }) => innerHTML)).toEqual([`<p>${lines}</p>`]);
  });

  it.each(['display: flex', 'float: left', 'max-height: 90px; overflow: hidden', 'columns: 2; column-count: 2'])(
    'is not in a block with %s',
    (style) => {
      const html = `<div style="${style}">${times(900, (n) => `<p>${n}</p>`)}</div>`;
      show(html);
      expect(page.body.innerHTML).toBe(html);
    },
  );

  it('is not between cells of a row, nor in what is folded', () => {
    const wide = `<table><tbody><tr>${times(900, (n) => `<td>${n}</td>`)}</tr></tbody></table>`;
    const folded = `<details class="inbox-quoted">${times(900, (n) => `<p>${n}</p>`)}</details>`;
    show(`<p>Yes</p>${folded}`);
    expect(pieces()).toEqual([]);
    show(wide);
    expect(pieces()).toEqual([]);
  });

  it('goes on with the columns of a table, and the numbers of a list', () => {
    show(
      `<table width="90%"><tbody>${times(900, (n) => `<tr><td colspan="2">${n}</td><td>x</td></tr>`)}</tbody></table>`,
    );
    const tables = pieces().map((piece) => piece.querySelector('table')!);
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables) {
      expect([table.getAttribute('width'), table.style.tableLayout]).toEqual(['90%', 'fixed']);
      expect([...table.querySelectorAll('col')].map(({ span }) => span)).toEqual([2, 1]);
    }
    page.body.replaceChildren();
    show(`<ol start="3">${times(900, (n) => `<li>${n}</li>`)}</ol>`);
    for (const list of page.querySelectorAll('ol'))
      expect(list.start).toBe(Number(list.firstElementChild?.textContent) + 3);
  });
});

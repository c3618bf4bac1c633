import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseLinks, parseMarkup, withoutMarkup, type MarkupNode } from './markup';

const text = (value: string): MarkupNode => ({ kind: 'text', text: value });
const bold = (...children: MarkupNode[]): MarkupNode => ({ kind: 'bold', children });
const italic = (...children: MarkupNode[]): MarkupNode => ({ kind: 'italic', children });

const markers = fc.string({
  unit: fc.constantFrom('*', '_', '~', '`', 'a', ' ', '\n', 'क', '.', '<', 'www.x.in', 'https://a_b.in/'),
});

function flat(nodes: readonly MarkupNode[]): MarkupNode[] {
  return nodes.flatMap((node) => ('children' in node ? [node, ...flat(node.children)] : [node]));
}

const MARKERS = { bold: '*', italic: '_', strike: '~', mono: '`' } as const;

/** The text that was parsed, markers and all. */
function sourceOf(node: MarkupNode): string {
  if (node.kind === 'text' || node.kind === 'link') return node.text;
  const marker = MARKERS[node.kind];
  return marker + (node.kind === 'mono' ? node.text : node.children.map(sourceOf).join('')) + marker;
}

/** What a reader sees: the text without its markers. */
function shownOf(node: MarkupNode): string {
  return 'children' in node ? node.children.map(shownOf).join('') : node.text;
}

describe('message markup', () => {
  it.each<[string, string, MarkupNode[]]>([
    ['plain text stays text', 'hello', [text('hello')]],
    ['stars are bold', 'a *b c* d', [text('a '), bold(text('b c')), text(' d')]],
    ['underscores are italic', '_x_', [italic(text('x'))]],
    ['tildes strike', '~x~', [{ kind: 'strike', children: [text('x')] }]],
    ['backticks are monospace and literal', '`*x*`', [{ kind: 'mono', text: '*x*' }]],
    ['styles nest', '*a _b_*', [bold(text('a '), italic(text('b')))]],
    ['a marker inside a word is text', '2*3*4 snake_case_name', [text('2*3*4 snake_case_name')]],
    ['a marker before a space is text', '* item', [text('* item')]],
    ['a style ends with its line', '*a\nb*', [text('*a\nb*')]],
    ['an empty pair is text', '** __', [text('** __')]],
    ['Indian scripts have words too', 'क*ख*', [text('क*ख*')]],
    [
      'a link ends before the full stop',
      'see https://a.in/x_y_z.',
      [text('see '), { kind: 'link', text: 'https://a.in/x_y_z', href: 'https://a.in/x_y_z' }, text('.')],
    ],
    ['www needs no scheme', 'www.a.in', [{ kind: 'link', text: 'www.a.in', href: 'https://www.a.in' }]],
    ['a link can be bold', '*https://a.in*', [bold({ kind: 'link', text: 'https://a.in', href: 'https://a.in' })]],
    ['other schemes are no links', 'javascript:alert(1) data:x', [text('javascript:alert(1) data:x')]],
    ['HTML is text', '<b>x</b>', [text('<b>x</b>')]],
  ])('%s', (_, source, expected) => {
    expect(parseMarkup(source)).toEqual(expected);
  });

  it('never loses or invents a character', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), markers), (source) => {
        expect(parseMarkup(source).map(sourceOf).join('')).toBe(source);
      }),
    );
  });

  it('shows nothing that was not written', () => {
    fc.assert(
      fc.property(markers, (source) => {
        let at = 0;
        for (const char of parseMarkup(source).map(shownOf).join('')) {
          at = source.indexOf(char, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += char.length;
        }
      }),
    );
  });

  it('links to http and https only', () => {
    fc.assert(
      fc.property(markers, (source) => {
        for (const node of flat(parseMarkup(source)))
          if (node.kind === 'link') expect(node.href).toMatch(/^https?:\/\//i);
      }),
    );
  });

  // A reader that went back and forth would not come to an end within the test's own limit.
  it.each(['*a _b ~c '.repeat(7_000), '*_~`'.repeat(16_000)])('comes to the end of hostile text', (source) => {
    expect(parseMarkup(source).length).toBeGreaterThan(0);
  });
});

describe('a text with links', () => {
  it.each<[string, string, MarkupNode[]]>([
    ['without any', 'All *is* well', [text('All *is* well')]],
    [
      'between words',
      'See https://a.in/x, or www.b.in.',
      [
        text('See '),
        { kind: 'link', text: 'https://a.in/x', href: 'https://a.in/x' },
        text(', or '),
        { kind: 'link', text: 'www.b.in', href: 'https://www.b.in' },
        text('.'),
      ],
    ],
    ['with other schemes', 'javascript:alert(1)', [text('javascript:alert(1)')]],
  ])('%s', (_, source, expected) => {
    expect(parseLinks(source)).toEqual(expected);
  });

  it('never loses or invents a character', () => {
    fc.assert(
      fc.property(markers, (source) => {
        expect(parseLinks(source).map(shownOf).join('')).toBe(source);
      }),
    );
  });
});

describe('text without its markup', () => {
  it.each([
    ['*Order* is _late_', 'Order is late'],
    ['*a _b_* ~c~ `*d*`', 'a b c *d*'],
    ['2*3*4 and * item', '2*3*4 and * item'],
    ['see https://a.in/x_y_z', 'see https://a.in/x_y_z'],
    ['', ''],
  ])('%j reads %j', (written, words) => {
    expect(withoutMarkup(written)).toBe(words);
  });
});

describe('a long text of signs', () => {
  /** What is read of it, in characters: each pass over the rest counts. */
  function readOf(source: string): number {
    let read = 0;
    const { charAt } = String.prototype;
    String.prototype.charAt = function counted(at) {
      read += 1;
      return charAt.call(this, at);
    };
    try {
      parseMarkup(source);
      return read;
    } finally {
      String.prototype.charAt = charAt;
    }
  }

  it.each([
    ['stars', '* '],
    ['open stars', ' *a'],
    ['nested markers', ' *_~`'],
    ['begun links', 'http://.'],
    ['a link of dots', '.'],
    ['links between markers', ' *a https://b.in/_c'],
    ['words', 'where is my order '],
  ])('of %s is read once for each marker at most', (_what, unit) => {
    const [short, long] = [1_000, 4_000].map((count) => readOf(`https://a.in/${unit.repeat(count)}x`));
    expect(long).toBeLessThan((short ?? 0) * 4.2 + 100);
  });
});

/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { AgentId } from '@inbox/domain';
import { RICH_ATTRIBUTES, RICH_STYLES, RICH_TAGS } from '@inbox/domain/conversation';
import fc from 'fast-check';
import { fromDraft, toDraft } from './draft-content';
import { fromHtml } from './from-html';
import { normalText, type RichText } from './rich-text';
import { toHtml } from './to-html';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

/** Texts as people write them, in many scripts, and signs that HTML, spaces and draft-js trip over. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ' ',
        '  ',
        '\n',
        '\t',
        '\u00a0',
        '<b>',
        '&amp;',
        '"',
        '\0',
        '\ud83d',
        '👨‍👩‍👧',
        'नमस्ते',
        'ப்ரியா',
        'שלום',
        'مرحبا',
        '\u200f',
        'a',
        '\ufdd0',
      ),
    )
    .map((parts) => parts.join('')),
);
const href = fc.oneof(
  fc.constant(null),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('mailto:a@b.example', 'tel:+911234567890', 'javascript:alert(1)', 'https://x.example/?a=1&b="2"'),
  text,
);
const run = fc.record({
  text,
  bold: fc.boolean(),
  italic: fc.boolean(),
  underline: fc.boolean(),
  code: fc.boolean(),
  href,
  mention: fc.constantFrom(null, null, 7 as AgentId, 12 as AgentId),
});
const align = fc.constantFrom('left' as const, 'center' as const, 'right' as const, null);
const block = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('paragraph' as const, 'bullet' as const, 'number' as const),
      depth: fc.integer({ min: 0, max: 6 }),
      align,
      runs: fc.array(run, { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('image' as const),
      align,
      src: fc.constantFrom(PIXEL, 'https://tracker.example/x.png'),
      alt: text,
      width: fc.constantFrom(null, 1, 85, 100),
    }),
  },
);
const documents: fc.Arbitrary<RichText> = fc.array(block, { maxLength: 8 }).map(normalText);

function expectStyle(style: string): void {
  for (const declaration of style.split(';')) {
    const [name = '', value] = declaration.split(':');
    expect(value).toMatch(RICH_STYLES[name] ?? /^(?!)/);
  }
}

describe('whatever is written', () => {
  it('comes back from its HTML as it was', () => {
    fc.assert(
      fc.property(documents, (written) => expect(fromHtml(toHtml(written))).toEqual(written)),
      { numRuns: 400 },
    );
  });

  it('comes back from the editor as it was', () => {
    fc.assert(
      fc.property(documents, (written) => expect(fromDraft(toDraft(written))).toEqual(written)),
      {
        numRuns: 200,
      },
    );
  });

  it('is in its one form already', () => {
    fc.assert(fc.property(documents, (written) => expect(normalText(written)).toEqual(written)));
  });

  it('names nothing that runs or is fetched', () => {
    fc.assert(
      fc.property(documents, (written) => {
        const page = new DOMParser().parseFromString(toHtml(written), 'text/html');
        for (const element of page.body.querySelectorAll('*')) {
          expect(RICH_TAGS).toContain(element.localName);
          for (const { name, value } of element.attributes) {
            expect([...(RICH_ATTRIBUTES['*'] ?? []), ...(RICH_ATTRIBUTES[element.localName] ?? [])]).toContain(name);
            if (name === 'href') expect(value).toMatch(/^(?:https?|mailto|tel):/i);
            if (name === 'src') expect(value).toBe(PIXEL);
            if (name === 'style') expectStyle(value);
          }
        }
      }),
    );
  });
});

/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ATTRIBUTIONS, CITE, escaped, foldHtml, foldText, headHtml, HEADS, RULED, type Folded } from './mail-forms';

describe('a word that the customer wrote', () => {
  const MARK = 'ZQX';
  /** Not of a program: neither a mark nor a colon. */
  const words = fc
    .stringMatching(/^(?:[A-Za-zäéñ0-9 ,.!?()€₹-]|\p{Script=Devanagari}){0,40}$/u)
    .map((said) => `${said.trim()} ${MARK}`.trim());
  const attribution = fc.constantFrom(...ATTRIBUTIONS.map(([, line]) => line));
  const position = fc.constantFrom('above', 'between', 'below');
  const seen = ({ shown }: Folded) => shown.split(MARK).length - 1;

  it('is seen above, between and below the lines that a text quotes', () => {
    fc.assert(
      fc.property(words, attribution, position, fc.boolean(), (said, line, where, hasGap) => {
        const at = (place: string) => (where === place ? said : '');
        const text = [
          at('above') || 'Hi',
          line,
          '> Size?',
          at('between'),
          ...(hasGap ? [''] : []),
          '> Address?',
          at('below'),
        ];
        expect(seen(foldText(text.filter((one, index) => one !== '' || index === 4).join('\n')))).toBe(1);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (line: string, between: string, below: string) => string]>([
    [
      'Gmail',
      (line, between, below) =>
        `<div class="gmail_quote"><div class="gmail_attr">${line}</div>${CITE}${between}${CITE}${below}</div>`,
    ],
    [
      'Apple',
      (line, between, below) =>
        `<blockquote type="cite">${line}<br>Size?</blockquote>${between}<blockquote type="cite">Address?</blockquote>${below}`,
    ],
    [
      'Thunderbird',
      (line, between, below) =>
        `<div class="moz-cite-prefix">${line}</div><blockquote type="cite">Size?</blockquote>${between}<blockquote type="cite">Address?</blockquote>${below}`,
    ],
    [
      'Proton',
      (line, between, below) =>
        `<div class="protonmail_quote">${line}<br><blockquote type="cite">Size?</blockquote>${between}<blockquote type="cite">Address?</blockquote></div>${below}`,
    ],
  ])('is seen above, between and below the quotes of %s', (_program, make) => {
    fc.assert(
      fc.property(words, attribution, position, fc.constantFrom('div', 'p', 'span', 'b'), (said, line, where, tag) => {
        const at = (place: string) => (where === place ? `<${tag}>${escaped(said)}</${tag}>` : '');
        const html = `${at('above') || 'Hi'}<br>${make(escaped(line), at('between'), at('below'))}`;
        expect(seen(foldHtml(html))).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it("is seen in a look of its own anywhere below Outlook's head", () => {
    const looks = ['color:red', 'color:#1F497D', 'background:yellow', 'font-weight:bold', 'font-style:italic'];
    fc.assert(
      fc.property(words, fc.constantFrom(...looks), fc.constantFrom(...HEADS), fc.nat(2), (said, look, head, index) => {
        const lines = ['<p>Size?</p>', '<p>Address?</p>'];
        lines.splice(index, 0, `<p><span style="${look}">${escaped(said)}</span></p>`);
        expect(seen(foldHtml(`<p>Thanks</p>${RULED(headHtml(head))}${lines.join('')}`))).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});

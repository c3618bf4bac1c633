import { describe, expect, it } from '@jest/globals';
import { readMailBody } from '../../channels/email/send/mail-body';
import { cleanRichHtml } from './clean-rich-html';
import { lengthBesidePictures, NestedTooDeepError, sanitizeBounded } from './sanitize-bounded';

describe('HTML that is nested deeper than anybody writes', () => {
  it('is given up after a thousand elements, however many follow', () => {
    let seen = 0;
    const b = (tagName: string) => {
      seen += 1;
      return { tagName, attribs: {} };
    };
    expect(() => sanitizeBounded('<b>'.repeat(300_000), { transformTags: { b } })).toThrow(NestedTooDeepError);
    expect(seen).toBe(1_000);
  });

  it.each([
    ['elements side by side', '<p>One</p>'.repeat(20_000)],
    ['closed elements within elements', `${'<b>'.repeat(900)}x${'</b>'.repeat(900)}`.repeat(3)],
    ['paragraphs that are never closed', '<p>One'.repeat(20_000)],
    ['closing tags of nothing', '</b>'.repeat(20_000)],
  ])('is not: %s', (_, html) => {
    expect(() => sanitizeBounded(html, {})).not.toThrow();
  });

  it.each([
    ['elements that no tag closes', '<b>'.repeat(2_000)],
    ['closing tags of others', '<b></i>'.repeat(2_000)],
    ['closing tags in attributes', '<b title="</b>">'.repeat(2_000)],
  ])('is refused in words, whoever cleans it: %s', (_, html) => {
    for (const clean of [() => cleanRichHtml(html, (src) => src), () => readMailBody(html)]) {
      expect(clean).toThrow('Paste it as plain text.');
    }
  });
});

it('the length of HTML is that of its text and tags, without the pictures that it holds', () => {
  const picture = `<img src="data:image/png;base64,${'iVBORw0KGgo='.repeat(100_000)}">`;
  expect(lengthBesidePictures(`<p>Two${picture}</p>`)).toBe('<p>Two<img src=""></p>'.length);
});

it('an e-mail longer than anybody writes is refused in words', () => {
  expect(() => readMailBody('x'.repeat(500_001))).toThrow('An e-mail has 500,000 characters at most');
});

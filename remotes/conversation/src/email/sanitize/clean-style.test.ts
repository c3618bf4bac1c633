/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { cleanSheet, cleanStyle } from './clean-style';

function styleOf(css: string): CSSStyleDeclaration {
  const element = document.createElement('p');
  element.setAttribute('style', css);
  return element.style;
}

function sheetOf(css: string): CSSStyleSheet {
  const element = document.head.appendChild(document.createElement('style'));
  element.textContent = css;
  const { sheet } = element;
  element.remove();
  return sheet!;
}

const rulesOf = ({ cssRules }: { cssRules: CSSRuleList }) =>
  Array.from(cssRules)
    .map(({ cssText }) => cssText)
    .join('');

describe('a style of a mail', () => {
  it('loses what may name a drawing in another file, and keeps all else', () => {
    const style = styleOf(
      'filter: url(https://evil.example/f.svg#f); cursor: url(https://evil.example/c), auto; color: red',
    );
    cleanStyle(style, false);
    expect(style.cssText).toBe('color: red;');
  });

  it.each([
    'background-image: url("https://evil.example/b")',
    'background: var(--x) url("https://evil.example/b")',
    'list-style-image: url("picture-of-the-inbox.png")',
    '--address: url(https://evil.example/b)',
    '--escaped: \\75rl(https://evil.example/b)',
    `--quoted: 'url("data:image/' url(https://evil.example/b) '")'`,
    '--set: image-set("https://evil.example/b" 1x)',
  ])('loses what would load: %s', (css) => {
    const style = styleOf(`${css}; color: red`);
    cleanStyle(style, false);
    expect(style.cssText).not.toMatch(/url|rl\(|image-set|evil/);
    expect(style.color).toBe('red');
  });

  it('shows pictures of its own, and those of other servers where they are allowed', () => {
    const own = 'background-image: url("data:image/png;base64,AAAA");';
    const other = 'background-image: url("https://shop.example/b.png");';
    const kept = (css: string, images: string | false) => {
      const style = styleOf(css);
      cleanStyle(style, images);
      return style.cssText;
    };
    expect(kept(own, false)).toBe(own);
    expect(kept(other, false)).toBe('');
    const base = 'https://inbox.example/images/x/';
    expect(kept(other, base)).toBe(`background-image: url("${base}?url=https%3A%2F%2Fshop.example%2Fb.png");`);
    // What is such an address already stays one.
    expect(kept(kept(other, base), base)).toBe(kept(other, base));
    expect(kept(other.replace('https:', 'http:'), base)).toContain('?url=http%3A%2F%2Fshop.example%2Fb.png');
    expect(kept('background-image: url("//shop.example/b.png");', base)).toBe('');
  });
});

it('a sheet of a mail is cleaned whatever its rules stand in', () => {
  const sheet = sheetOf(`
    @import "https://evil.example/x.css";
    @font-face { font-family: f; src: url(https://evil.example/f.woff2) }
    @media all { p { color: red; background-image: url("https://evil.example/m") } }
    @keyframes k { from { background-image: url("https://evil.example/k") } }
    p { background-image: url("https://evil.example/p"); width: 1px }
  `);
  cleanSheet(sheet, false);
  expect(rulesOf(sheet)).not.toContain('evil.example');
  expect(rulesOf(sheet)).toMatch(/color: red[^]*width: 1px/);
});

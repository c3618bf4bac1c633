/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { emailDocument } from './email-html';

function parsed(html: string, images = false): Document {
  return new DOMParser().parseFromString(emailDocument(html, images).srcdoc, 'text/html');
}

const HOSTILE = [
  '<script>steal()</script>',
  '<img src=x onerror="steal()">',
  '<svg><script>steal()</script></svg>',
  '<a href="javascript:steal()">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<form action="https://evil.example"><input name="password"></form>',
  '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '</body></html><script>steal()</script>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=steal()&gt;">',
];

describe('the document of a mail', () => {
  it.each(HOSTILE)('keeps %s inert', (html) => {
    const page = parsed(`<p>before</p>${html}<p>after</p>`, true);
    expect(page.querySelectorAll('script, iframe, object, embed, form, input, base, link').length).toBe(0);
    expect(page.querySelectorAll('meta[http-equiv="refresh"]').length).toBe(0);
    for (const element of page.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/^\s*javascript:/i);
      }
    }
    expect(page.body.textContent).toContain('before');
  });

  it('asks nobody for anything until images are allowed', () => {
    const html =
      '<img src="https://tracker.example/p.gif"><img src="//tracker.example/q.gif"><p style="background:url(https://t.example/x)">x</p>';
    expect(emailDocument(html, false).remoteImages).toBe(true);
    const page = parsed(html);
    expect(page.querySelectorAll('img[src]').length).toBe(0);
    expect(page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:;",
    );
  });

  it('shows images when they are allowed, without telling from where', () => {
    const image = parsed(
      '<img src="https://shop.example/p.png" srcset="https://t.example/2x.png 2x">',
      true,
    ).querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://shop.example/p.png');
    expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(image?.hasAttribute('srcset')).toBe(false);
  });

  it('keeps the style sheets of a mail apart, for the frame to adopt', () => {
    const { srcdoc, css } = emailDocument('<style>td { color: red }</style><p>x</p>', false);
    expect(css).toContain('td { color: red }');
    expect(srcdoc).not.toContain('<style');
  });

  it('asks about images that a style sheet wants', () => {
    expect(emailDocument('<style>p { background: url(https://t.example/x) }</style>', false).remoteImages).toBe(true);
  });

  it('asks about no images when there are none', () => {
    expect(emailDocument('<p>Hello</p><img src="data:image/png;base64,AAAA">', false).remoteImages).toBe(false);
  });

  it('opens links outside, without a way back to this page', () => {
    const link = parsed('<a href="https://shop.example" target="_top">see</a>').querySelector('a');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener');
  });
});

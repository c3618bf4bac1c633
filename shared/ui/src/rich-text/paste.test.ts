/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fromHtml } from './from-html';
import { hrefOf, linkedRuns } from './links';
import { PLAIN } from './rich-text';
import { toHtml } from './to-html';

const cleaned = (html: string) => toHtml(fromHtml(html));

/** As these programs put it on the clipboard. */
describe('what is pasted', () => {
  it('from Word keeps its paragraphs, styles and lists, and nothing of Word', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-IN><!--StartFragment-->
<p class=MsoNormal align=center style='text-align:center'><b><span lang=EN-US style='font-size:14.0pt;color:red'>Return
policy<o:p></o:p></span></b></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Unworn<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>With <i>bill</i></p>
<!--EndFragment--></body></html>`;
    expect(cleaned(word)).toBe(
      '<div style="text-align:center"><strong>Return policy</strong></div><div><br></div>' +
        '<ul><li>Unworn<ol><li>With <em>bill</em></li></ol></li></ul>',
    );
  });

  it('from Google Docs is not bold for its wrapper, and keeps styles that are only said in CSS', () => {
    const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial;font-weight:400;">Plain </span><span style="font-weight:700;font-style:italic;">both</span></p><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span style="text-decoration:underline;">Deeper</span></p></li></ul></ul><p><a href="https://ok.example/" style="text-decoration:none;"><span style="color:#1155cc">a link</span></a></p></b>`;
    expect(cleaned(docs)).toBe(
      '<div>Plain <strong><em>both</em></strong></div><ul><li>One<ul><li><u>Deeper</u></li></ul></li></ul>' +
        '<div><a href="https://ok.example/">a link</a></div>',
    );
  });

  it('from Excel is a line for each row', () => {
    const excel = `<html><head><style>td {padding:0px;}</style></head><body><table border=0 cellpadding=0><!--StartFragment--><col width=64><tr height=19><td class=xl65 height=19>Order</td><td align=right>12</td></tr>
<tr><td><p>#1001</p></td><td><b>&#8377;499</b></td></tr><!--EndFragment--></table></body></html>`;
    expect(cleaned(excel)).toBe(
      '<div>Order&nbsp;&nbsp;&nbsp;&nbsp;12</div><div>#1001&nbsp;&nbsp;&nbsp;&nbsp;<strong>₹499</strong></div>',
    );
  });

  it('from the web is inert: no script, frame, form, style, handler, foreign picture or address that runs', () => {
    const web = `<h2 onmouseover="alert(1)">Title</h2><script>alert(1)</script><style>*{}</style><svg onload=alert(1)></svg>
<iframe src="https://x.example"></iframe><form action="https://x.example"><input value="stolen"><button>Go</button></form>
<img src="https://tracker.example/p.gif" alt="Logo"><img src=x onerror=alert(1)><a href="javascript:alert(1)">run</a>
<a href=" java&#10;script:alert(1)">run</a><a href="data:text/html,<script>">data</a><div style="display:none">hidden</div>
<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math><noscript><img src=x onerror=alert(1)></noscript>
<p>One</p>two<br>three`;
    expect(cleaned(web)).toBe(
      '<div><strong>Title</strong></div><div>Logorun rundata</div><div>One</div><div>two<br>three</div>',
    );
  });

  it('keeps a picture that comes with it', () => {
    const image = 'data:image/png;base64,iVBORw0KGgo=';
    expect(cleaned(`a<img src="${image}" alt="Parcel" width=900>b`)).toBe(
      `<div>a</div><div><img src="${image}" alt="Parcel" style="max-width:100%"></div><div>b</div>`,
    );
  });

  it('says which way a line is read', () => {
    expect(cleaned('<p>שלום</p><p>مرحبا 123</p><p>नमस्ते</p>')).toBe(
      '<div dir="rtl">שלום</div><div dir="rtl">مرحبا 123</div><div>नमस्ते</div>',
    );
  });

  it('is read however deep it is, and takes longer only as it is longer', () => {
    // As deep as jsdom can go; browsers stop at 512 by themselves.
    const deep = '<div>'.repeat(1_000) + 'x';
    expect(cleaned(deep)).toBe('<div>x</div>');
    // By the processor's time: a machine with other work to do takes longer for the same.
    const cost = (words: number): number => {
      const before = process.cpuUsage();
      cleaned(`<p>${'word <b>bold</b> '.repeat(words)}</p>`);
      return process.cpuUsage(before).user;
    };
    cost(500);
    expect(cost(4_000)).toBeLessThan(20 * cost(500) + 500_000);
  });
});

describe('an address in a text', () => {
  it.each([
    ['see https://a.example/x?y=1, please', ['see ', 'https://a.example/x?y=1', ', please']],
    ['(www.shop.example)', ['(', 'www.shop.example', ')']],
    ['https://en.example/a_(b)', ['https://en.example/a_(b)']],
    ['no address', ['no address']],
    ['javascript:alert(1)', ['javascript:alert(1)']],
  ])('%s', (text, parts) => {
    expect(linkedRuns(text, PLAIN).map((run) => run.text)).toEqual(parts);
  });

  it.each([
    ['shop.example', 'https://shop.example'],
    ['a@b.example', 'mailto:a@b.example'],
    ['http://x.example/ y', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('typed as %s leads to %s', (typed, to) => expect(hrefOf(typed)).toBe(to));
});

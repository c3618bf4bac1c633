/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { foldQuotedHistory, splitQuotedText } from './quoted-history';

function folded(html: string): { shown: string; hidden: string | null } {
  const body = document.createElement('div');
  body.innerHTML = html;
  foldQuotedHistory(body, 'Show quoted text');
  const details = body.querySelector('details');
  details?.querySelector('summary')?.remove();
  const hidden = details?.textContent.trim() ?? null;
  details?.remove();
  return { shown: body.textContent.trim(), hidden };
}

describe('what an HTML mail quotes', () => {
  it.each<[string, string]>([
    ['Gmail', '<div>New</div><div class="gmail_quote"><div class="gmail_attr">On Fri Asha wrote:</div>Old</div>'],
    ['Apple Mail', 'New<br><blockquote type="cite"><div>On Fri Asha wrote:</div>Old</blockquote>'],
    [
      'Thunderbird',
      '<p>New</p><div class="moz-cite-prefix">On Fri Asha wrote:</div><blockquote type="cite">Old</blockquote>',
    ],
    ['Outlook on the web', '<div>New</div><hr><div id="divRplyFwdMsg"><b>From:</b> Asha</div><div>Old</div>'],
    [
      'Outlook on the desktop',
      '<div><p>New</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Asha</p></div></div><p>Old</p></div>',
    ],
    ['an older Outlook', '<p>New</p><p>-----Original Message-----</p><p>Old</p>'],
    ['Yahoo', 'New<div class="yahoo_quoted">Old</div>'],
    ['Zoho', 'New<div class="zmail_extra">Old</div>'],
  ])('by %s is folded', (_program, html) => {
    const { shown, hidden } = folded(html);
    expect(shown).toBe('New');
    expect(hidden).toMatch(/Old$/);
  });

  it.each<[string, string]>([
    ['nothing else is said', '<div class="gmail_quote">Old</div>'],
    ['it was handed on', 'See<div class="gmail_quote">---------- Forwarded message ---------<br>Old</div>'],
    ['it is no quote', '<p>New</p><blockquote>A saying</blockquote>'],
  ])('stays where %s', (_why, html) => {
    expect(folded(html).hidden).toBeNull();
  });

  it('leaves what stands below the quote', () => {
    expect(folded('New<blockquote type="cite">Old</blockquote><p>Below</p>').shown).toBe('NewBelow');
  });
});

describe('what a text mail quotes', () => {
  it.each<[string, string, string]>([
    [
      'New\n\nOn Fri, 20 Nov 2026 Asha wrote:\n> Old\n> lines',
      'New',
      'On Fri, 20 Nov 2026 Asha wrote:\n> Old\n> lines',
    ],
    ['New\nOn Fri, 20 Nov 2026 at 10:00,\nAsha <a@shop.example> wrote:\n\n> Old', 'New', 'On Fri'],
    ['New\n-----Original Message-----\nFrom: Asha\nOld', 'New', '-----Original Message-----'],
    ['New\n> Old', 'New', '> Old'],
    ['नया\n\nशुक्र, 20 नव॰ 2026 को 10:00 am बजे Asha\n<a@shop.example> ने लिखा:\n\n> पुराना', 'नया', 'शुक्र, 20 नव॰ 2026'],
    ['புதிய\n\nவெள்., 20 நவ., 2026 Asha <a@shop.example> எழுதியது:\n\n> பழைய', 'புதிய', 'வெள்.'],
    [
      'New\n\n________________________________\nFrom: Asha <a@shop.example>\nSent: Friday\nTo: Me\n\nOld',
      'New',
      '________',
    ],
    ['New\n\nVon: Asha\nGesendet: Freitag\nAn: Me\n\nOld', 'New', 'Von: Asha'],
  ])('%j is cut', (message, text, quoted) => {
    const split = splitQuotedText(message);
    expect(split.text).toBe(text);
    expect(split.quoted.startsWith(quoted)).toBe(true);
  });

  it.each([
    'New',
    '> Old',
    '> Old\nanswered below',
    'x\n---------- Forwarded message ---------\n> Old',
    'From: Asha\nto you',
    '',
  ])('%j stays whole', (message) => {
    expect(splitQuotedText(message)).toEqual({ text: message, quoted: '' });
  });
});

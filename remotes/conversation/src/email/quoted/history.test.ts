/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import {
  ATTRIBUTIONS,
  CITE,
  ENGLISH,
  escaped,
  foldHtml,
  foldText,
  GMAIL,
  headHtml,
  HEADS,
  headText,
  LINE,
  OUTLOOK,
  RULED,
  WROTE,
} from './mail-forms';

describe('a reply above its quote shows without it', () => {
  it.each(ATTRIBUTIONS)('in plain text: %s', (_language, line) => {
    expect(foldText(`New\n\n${line}\n\n> Old\n>\n> more\n`)).toEqual({
      shown: 'New',
      hidden: `${line}\n\n> Old\n>\n> more\n`,
    });
  });

  it.each(ATTRIBUTIONS)('in HTML: %s', (_language, line) => {
    const { shown, hidden } = foldHtml(
      `<p>New</p><div>${escaped(line)}</div><blockquote type="cite">Old</blockquote><br>`,
    );
    expect(shown).toBe('New');
    expect(hidden).toMatch(/Old$/);
  });

  it.each(HEADS)('below a head in plain text: %s', (...head) => {
    expect(foldText(`New\n\n${headText(head)}\n\nOld\nmore`)).toEqual({
      shown: 'New',
      hidden: `${headText(head)}\n\nOld\nmore`,
    });
  });

  it.each(HEADS)("below Outlook's head: %s", (...head) => {
    const { shown, hidden } = foldHtml(`<p class="MsoNormal">New</p>${RULED(headHtml(head))}<p>Old</p><p>more</p>`);
    expect(shown).toBe('New');
    expect(hidden).toMatch(/more$/);
  });

  it.each<[string, string]>([
    [
      'Gmail',
      `<div dir="ltr">New</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${WROTE}<br></div><blockquote class="gmail_quote" style="border-left:1px solid #ccc">Old</blockquote></div>`,
    ],
    [
      'Gmail, in an older form',
      `<div>New</div><div class="gmail_extra"><br><div class="gmail_quote">${WROTE}<br><blockquote class="gmail_quote">Old</blockquote></div><br></div>`,
    ],
    [
      'Apple Mail',
      `New<br><div><br><blockquote type="cite"><div>${WROTE}</div><br><div>Old</div></blockquote></div><br>`,
    ],
    [
      'Apple Mail on a phone',
      `<div dir="ltr">New</div><div dir="ltr"><br><blockquote type="cite">${WROTE}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">Old</div></blockquote>`,
    ],
    [
      'Thunderbird',
      `<p>New</p><div class="moz-cite-prefix">Asha wrote:<br></div><blockquote type="cite">Old</blockquote>`,
    ],
    [
      'Outlook on the web',
      `<div>New</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Asha<br><b>Sent:</b> Monday</div><div>Old</div>`,
    ],
    [
      'Outlook on a phone',
      `<div>New</div><div id="mail-editor-reference-message-container"><div><hr><b>From:</b> Asha<br></div><div>Old</div></div>`,
    ],
    ['an older Outlook', '<p>New</p><p>-----Original Message-----<br>From: Asha</p><p>Old</p>'],
    [
      'Yahoo',
      `<div>New</div><div class="yahoo_quoted"><div style="color:#26282a"><div>${WROTE}</div><div>Old</div></div></div>`,
    ],
    [
      'Proton',
      `<div>New</div><div class="protonmail_quote">${WROTE}<br><blockquote class="protonmail_quote" type="cite">Old</blockquote><br></div>`,
    ],
    [
      'Zoho',
      `<div>New</div><div class="zmail_extra"><div>---- On Mon, 11 Jan 2027 10:12:00 +0530 <b>Kala &lt;care@kala.example&gt;</b> wrote ---</div><blockquote>Old</blockquote></div>`,
    ],
    [
      'a Samsung phone',
      '<div>New</div><div>-------- Original message --------</div><div>From: Asha</div><div>Old</div>',
    ],
    [
      'GMX',
      `<div>New<div style="border-left:2px solid #C3D9E5"><div><b>Gesendet:</b> Montag<br><b>Von:</b> Asha<br><b>An:</b> Meera<br><b>Betreff:</b> Order</div><div>Old</div></div></div>`,
    ],
    [
      'Yandex',
      `<div>New</div><div>11.01.2027, 10:12, "Kala Care" &lt;care@kala.example&gt;:</div><blockquote><p>Old</p></blockquote>`,
    ],
    ['a program that makes HTML of text', `<pre>New\n\n${WROTE}\n&gt; more\n&gt; Old</pre>`],
    [
      'Gmail, of a mail in which one was forwarded',
      `<div>New</div><div class="gmail_quote"><div class="gmail_attr">${WROTE}</div><blockquote class="gmail_quote">See<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Courier</div>Old</div></blockquote></div>`,
    ],
    [
      'Outlook, in its own colour throughout',
      `<p>New</p>${RULED(headHtml(ENGLISH))}<p><span style="color:#1F497D">more</span></p><p style="color:#1F497D"><a href="x" style="color:blue">link</a> Old</p>`,
    ],
    [
      'Gmail, of a newsletter',
      `<div>New</div><div class="gmail_quote"><div class="gmail_attr">${WROTE}</div><blockquote class="gmail_quote"><h1 style="color:teal">Sale</h1><table><tr><td style="color:red">Now</td><td>Old</td></tr></table></blockquote></div>`,
    ],
  ])('by %s', (_program, html) => {
    const { shown, hidden } = foldHtml(html);
    expect(shown).toBe('New');
    expect(hidden).toMatch(/Old$/);
  });
});

describe('nothing is folded in HTML', () => {
  it.each<[string, string]>([
    ['with answers between quotes of Gmail', GMAIL('Thanks', `${CITE}<div>ANSWER</div>${CITE}`)],
    ["with an answer below Gmail's quote, in the same element", GMAIL('Thanks', `${CITE}<div>ANSWER</div>`)],
    ["with an answer below Gmail's quote", GMAIL('Thanks', CITE, '<div>ANSWER</div>')],
    ["with an answer above Gmail's quote, below the line of its author", GMAIL('Thanks', `<div>ANSWER</div>${CITE}`)],
    ['with a picture below the quote', GMAIL('Thanks', CITE, '<img alt="ANSWER">')],
    [
      'with answers in a colour within the quote',
      GMAIL('Thanks', '<blockquote type="cite">Size?<div><font color="red">ANSWER</font></div></blockquote>'),
    ],
    [
      'with an answer that is indented below the quote',
      GMAIL('Thanks', CITE, '<blockquote style="margin:0 0 0 40px;border:none">ANSWER</blockquote>'),
    ],
    [
      'with answers between quotes of Apple Mail',
      `Thanks<blockquote type="cite">${WROTE}<br>Size?</blockquote>ANSWER<blockquote type="cite">Address?</blockquote>`,
    ],
    ['with answers between marked lines of text', `Thanks<br>${WROTE}<br>&gt; Size?<br>ANSWER<br>&gt; Address?`],
    [
      "with coloured answers below Outlook's head",
      OUTLOOK('Thanks', '<p>Size?</p><p><span style="color:#C00000">ANSWER</span></p>'),
    ],
    ["with bold answers below Outlook's head", OUTLOOK('Thanks', '<p>Size?</p><p><b>ANSWER</b></p>')],
    [
      "with a highlighted answer in a line of Outlook's",
      OUTLOOK('Thanks', '<p>Size? <span style="background:yellow">ANSWER</span></p>'),
    ],
    ["with answers below Outlook's head that are announced", OUTLOOK('Please see below', '<p>Size?</p><p>ANSWER</p>')],
    ['with answers that are announced in German', OUTLOOK('Antworten siehe unten', '<p>Size?</p><p>ANSWER</p>')],
    ['with answers that are announced in Hindi', OUTLOOK('मेरे जवाब नीचे हैं', '<p>Size?</p><p>ANSWER</p>')],
    [
      'with an answer below a quote that Outlook has marked',
      OUTLOOK('Thanks', '<blockquote type="cite">Size?</blockquote><p>ANSWER</p>'),
    ],
    ["with answers below Outlook's head that the customer marks", OUTLOOK('Thanks', '<p>Size?</p><p>Ans: ANSWER</p>')],
    ["with a greeting alone above Outlook's head", OUTLOOK('Dear team,', '<p>Size?</p><p>ANSWER</p>')],
    ['where nothing else is said', GMAIL('', CITE)],
    ['where a phone alone says something', GMAIL('Sent from my iPhone', CITE)],
    ['of a quote that no program marks', '<p>New</p><blockquote>ANSWER</blockquote>'],
    [
      'of a quote without its author, as some mark words of their own',
      '<p>I need</p><blockquote type="cite">ANSWER</blockquote>',
    ],
    [
      'that Gmail forwards',
      'See<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Courier</div>ANSWER</div>',
    ],
    [
      'that Apple Mail forwards',
      'See<br><div>Begin forwarded message:</div><blockquote type="cite"><div><b>From: </b>Courier</div>ANSWER</blockquote>',
    ],
    [
      'that Thunderbird forwards in German',
      '<p>See</p><div class="moz-forward-container">-------- Weitergeleitete Nachricht --------<table><tr><th>Betreff:</th><td>Parcel</td></tr></table>ANSWER</div>',
    ],
  ])('%s', (_why, html) => {
    expect(foldHtml(html).hidden).toBeNull();
  });

  it('with answers that the sheet of the mail colours', () => {
    const html = OUTLOOK('Thanks', '<p>Size?</p><p><span class="EmailStyle20">ANSWER</span></p>');
    expect(
      foldHtml(html, '', 'p.MsoNormal, li { color: black } span.EmailStyle20\n{ color: #1F497D }').hidden,
    ).toBeNull();
    expect(foldHtml(html, '', 'span.EmailStyle20 { color: windowtext }').hidden).toMatch(/ANSWER$/);
  });

  it.each([
    'FW: Parcel',
    'Fwd: Parcel',
    'WG: Paket',
    'TR: Colis',
    'RV: Paquete',
    'I: Pacco',
    'ENC: Pacote',
    'VB: Paket',
    '转发：包裹',
    '[EXTERNAL] Fw: Parcel',
  ])('that was forwarded as %s', (subject) => {
    expect(foldHtml(OUTLOOK('Thanks', '<p>Held in Pune</p>'), subject).hidden).toBeNull();
    expect(foldText(`Thanks\n\n${headText(ENGLISH)}\n\nHeld in Pune`, subject).hidden).toBeNull();
  });

  it('but it is in an answer to a mail that was forwarded', () => {
    expect(foldHtml(OUTLOOK('Thanks', '<p>Held in Pune</p>'), 'RE: FW: Parcel').hidden).toMatch(/Held in Pune$/);
  });
});

describe('nothing is folded in a text', () => {
  it.each<[string, string]>([
    ['without a quote', 'New'],
    ['where nothing else is said', `${LINE}\n> Old`],
    ['with answers between the quoted lines', `Hi,\n\n${LINE}\n> Size?\nANSWER\n\n> Address?\nANSWER`],
    ['with an answer before the last quoted line', `Hi,\n\n${LINE}\n> Size?\nANSWER\n> Regards`],
    ['with an answer below the quote', `Hi,\n\n${LINE}\n> Size?\n\nANSWER`],
    ['with an answer above the quote, below the line of its author', `Hi,\n\n${LINE}\nANSWER\n> Size?`],
    ['with marked lines that are of no earlier mail', 'I need:\n> ANSWER'],
    ['with a list at an hour', 'Please deliver at 10:30 on 11/01:\n> ANSWER'],
    ['with a form that the customer fills in', 'Please ship\nFrom: ANSWER\nTo: Delhi\nDate: Monday'],
    ["with answers below Outlook's head that are announced", `Answers in red.\n\n${headText(ENGLISH)}\n\nSize? ANSWER`],
    [
      "with an answer below marked lines of Outlook's",
      `Thanks\n\n-----Original Message-----\n${headText(ENGLISH)}\n\n> Size?\nANSWER`,
    ],
    ['that was forwarded', `See\n\n---------- Forwarded message ---------\n${headText(ENGLISH)}\n\nANSWER`],
    ['that was forwarded by Apple Mail', 'See\n\nBegin forwarded message:\n\n> From: Courier\n> ANSWER'],
  ])('%s', (_why, text) => {
    expect(foldText(text)).toEqual({ shown: text, hidden: null });
  });

  it('of the words that lost their line break before the name of the author', () => {
    const split = foldText(`Size M please. ${LINE}\n> Size?`);
    expect(split).toEqual({ shown: `Size M please. ${LINE}`, hidden: '> Size?' });
  });

  it('but a rule above the head, and a quote in a quote, are folded', () => {
    expect(foldText(`New\n\n________________________________\n${headText(ENGLISH)}\n\nOld`)).toMatchObject({
      shown: 'New',
    });
    expect(foldText(`New\n\n${LINE}\n> Old\n>> On Fri Meera wrote:\n>>> Older`)).toMatchObject({ shown: 'New' });
    expect(foldText(`New\n\n> ${LINE}\n>\n> Old`)).toMatchObject({ shown: 'New' });
  });
});

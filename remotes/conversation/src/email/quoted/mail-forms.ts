import { foldQuotedHistory } from './fold-html';
import { splitQuotedText } from './split-text';

// Replies in the forms of many programs and languages, for the tests of the fold.

export interface Folded {
  shown: string;
  /** Null if nothing is folded. */
  hidden: string | null;
}

/** The words of an HTML mail that show, and those in its fold. */
export function foldHtml(html: string, subject = 'Re: Your order', css = ''): Folded {
  const body = document.implementation.createHTMLDocument('').createElement('div');
  body.innerHTML = html;
  foldQuotedHistory(body, 'Show quoted text', { subject, css });
  const details = body.querySelector('details');
  details?.querySelector('summary')?.remove();
  const hidden = details?.textContent.trim() ?? null;
  details?.remove();
  return { shown: body.textContent.trim(), hidden };
}

/** The same of a mail in plain text. */
export function foldText(text: string, subject = 'Re: Your order'): Folded {
  const split = splitQuotedText(text, subject);
  return { shown: split.text, hidden: split.quoted === '' ? null : split.quoted };
}

/** Lines above a quote, as programs write them. */
export const ATTRIBUTIONS: [string, string][] = [
  ['English, Gmail', 'On Mon, 11 Jan 2027 at 10:12, Kala Care <care@kala.example> wrote:'],
  ['English, without an hour', 'On Mon, 11 Jan 2027 Kala Care wrote:'],
  ['English, Thunderbird', 'On 11/01/2027 10:12, Kala Care wrote:'],
  ['English, broken in two', 'On Mon, 11 Jan 2027 at 10:12, Kala Care\n<care@kala.example> wrote:'],
  ['English, broken in three', 'On Mon, 11 Jan 2027 at 10:12,\nKala Care\n<care@kala.example> wrote:'],
  ['English, Zoho', '---- On Mon, 11 Jan 2027 10:12:00 +0530 Kala Care <care@kala.example> wrote ----'],
  ['German', 'Am Mo., 11. Jan. 2027 um 10:12 Uhr schrieb Kala Care <care@kala.example>:'],
  ['German, Thunderbird', 'Am 11.01.27 um 10:12 schrieb Kala Care:'],
  ['French', 'Le lun. 11 janv. 2027 à 10:12, Kala Care <care@kala.example> a écrit :'],
  ['Spanish', 'El lun, 11 ene 2027 a las 10:12, Kala Care (<care@kala.example>) escribió:'],
  ['Italian', 'Il giorno lun 11 gen 2027 alle ore 10:12 Kala Care <care@kala.example> ha scritto:'],
  ['Portuguese', 'Em seg., 11 de jan. de 2027 às 10:12, Kala Care <care@kala.example> escreveu:'],
  ['Dutch', 'Op ma 11 jan 2027 om 10:12 schreef Kala Care <care@kala.example>:'],
  ['Polish, Thunderbird', 'W dniu 11.01.2027 o 10:12, Kala Care pisze:'],
  ['Polish', 'pon., 11 sty 2027 o 10:12 Kala Care <care@kala.example> napisał(a):'],
  ['Swedish', 'Den mån 11 jan. 2027 kl 10:12 skrev Kala Care <care@kala.example>:'],
  ['Danish', 'man. 11. jan. 2027 kl. 10.12 skrev Kala Care <care@kala.example>:'],
  ['Finnish', 'ma 11. tammik. 2027 klo 10.12 Kala Care (care@kala.example) kirjoitti:'],
  ['Finnish, Thunderbird', 'Kala Care kirjoitti 11.1.2027 klo 10:12:'],
  ['Czech', 'po 11. 1. 2027 v 10:12 odesílatel Kala Care <care@kala.example> napsal:'],
  ['Hungarian', 'Kala Care <care@kala.example> ezt írta (időpont: 2027. jan. 11., H, 10:12):'],
  ['Turkish', 'Kala Care <care@kala.example>, 11 Oca 2027 Pzt, 10:12 tarihinde şunu yazdı:'],
  ['Russian', 'пн, 11 янв. 2027 г. в 10:12, Kala Care <care@kala.example>:'],
  ['Greek', 'Στις Δευ 11 Ιαν 2027 στις 10:12 π.μ., ο/η Kala Care <care@kala.example> έγραψε:'],
  ['Hindi', 'सोम, 11 जन॰ 2027 को 10:12 am बजे Kala Care <care@kala.example> ने लिखा:'],
  ['Tamil', 'திங்., 11 ஜன., 2027 Kala Care <care@kala.example> எழுதியது:'],
  ['Japanese', '2027年1月11日(月) 10:12 Kala Care <care@kala.example>:'],
  ['Japanese, Apple', '2027/01/11 10:12、Kala Care <care@kala.example>のメール:'],
  ['Chinese', 'Kala Care <care@kala.example> 于2027年1月11日周一 10:12写道：'],
  ['Chinese, Apple', '在 2027年1月11日，10:12，Kala Care <care@kala.example> 写道：'],
  ['Korean', '2027년 1월 11일 (월) 오전 10:12, Kala Care <care@kala.example>님이 작성:'],
  ['Vietnamese', 'Vào Th 2, 11 thg 1, 2027 vào lúc 10:12 Kala Care <care@kala.example> đã viết:'],
  [
    'Arabic',
    'في الاثنين، 11 يناير 2027 في 10:12 ص تمت كتابة ما يلي بواسطة \u202aKala Care\u202c\u200f <\u202acare@kala.example\u202c\u200f>:',
  ],
  [
    'Hebrew',
    'בתאריך יום ב׳, 11 בינו׳ 2027 ב-10:12 מאת \u202aKala Care\u202c\u200f <\u202acare@kala.example\u202c\u200f>:\u200f',
  ],
];

/** The heads that Outlook puts above a quote: labels of sender, date, recipients and subject. */
export const HEADS: [string, string, string, string, string][] = [
  ['English', 'From', 'Sent', 'To', 'Subject'],
  ['English, on the Mac', 'From', 'Date', 'To', 'Subject'],
  ['German', 'Von', 'Gesendet', 'An', 'Betreff'],
  ['French', 'De', 'Envoyé', 'À', 'Objet'],
  ['Spanish', 'De', 'Enviado el', 'Para', 'Asunto'],
  ['Italian', 'Da', 'Inviato', 'A', 'Oggetto'],
  ['Portuguese', 'De', 'Enviada em', 'Para', 'Assunto'],
  ['Dutch', 'Van', 'Verzonden', 'Aan', 'Onderwerp'],
  ['Polish', 'Od', 'Wysłano', 'Do', 'Temat'],
  ['Swedish', 'Från', 'Skickat', 'Till', 'Ämne'],
  ['Danish', 'Fra', 'Sendt', 'Til', 'Emne'],
  ['Finnish', 'Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  ['Turkish', 'Gönderen', 'Gönderme Tarihi', 'Kime', 'Konu'],
  ['Hindi', 'प्रेषक', 'भेजा गया', 'प्रति', 'विषय'],
  ['Japanese', '差出人', '送信日時', '宛先', '件名'],
  ['Chinese', '发件人', '发送时间', '收件人', '主题'],
];

export const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
export const headLines = ([, from, sent, to, subject]: (typeof HEADS)[number]): [string, string][] => [
  [from, 'Kala Care <care@kala.example>'],
  [sent, '11 January 2027 10:12'],
  [to, 'Meera'],
  [subject, 'Your order'],
];
export const headText = (head: (typeof HEADS)[number]) =>
  headLines(head)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
export const headHtml = (head: (typeof HEADS)[number]) =>
  headLines(head)
    .map(([label, value]) => `<b>${label}:</b> ${escaped(value)}`)
    .join('<br>');
export const [ENGLISH = ['', '', '', '', '']] = HEADS;
export const LINE = ATTRIBUTIONS[0]?.[1] ?? '';
export const WROTE = escaped(LINE);
export const RULED = (head: string) =>
  `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${head}</p></div></div>`;

export const GMAIL = (above: string, inside: string, below = '') =>
  `<div>${above}</div><div class="gmail_quote"><div class="gmail_attr">${WROTE}</div>${inside}</div>${below}`;
export const CITE = '<blockquote class="gmail_quote">Old</blockquote>';
export const OUTLOOK = (above: string, below: string) => `<p>${above}</p>${RULED(headHtml(ENGLISH))}${below}`;

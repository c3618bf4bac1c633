import { describe, expect, it } from '@jest/globals';
import { decodeText } from '.';
import { encodeAs } from './fixtures';

const SAID = {
  hindi: 'नमस्ते, मेरा ऑर्डर कहाँ है? कृपया उत्तर दीजिए।',
  tamil: 'வணக்கம், என் ஆர்டர் எங்கே உள்ளது?',
  russian: 'Здравствуйте, где мой заказ? Пожалуйста, ответьте.',
  chinese: '您好，我的订单在哪里？请尽快回复，谢谢。',
  taiwanese: '您好，我的訂單在哪裡？請盡快回覆，謝謝。',
  japanese: 'こんにちは、注文した商品はどこですか？',
  'korean of Windows': '펲시맨과 똠방각하, 주문한 상품은 어디에 있나요?',
  korean: '안녕하세요, 주문한 상품은 어디에 있나요?',
  french: 'Où est ma commande ? Envoyée hier, elle n’est pas arrivée à Orléans.',
  'quoted french': 'Café – “naïve” € 5',
  german: 'Schöne Grüße aus München. Wo ist meine Bestellung über 35 €?',
  polish: 'Dzień dobry, gdzie jest moje zamówienie? Proszę o szybką odpowiedź, dziękuję bardzo.',
  greek: 'Γεια σας, πού είναι η παραγγελία μου;',
  hebrew: 'שלום, איפה ההזמנה שלי?',
  arabic: 'مرحبا، أين طلبي من فضلك',
  plain: 'Where is my order?',
};

const html = (text: string, meta: string) => `<html><head><meta ${meta}></head><body><p>${text}</p></body></html>`;

describe('words are read as they were written', () => {
  it.each<[keyof typeof SAID, string, string | null]>([
    // UTF-8 under any label.
    ...(['hindi', 'tamil', 'russian', 'chinese', 'japanese', 'french'] as const).flatMap((said) =>
      [null, 'us-ascii', 'X-UNKNOWN', 'iso-8859-1', 'windows-1252', 'utf-8', 'gb2312', 'klingon'].map(
        (label): [keyof typeof SAID, string, string | null] => [said, 'utf-8', label],
      ),
    ),
    // As labelled.
    ['russian', 'windows-1251', 'windows-1251'],
    ['russian', 'koi8-r', 'KOI8-R'],
    ['russian', 'iso-8859-5', 'iso-8859-5'],
    ['chinese', 'gb18030', 'gb2312'],
    ['taiwanese', 'gb18030', 'gb2312'],
    ['taiwanese', 'big5', 'big5'],
    ['japanese', 'shift_jis', 'Shift_JIS'],
    ['japanese', 'euc-jp', 'euc-jp'],
    ['japanese', 'iso-2022-jp', 'ISO-2022-JP'],
    ['korean', 'euc-kr', 'ks_c_5601-1987'],
    ['korean of Windows', 'cp949', 'ks_c_5601-1987'],
    ['korean of Windows', 'cp949', 'euc-kr'],
    ['german', 'windows-1252', 'iso-8859-1'],
    ['polish', 'windows-1250', 'windows-1250'],
    ['hindi', 'utf-16le', 'utf-16le'],
    // Labelled wrongly, or not at all.
    ...[null, 'us-ascii', 'x-unknown', 'iso-8859-1', 'utf-8'].flatMap(
      (label): [keyof typeof SAID, string, string | null][] => [
        ['russian', 'windows-1251', label],
        ['russian', 'koi8-r', label],
        ['chinese', 'gb18030', label],
        ['taiwanese', 'big5', label],
        ['japanese', 'shift_jis', label],
        ['japanese', 'euc-jp', label],
        ['japanese', 'iso-2022-jp', label],
        ['korean', 'euc-kr', label],
        ['french', 'windows-1252', label],
        ['quoted french', 'windows-1252', label],
        ['german', 'windows-1252', label],
        ['polish', 'windows-1250', label],
        ['greek', 'windows-1253', label],
        ['hebrew', 'windows-1255', label],
        ['arabic', 'windows-1256', label],
        ['plain', 'utf-8', label],
      ],
    ),
  ])('%s in %s, labelled %s', (said, charset, label) => {
    expect(decodeText(encodeAs(SAID[said], charset), { label })).toBe(SAID[said]);
  });

  it.each([
    ['russian', 'windows-1251', 'charset="windows-1251"'],
    ['french', 'windows-1252', "charset='iso-8859-1'"],
    ['taiwanese', 'big5', 'http-equiv="Content-Type" content="text/html; charset=big5"'],
    ['polish', 'windows-1250', 'http-equiv=Content-Type content="text/html; charset=windows-1250"'],
  ] as const)('%s in %s, as the HTML alone says: %s', (said, charset, meta) => {
    const page = html(SAID[said], meta);
    expect(decodeText(encodeAs(page, charset), { isHtml: true })).toBe(page);
  });

  it('a page’s <meta> that a program on the way made wrong does not count', () => {
    const page = html(SAID.hindi, 'charset="iso-8859-1"');
    expect(decodeText(Buffer.from(page), { isHtml: true })).toBe(page);
  });

  it.each([
    ['utf-7', 'Gr+APwA3w-e, 5 +IKw 1+-1', 'Grüße, 5 € 1+1'],
    ['UNICODE-1-1-UTF-7', '+ANw-ber', 'Über'],
    ['iso-2022-kr', '\u001b$)CHi \u000e>H3g\u000f!', 'Hi 안녕!'],
    ['hz-gb-2312', 'Hi ~{<:Ky2;~}. ~~', 'Hi 己所不. ~'],
    ['ibm850', 'Gr\u0081\u00e1e', 'Grüße'],
    ['cp437', 'caf\u0082', 'café'],
    ['viscii', 'Vi\u00aet', 'Việt'],
    // No character sets, although a library has such names.
    ['base64', 'Grüße', 'Grüße'],
    ['hex', 'Hello', 'Hello'],
  ])('%s is read, though browsers do not know it', (label, written, text) => {
    const bytes = label === 'base64' ? Buffer.from(written) : Buffer.from(written, 'latin1');
    expect(decodeText(bytes, { label })).toBe(text);
  });

  it('seven bits are ASCII where no label says otherwise', () => {
    expect(decodeText(Buffer.from('1+ANw-1 ~{<:~}'), {})).toBe('1+ANw-1 ~{<:~}');
  });

  it.each([
    ['Заказ', 'windows-1251'],
    ['您好', 'gb18030'],
    ['注文', 'shift_jis'],
  ])('%s alone is too short to know, and read as the rest of its mail', (word, charset) => {
    expect(decodeText(encodeAs(word, charset), { label: null, hint: charset })).toBe(word);
  });

  it('a letter cut in two at the end spoils nothing but itself', () => {
    const cut = Buffer.from(SAID.hindi).subarray(0, -4);
    expect(decodeText(cut, { label: 'utf-8' })).toMatch(/^नमस्ते, मेरा ऑर्डर .*\ufffd$/);
  });
});

import { describe, expect, it } from '@jest/globals';
import { encode } from 'iconv-lite';
import { readText } from './read-text';

const FILE = (message: string) => `Shortcut;Message\r\n/open;"${message}"\r\n/pay;Rs 1,299\r\n`;
const WESTERN = 'Café – “öffnen” bis 9, naïve Größe, déjà vu';
const CYRILLIC = 'Здравствуйте! Ваш заказ отправлен сегодня, спасибо за ожидание.';

describe('a file', () => {
  it.each<[string, string, string, boolean]>([
    ['UTF-8', 'utf8', WESTERN, false],
    ['UTF-8 with its mark', 'utf8 bom', WESTERN, false],
    ['UTF-16 with its mark', 'utf-16le bom', WESTERN, false],
    ['big-endian UTF-16 with its mark', 'utf-16be bom', CYRILLIC, false],
    ['UTF-16 without a mark', 'utf-16le', 'नमस्ते, आपका ऑर्डर', true],
    ['big-endian UTF-16 without a mark', 'utf-16be', CYRILLIC, true],
    ['Windows-1252', 'windows-1252', WESTERN, true],
    ['Mac Roman', 'macintosh', WESTERN, true],
    ['Windows-1251', 'windows-1251', CYRILLIC, true],
    [
      'Windows-1250',
      'windows-1250',
      'Dzień dobry, zamówienie zostało wysłane. Dziękujemy za cierpliwość, proszę czekać.',
      true,
    ],
    ['Windows-1253', 'windows-1253', 'Καλημέρα, η παραγγελία σας έχει αποσταλεί σήμερα. Ευχαριστούμε πολύ!', true],
    ['Shift JIS', 'shift_jis', 'ご注文ありがとうございます。本日発送しました。', true],
    ['Korean 949', 'cp949', '주문해 주셔서 감사합니다. 오늘 발송되었습니다.', true],
    ['Chinese 936', 'gbk', '感谢您的订单，今天已经发货。请耐心等待，我们会尽快送达。', true],
  ])('in %s is read, and says whether that is a guess', (_, charset, message, isGuess) => {
    const [name = '', mark] = charset.split(' ');
    const text = FILE(message);
    const read = readText(new Uint8Array(encode(text, name, { addBOM: mark === 'bom' })));
    expect(read).toMatchObject({ text, isGuess });
  });

  it.each([
    ['an archive', [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0, 0, 0, 0]],
    ['a broken UTF-16', [0xff, 0xfe, 0, 0xd8, 0x41, 0]],
  ])('that is %s is no text', (_, bytes) => {
    expect(readText(Uint8Array.from(bytes))).toBeNull();
  });
});

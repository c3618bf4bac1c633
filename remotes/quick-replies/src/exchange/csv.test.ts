import type { QuickReply } from '@inbox/domain';
import { MAX_QUICK_REPLIES } from '@inbox/domain/conversation';
import { aQuickReply } from '@inbox/panel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCsv, toCsv, type ImportLine } from './csv';

const read = (file: string, existing: readonly QuickReply[] = []): readonly ImportLine[] => {
  const lines = readCsv(file, existing);
  if (lines === 'too-many') throw new Error(lines);
  return lines;
};
const brief = (lines: readonly ImportLine[]) =>
  lines.map(({ line, step, shortcut, message }) => [line, step, shortcut, message]);

describe('the export', () => {
  it('is quoted, and read as UTF-8', () => {
    expect(toCsv([{ shortcut: '/a', message: 'He said "hi",\nthen left' }])).toBe(
      '\uFEFF"Shortcut","Message"\r\n"/a","He said ""hi"",\nthen left"\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '＝1+1', "'=1", '=HYPERLINK("http://x","y")'])(
    'lets no spreadsheet run %j',
    (message) => {
      const cell = toCsv([{ shortcut: '/a', message }])
        .split('\r\n')[1]!
        .slice('"/a",'.length);
      expect(cell.startsWith(`"'`)).toBe(true);
    },
  );

  it('comes back as it was, whatever is in it', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom(...`=+-@'",;\n\t/aé`), { maxLength: 12 }).map((signs) => signs.join('')),
    );
    const replies = fc.uniqueArray(
      fc.record({
        shortcut: word.map((text) => `/${text}`.trim()),
        message: word.map((text) => text.replaceAll('\r', '').trim()).filter((text) => text !== ''),
      }),
      { selector: ({ shortcut }) => shortcut, maxLength: 8 },
    );
    fc.assert(
      fc.property(replies, (written) => {
        const plain = written.filter(({ shortcut }) => !shortcut.includes('\r'));
        expect(read(toCsv(plain)).map(({ step, shortcut, message }) => ({ step, shortcut, message }))).toEqual(
          plain.map((reply) => ({ step: 'add', ...reply })),
        );
      }),
    );
  });
});

describe('the import', () => {
  it('says what each line does, by where it begins', () => {
    const existing = [
      aQuickReply({ id: 1, shortcut: '/same', message: 'Same' }),
      aQuickReply({ id: 2, shortcut: '/old', message: 'Old' }),
    ];
    const file = 'Shortcut,Message\r\n/new,"Two\r\nlines"\r\n\r\n/old,New\r\n/same, Same \r\n';
    expect(brief(read(file, existing))).toEqual([
      [2, 'add', '/new', 'Two\nlines'],
      [5, 'change', '/old', 'New'],
      [6, 'same', '/same', 'Same'],
    ]);
  });

  it.each([
    ['no slash', 'hello,Hello', { field: 'shortcut', reason: 'no_slash' }],
    ['no message', '/a,', { field: 'message', reason: 'empty' }],
    ['one column', '/a', { field: 'line', reason: 'columns' }],
    ['an open quote', '/a,"Hello', { field: 'line', reason: 'quotes' }],
    ['a long shortcut', `/${'x'.repeat(100)},Hello`, { field: 'shortcut', reason: 'too_long' }],
  ])('names a line with %s', (_, row, problem) => {
    expect(read(`/fine,Fine\n${row}`)).toEqual([
      { line: 1, step: 'add', shortcut: '/fine', message: 'Fine' },
      expect.objectContaining({ line: 2, step: 'wrong', problem }),
    ]);
  });

  it('counts the line that names the separator', () => {
    expect(brief(read('sep=;\nShortcut;Message\n/a;Hello'))).toEqual([[3, 'add', '/a', 'Hello']]);
  });

  it('names the line that has a shortcut before', () => {
    expect(read('/a,First\n/a,Second')[1]).toMatchObject({ line: 2, problem: { reason: 'twice', line: 1 } });
  });

  it.each([
    ['semicolons', 'Shortcut;Message\n/a;Hello, you'],
    ['tabs', '"Shortcut"\t"Message"\n/a\tHello, you'],
    ['another order', 'id,MESSAGE,shortcut\n7,"Hello, you",/a'],
    ['no head', '/a,"Hello, you"'],
    ['no head, and semicolons', '/a;Hello, you'],
    ['a head of other columns too, and semicolons', 'id;Message;Shortcut\n7;Hello, you;/a\n;;\n'],
    ['spaces around a quoted head', '" Message " , Shortcut \n"Hello, you",/a\n,\n\n'],
    ['the line ends of an old Mac', 'Shortcut,Message\r/a,"Hello, you"\r'],
    ['a line that names the semicolon', 'sep=;\r\nShortcut;Message\r\n/a;Hello, you\r\n'],
    ['a quoted line that names another sign', '"sep=|"\nShortcut|Message\n/a|Hello, you'],
  ])('reads a file with %s', (_, file) => {
    expect(read(file)).toMatchObject([{ step: 'add', shortcut: '/a', message: 'Hello, you' }]);
  });

  it('has an end', () => {
    const row = (at: number) => `/${at},Hello\n`;
    const most = Array.from({ length: MAX_QUICK_REPLIES }, (_, at) => row(at)).join('');
    expect(read(most)).toHaveLength(MAX_QUICK_REPLIES);
    expect(readCsv(most + row(MAX_QUICK_REPLIES), [])).toBe('too-many');
  });

  it.each(['', '\n\n', 'Shortcut,Message\n', '\0', '"'.repeat(10_000), ','.repeat(10_000)])(
    'of %.20j adds nothing',
    (file) => {
      expect(read(file).filter(({ step }) => step !== 'wrong')).toEqual([]);
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOfType, nameForType, safeFilename, safeType, typeByBytes } from './file-types';

const bytes = (text: string) => Buffer.from(text, 'latin1');

it.each([
  ['image/jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['image/png', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['image/webp', 'RIFF....WEBP', 'image/webp'],
  ['image/gif', 'GIF89a', 'image/gif'],
  ['IMAGE/PNG; name=x', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['application/pdf', '%PDF-1.7', 'application/pdf'],
  ['video/mp4', '....ftypisom', 'video/mp4'],
  ['audio/ogg; codecs=opus', 'OggS', 'audio/ogg'],
  ['audio/mpeg', 'ID3', 'audio/mpeg'],
  ['audio/amr', '#!AMR', 'audio/amr'],
  ['text/csv', 'a,b', 'text/csv'],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'PK',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['image/png', '<html>', 'application/octet-stream'],
  ['image/svg+xml', '<svg>', 'application/octet-stream'],
  ['text/html', '<html>', 'application/octet-stream'],
  ['text/javascript', 'x', 'application/octet-stream'],
  ['', '', 'application/octet-stream'],
])('a file sent as %j with the bytes %j is shown as %s', (declared, head, type) => {
  expect(safeType(declared, bytes(head))).toBe(type);
});

it.each([
  ['image/png', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg', 'audio'],
  ['application/pdf', 'document'],
  ['', 'document'],
])('%s is a %s', (type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const mp4 = Buffer.from('\0\0\0\x18ftypisom', 'latin1');

it.each([
  ['a picture of no declared type', '', png, 'image', 'image/png'],
  ['a picture that is declared as another', 'image/jpeg', png, 'image', 'image/png'],
  ['a picture that is declared as bytes', 'application/octet-stream', Buffer.from('GIF89a'), 'image', 'image/gif'],
  ['a video', '', mp4, 'video', 'video/mp4'],
  ['a sound that begins as a video', '', mp4, 'voice', 'audio/mp4'],
  ['a page', 'text/html', Buffer.from('<html>'), 'image', 'application/octet-stream'],
  ['a drawing, which can hold a program', '', Buffer.from('<svg xmlns="x">'), 'image', 'application/octet-stream'],
  ['a table, as declared', 'text/csv', Buffer.from('a,b'), 'document', 'text/csv'],
] as const)('%s is known by its bytes', (_what, declared, head, kind, type) => {
  expect(typeByBytes(declared, head, kind)).toBe(type);
});

it.each([
  ['image.bin', 'image/png', 'image.png'],
  ['17', 'application/pdf', '17.pdf'],
  ['bill.pdf', 'image/png', 'bill.pdf'],
  ['image.bin', 'application/octet-stream', 'image.bin'],
])('%s of the type %s is called %s', (name, type, expected) => {
  expect(nameForType(name, type)).toBe(expected);
});

describe('a file’s name', () => {
  it.each([
    ['bill.pdf', 'bill.pdf'],
    ['बिल नं. 12.pdf', 'बिल नं. 12.pdf'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\boot.ini', 'C: boot.ini'],
    ['.htaccess', 'htaccess'],
    ['photo\u202egpj.exe', 'photo gpj.exe'],
    ['a\nb\0c', 'a b c'],
    ['', 'file.pdf'],
    [null, 'file.pdf'],
    ['...', 'file.pdf'],
  ])('%j is shown as %j', (name, shown) => {
    expect(safeFilename(name, 'application/pdf', 'file')).toBe(shown);
  });

  it('is never empty, never a path, and never longer than a row can show', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const shown = safeFilename(name, 'x/y', 'file');
        expect(shown).toMatch(/^[^/\\]+$/u);
        expect(shown.length).toBeLessThanOrEqual(150);
        expect(shown.startsWith('.')).toBe(false);
      }),
    );
    expect(safeFilename(`${'a'.repeat(300)}.docx`, 'x/y', 'file')).toMatch(/^a{144}…\.docx$/);
  });
});

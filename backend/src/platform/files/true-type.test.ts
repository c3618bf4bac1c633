import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { trueType } from './true-type';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n');
const zip = (inside: string) => bytes('PK\x03\x04', [20, 0, 0, 0, 0, 0], inside);
const office = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const box = (brand: string) => bytes([0, 0, 0, 24], `ftyp${brand}`);
const openXml = 'application/vnd.openxmlformats-officedocument';

describe('a file is of the type of its content', () => {
  it.each([
    ['a.png', png, 'image/png'],
    ['a.jpg', bytes([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['a.svg', bytes('<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="x">'), 'image/svg+xml'],
    ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
    ['a.csv', bytes('id,name\n1,Asha'), 'text/csv'],
    ['a.mp4', box('isom'), 'video/mp4'],
    ['voice.m4a', box('isom'), 'audio/mp4'],
    ['a.m4a', box('M4A '), 'audio/mp4'],
    ['a.3gp', box('3gp5'), 'video/3gpp'],
    ['a.amr', bytes('#!AMR\n'), 'audio/amr'],
    ['a.aac', bytes([0xff, 0xf1, 0x50]), 'audio/aac'],
    ['a.mp3', bytes([0xff, 0xfb, 0x90]), 'audio/mpeg'],
    ['b.mp3', bytes('ID3\x04'), 'audio/mpeg'],
    ['a.ogg', bytes('OggS', [0, 2], 'OpusHead'), 'audio/ogg'],
    ['a.docx', zip('[Content_Types].xml'), `${openXml}.wordprocessingml.document`],
    ['a.xlsx', zip('xl/workbook.xml'), `${openXml}.spreadsheetml.sheet`],
    ['a.odt', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'application/vnd.oasis.opendocument.text'],
    ['a.doc', office, 'application/msword'],
    ['a.ppt', office, 'application/vnd.ms-powerpoint'],
  ])('%s', (name, head, type) => {
    expect(trueType(head, { name, type: '' })).toBe(type);
  });

  it.each([
    ['a page called a picture', 'a.png', bytes('<!doctype html><script>'), null],
    ['a page called a drawing', 'a.svg', bytes('<html><svg>'), null],
    ['a program called a document', 'a.pdf', bytes('MZ\x90\x00'), null],
    ['a picture called a document', 'a.pdf', png, 'image/png'],
    ['an archive called a document', 'a.docx', zip('virus.exe'), null],
    ['a document called a picture', 'a.png', zip('word/document.xml'), null],
    ['an old spreadsheet', 'a.xls', office, null],
    ['a text', 'a.txt', bytes('hello'), null],
    ['a table with control characters', 'a.csv', bytes('a\x00b'), null],
    ['another sound in Ogg', 'a.ogg', bytes('OggS', [0, 2], '\x01vorbis'), null],
    ['nothing', 'a.csv', Buffer.alloc(0), null],
  ])('%s', (_, name, head, type) => {
    expect(trueType(head, { name, type: '' })).toBe(type);
  });

  it('never by its name alone', () => {
    const names = fc.constantFrom('a.png', 'a.mp4', 'a.pdf', 'a.docx', 'a.doc', 'a.ogg');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), names, (random, name) => {
        const head = bytes('#', [...random]);
        fc.pre(head.toString('latin1', 0, 5) !== '#!AMR');
        expect(trueType(head, { name, type: '' })).toBeNull();
      }),
    );
  });
});

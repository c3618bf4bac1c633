import { describe, expect, it } from '@jest/globals';
import { ACCEPTED_FILES, claimedType, fileKind, fileProblem } from './files';

describe('what a file claims to be', () => {
  it.each([
    ['a.png', 'image/png', 'image/png'],
    ['voice', 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['song.m4a', 'audio/x-m4a', 'audio/mp4'],
    ['list.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['Brief.DOCX', '', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['run.exe', 'application/x-msdownload', 'application/x-msdownload'],
    ['notes.xyz', '', 'xyz'],
    ['constructor', 'constructor', 'constructor'],
    ['nothing', '', 'unknown'],
  ])('%s declared as "%s" is %s', (name, type, expected) => {
    expect(claimedType({ name, type })).toBe(expected);
  });
});

describe('a file of a reply', () => {
  it.each([
    ['image/png', 5_000_000, null],
    ['image/svg+xml', 5_000_001, { code: 'size-too-large', type: 'image/svg+xml', limit: 5 }],
    ['video/3gpp', 16_000_001, { code: 'size-too-large', type: 'video/3gpp', limit: 16 }],
    ['audio/amr', 16_000_001, { code: 'size-too-large', type: 'audio/amr', limit: 16 }],
    ['application/pdf', 25_000_000, null],
    ['application/pdf', 25_000_001, { code: 'size-too-large', type: 'application/pdf', limit: 25 }],
    ['text/html', 1, { code: 'type-not-supported', type: 'text/html' }],
    ['toString', 1, { code: 'type-not-supported', type: 'toString' }],
  ])('of type %s with %d bytes', (type, size, problem) => {
    expect(fileProblem('whatsapp', { type, size })).toEqual(problem);
  });

  it.each([
    ['instagram', 'text/csv', 10, 'type-not-supported'],
    ['instagram', 'image/png', 10, undefined],
    ['comment', 'image/png', 10, 'type-not-supported'],
    ['email', 'image/png', 5_000_001, 'size-too-large'],
  ] as const)('on %s of type %s and %d bytes', (source, type, size, code) => {
    expect(fileProblem(source, { type, size })?.code).toBe(code);
  });

  it.each('jpeg svg png pdf csv mp4 3gp aac m4a amr mp3 ogg pptx xlsx docx ppt doc odp ods odt'.split(' '))(
    'may be a .%s',
    (extension) => {
      expect(fileKind(claimedType({ name: `a.${extension}`, type: '' }))).not.toBeNull();
      expect(ACCEPTED_FILES.split(',')).toContain(`.${extension}`);
    },
  );
});

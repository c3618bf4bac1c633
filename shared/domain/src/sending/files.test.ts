import { describe, expect, it } from '@jest/globals';
import { ACCEPTED_FILES, claimedType, fileKind, fileProblem } from './files';
import type { ConversationSource } from '../tickets/ticket';

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
  const MB = 1_000_000;
  type Expected =
    | 'taken'
    | 'type-not-supported'
    | `${number} MB`
    | `${number} MB on its channel`
    | `${number} MB, else a document`;
  const toldOf = (problem: ReturnType<typeof fileProblem>): Expected => {
    if (problem === null) return 'taken';
    if (problem.code === 'type-not-supported') return problem.code;
    if (problem.channel === null) return `${problem.limit} MB`;
    return problem.asDocument ? `${problem.limit} MB, else a document` : `${problem.limit} MB on its channel`;
  };

  it.each<[ConversationSource, string, number, Expected]>([
    ['whatsapp', 'image/png', 5 * MB, 'taken'],
    ['whatsapp', 'image/png', 5 * MB + 1, '5 MB, else a document'],
    ['whatsapp', 'image/jpeg', 25 * MB, '5 MB, else a document'],
    ['whatsapp', 'image/jpeg', 25 * MB + 1, '25 MB'],
    ['whatsapp', 'video/3gpp', 16 * MB + 1, '16 MB, else a document'],
    ['whatsapp', 'audio/amr', 16 * MB + 1, '16 MB, else a document'],
    ['whatsapp', 'image/svg+xml', 25 * MB, 'taken'],
    ['whatsapp', 'application/pdf', 25 * MB, 'taken'],
    ['whatsapp', 'application/pdf', 25 * MB + 1, '25 MB'],
    ['whatsapp', 'text/html', 1, 'type-not-supported'],
    ['whatsapp', 'toString', 1, 'type-not-supported'],
    ['email', 'image/png', 25 * MB, 'taken'],
    ['email', 'video/mp4', 25 * MB, 'taken'],
    ['email', 'audio/mpeg', 25 * MB + 1, '25 MB'],
    ['messenger', 'image/png', 8 * MB + 1, '8 MB, else a document'],
    ['messenger', 'video/mp4', 25 * MB, 'taken'],
    ['instagram', 'image/png', 8 * MB, 'taken'],
    ['instagram', 'image/png', 8 * MB + 1, '8 MB on its channel'],
    ['instagram', 'application/pdf', 25 * MB, 'taken'],
    ['instagram', 'text/csv', 10, 'type-not-supported'],
    ['comment', 'image/png', 10, 'type-not-supported'],
    ['phone', 'image/png', 10, 'type-not-supported'],
  ])('on %s of type %s with %d bytes', (source, type, size, expected) => {
    expect(toldOf(fileProblem(source, { type, size }))).toBe(expected);
  });

  it('as a document has the limit of documents, and none beyond 25 MB', () => {
    expect(fileProblem('whatsapp', { type: 'image/png', size: 25 * MB, asDocument: true })).toBeNull();
    expect(fileProblem('whatsapp', { type: 'image/png', size: 25 * MB + 1, asDocument: true })).toMatchObject({
      limit: 25,
      channel: null,
    });
  });

  it.each('jpeg svg png pdf csv mp4 3gp aac m4a amr mp3 ogg pptx xlsx docx ppt doc odp ods odt'.split(' '))(
    'may be a .%s',
    (extension) => {
      expect(fileKind(claimedType({ name: `a.${extension}`, type: '' }))).not.toBeNull();
      expect(ACCEPTED_FILES.split(',')).toContain(`.${extension}`);
    },
  );
});

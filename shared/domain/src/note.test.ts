import { describe, expect, it } from '@jest/globals';
import type { NoteId } from './ids';
import {
  ACCEPTED_NOTE_FILES,
  embeddedLink,
  formatNoteTime,
  isNoteImage,
  mentionedAgents,
  noteFileProblem,
  noteMediaPath,
} from './note';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('a file of a note', () => {
  it.each(['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml', 'application/pdf', DOCX, 'video/mp4'])(
    'may be %s of 25 MB',
    (type) => {
      expect(noteFileProblem({ type, size: 25_000_000 })).toBeNull();
      expect(noteFileProblem({ type, size: 25_000_001 })).toMatchObject({ code: 'size-too-large', limit: 25 });
    },
  );

  it.each(['text/html', 'image/webp', 'text/csv', 'application/msword', 'constructor', ''])('is not %s', (type) => {
    expect(noteFileProblem({ type, size: 1 })).toEqual({ code: 'type-not-supported', type });
  });

  it('is chosen by the names of the specification', () => {
    expect(ACCEPTED_NOTE_FILES).toBe('.gif,.jpeg,.jpg,.png,.svg,.pdf,.docx,.mp4');
  });
});

describe('an embedded link', () => {
  it.each([
    ['https://x.example/a.pdf', 'a.pdf', 'application/pdf'],
    ['http://x.example/dir/b%20c.DOCX?download=1#page', 'b c.DOCX', DOCX],
    [' https://x.example/v.mp4 ', 'v.mp4', 'video/mp4'],
    ['https://x.example/%E0%A4%A.pdf', '%E0%A4%A.pdf', 'application/pdf'],
  ])('%s', (url, file_name, content_type) => {
    expect(embeddedLink(url)).toMatchObject({ url: url.trim(), file_name, content_type, size: null });
  });

  it.each([
    'https://x.example/a.html',
    'https://x.example/?a.pdf',
    'https://a.pdf',
    'https://x.example/a.pdf/',
    'javascript:alert(1)//a.pdf',
    'data:text/html,a.pdf',
    'ftp://x.example/a.pdf',
    'a.pdf',
    '',
  ])('is none: %j', (url) => expect(embeddedLink(url)).toBeNull());
});

it('names agents by what the editor writes, each once', () => {
  const html =
    '<span data-mention="7">@A</span><span dir="ltr" data-mention="8">@B</span><span data-mention="7">@A</span>' +
    '&lt;span data-mention="9"&gt;<span data-mention="0">x</span><b data-mention="5">x</b>';
  expect(mentionedAgents(html)).toEqual([7, 8]);
});

it('knows the pictures of stored notes from all other addresses', () => {
  expect(isNoteImage(noteMediaPath(12 as NoteId, 0))).toBe(true);
  for (const src of [
    '/api/inbox/attachments/1/',
    'https://x.example/api/inbox/notes/1/media/0/',
    '/api/inbox/notes/1/media/0/../x',
  ]) {
    expect(isNoteImage(src)).toBe(false);
  }
});

it.each([
  [new Date(2026, 10, 3, 0, 5), 'Nov 3, 2026, 12:05 AM'],
  [new Date(2026, 0, 31, 23, 59), 'Jan 31, 2026, 11:59 PM'],
])('says a time as in the US: %s', (at, text) => expect(formatNoteTime(at)).toBe(text));

/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { ApiError } from '@inbox/api';
import { describe, expect, it } from '@jest/globals';
import { newTempId, type AgentId, type Note, type TicketId, type UploadedFile, type UploadId } from '@inbox/domain';
import { MOST_NOTE_MEDIA } from '@inbox/domain/conversation';
import { aNote, CALL_ERRORS } from '@inbox/panel/testing';
import { createDraftStore } from './draft-store';
import { createNoteDraft, type NoteDraft } from './note-draft';

const [one, two] = [1 as TicketId, 2 as TicketId];
const FAILED = 'Something went wrong. Please try again';

let agents = 0;

interface World {
  tab(ticket?: TicketId): Promise<NoteDraft>;
  asked: { ticket: TicketId; notes: string; temp_id: string | undefined; media: unknown }[];
  toasts: string[];
  added: Note[];
  isCutOff: boolean;
  /** The tickets with a note that waits. */
  waiting: Set<TicketId>;
  /** How the next call for a note ends. */
  answer: (notes: string) => Promise<Note>;
  /** How the next upload ends. */
  upload: (file: File) => Promise<UploadedFile>;
}

/** One agent's browser, whose tabs share what is stored. */
function aBrowser(): World {
  const agent = (agents += 1) as AgentId;
  const world: World = {
    asked: [],
    toasts: [],
    added: [],
    isCutOff: false,
    waiting: new Set(),
    answer: async (notes) => aNote({ notes }),
    upload: async (file) => ({
      id: 4 as UploadId,
      url: `/api/inbox/uploads/4/`,
      file_name: file.name,
      content_type: file.type,
      size: file.size,
      kind: 'image',
    }),
    async tab(ticket = one) {
      const store = createDraftStore('inbox', agent, (error) => {
        throw error;
      });
      const draft = createNoteDraft({
        store,
        ticket,
        toast: (_kind, text) => void world.toasts.push(text),
        connection: { get: () => (world.isCutOff ? { state: 'offline', since: 1, attempt: 1 } : { state: 'live' }) },
        onWaits: (of, waits) => void (waits ? world.waiting.add(of) : world.waiting.delete(of)),
        onNote: (note) => void world.added.push(note),
        api: {
          addNote: ({ params, body }) => {
            world.asked.push({ ticket: params.ticket_id, ...body, temp_id: body.temp_id });
            return world.answer(body.notes);
          },
          upload: (_target, file) => world.upload(file),
        },
      });
      await draft.load();
      return draft;
    },
  };
  return world;
}

const record = (draft: NoteDraft) => {
  const now = draft.state.get().record;
  if (now === null) throw new Error('not loaded');
  return now;
};
const png = (name = 'a.png') => new File(['x'], name, { type: 'image/png' });
/** Until nothing is left to be done but by time. */
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve));
};
const refusal = (message: string) => new ApiError('refused', message, { status: 400 });
const tooSoon = (retryAfterMs?: number) => new ApiError('refused', 'Too often', { status: 429, retryAfterMs });

/** A note that was written without a connection, in a page that is connected again. */
async function aWaitingNote() {
  const browser = Object.assign(aBrowser(), { isCutOff: true });
  browser.answer = () => Promise.reject(new ApiError('offline', 'No connection'));
  const draft = await browser.tab();
  await draft.add('<div>Paid</div>');
  browser.isCutOff = false;
  return { browser, draft };
}

describe('a note that is written', () => {
  it('is there again after a reload and in another tab, its files and temp_id too, on its own ticket alone', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    draft.write('<div>Half</div>');
    draft.attach([png()]);
    await until(() => record(draft).media.length === 1);
    await draft.load();
    const again = await browser.tab();
    expect(record(again)).toEqual(record(draft));
    expect(record(await browser.tab(two)).notes).toBe('');
  });

  it('shows a link as attached once the browser has stored it: what is seen then outlives the page', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    draft.embed('https://files.example/how-to.mp4');
    expect(draft.state.get().unstored).toEqual(['https://files.example/how-to.mp4']);
    await until(() => draft.state.get().unstored.length === 0);
    expect(record(await browser.tab()).media).toMatchObject([{ file_name: 'how-to.mp4' }]);
  });

  it('goes on with what another tab has written meanwhile', async () => {
    const browser = aBrowser();
    const [here, there] = [await browser.tab(), await browser.tab()];
    there.write('<div>Longer</div>');
    await there.load();
    await here.load();
    expect([record(here).notes, here.state.get().version]).toEqual(['<div>Longer</div>', 1]);
    await here.load();
    expect(here.state.get().version).toBe(1);
  });

  it('is gone for good when it is discarded, or emptied', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    draft.write('<div>Half</div>');
    draft.discard();
    await draft.load();
    expect(record(await browser.tab()).notes).toBe('');
    expect(draft.state.get().version).toBe(1);
  });

  it('lives as long as the page where storage is blocked', async () => {
    const { open } = indexedDB;
    const reports: unknown[] = [];
    indexedDB.open = () => {
      throw new Error('blocked');
    };
    const store = createDraftStore('inbox', (agents += 1) as AgentId, (error) => void reports.push(error));
    const draft = { temp_id: newTempId(), notes: '<div>x</div>', media: [], isAsked: false };
    await store.write(one, draft);
    expect(await store.read(one)).toEqual(draft);
    indexedDB.open = open;
    expect(reports).toHaveLength(2);
  });

  it('of another form, as a newer page stores it, is none', async () => {
    const agent = (agents += 1) as AgentId;
    const store = createDraftStore('inbox', agent, () => undefined);
    await store.write(one, { text: 'newer' } as never);
    expect(await createDraftStore('inbox', agent, () => undefined).read(one)).toBeNull();
  });
});

describe('adding', () => {
  it('asks once, says so, and begins a new note', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    draft.write('<div>Paid</div>');
    const { temp_id } = record(draft);
    await Promise.all([draft.add('<div>Paid</div>'), draft.add('<div>Paid</div>')]);
    expect(browser.asked).toEqual([{ ticket: one, notes: '<div>Paid</div>', temp_id, media: [] }]);
    expect([browser.toasts, browser.added.length]).toEqual([['Notes updated'], 1]);
    expect(record(draft)).toMatchObject({ notes: '', media: [], isAsked: false });
    expect(record(draft).temp_id).not.toBe(temp_id);
    await draft.load();
    expect(record(await browser.tab()).notes).toBe('');
  });

  it('of which nobody knows whether it was heard can only be tried again as it was, also after a reload', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    browser.answer = () => Promise.reject(new ApiError('timeout', 'No answer'));
    await draft.add('<div>Paid</div>');
    expect(browser.toasts).toEqual([FAILED]);
    draft.write('<div>Other</div>');
    draft.discard();
    await draft.load();
    const again = await browser.tab();
    browser.answer = async (notes) => aNote({ notes });
    await again.add('');
    expect(browser.asked[1]).toEqual(browser.asked[0]);
    expect(record(again).notes).toBe('');
  });

  it('that got through after all is known by its temp_id', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    browser.answer = () => Promise.reject(new ApiError('offline', 'No connection'));
    await draft.add('<div>Paid</div>');
    draft.onAdded([null, record(draft).temp_id]);
    expect(record(draft)).toMatchObject({ notes: '', isAsked: false });
    await draft.load();
    expect(record(await browser.tab()).notes).toBe('');
  });

  it('without a connection waits, also for a reload, and is added once when there is one', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    browser.answer = () => Promise.reject(new ApiError('offline', 'No connection'));
    browser.isCutOff = true;
    await draft.add('<div>Paid</div>');
    expect(browser.toasts).toEqual(['You are off line. The note is added when the connection is back.']);
    expect([record(draft).waits, [...browser.waiting]]).toEqual([true, [one]]);
    await draft.load();
    const again = await browser.tab();
    // Still away: nobody is told twice.
    await again.addWaiting();
    expect([browser.toasts.length, record(again).waits]).toEqual([1, true]);
    browser.answer = async (notes) => aNote({ notes });
    browser.isCutOff = false;
    await again.addWaiting();
    expect(browser.toasts[1]).toBe('#1: Notes updated');
    expect(browser.asked[2]).toEqual(browser.asked[0]);
    await again.load();
    await again.addWaiting();
    expect([browser.asked.length, [...browser.waiting], record(again).notes]).toEqual([3, [], '']);
  });

  it('that waited and is refused stays to be changed, and waits no more', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    browser.answer = () => Promise.reject(new ApiError('timeout', 'No answer'));
    browser.isCutOff = true;
    await draft.add('<div>Paid</div>');
    browser.isCutOff = false;
    browser.answer = () => Promise.reject(refusal('This ticket is erased.'));
    await draft.addWaiting();
    expect([draft.state.get().refused, record(draft), [...browser.waiting]]).toMatchObject([
      'This ticket is erased.',
      { notes: '<div>Paid</div>', isAsked: false },
      [],
    ]);
    expect(record(draft).waits).toBeUndefined();
  });

  it.each([
    ['a server that asks for 7 seconds', tooSoon(7_000), 7_000],
    ['a server that asks for an hour', tooSoon(3_600_000), 60_000],
    ['a server that names no time', tooSoon(), 0],
    ['a server that fails', new ApiError('server', 'Failed', { status: 503 }), 0],
    ['no answer in time', new ApiError('timeout', 'No answer'), 0],
    ['no connection', new ApiError('offline', 'No connection'), 0],
  ])('of a waiting note that meets %s while connected leaves it waiting', async (_what, error, leastMs) => {
    const { browser, draft } = await aWaitingNote();
    browser.answer = () => Promise.reject(error);
    expect(await draft.addWaiting()).toBe(leastMs);
    expect([browser.toasts.length, [...browser.waiting]]).toEqual([1, [one]]);
    expect(draft.state.get()).toMatchObject({ record: { isAsked: true, waits: true }, isAdding: false, refused: null });
    browser.answer = async (notes) => aNote({ notes });
    expect(await draft.addWaiting()).toBeNull();
    const [asked] = browser.asked;
    expect([browser.asked, browser.added.length, [...browser.waiting]]).toEqual([[asked, asked, asked], 1, []]);
  });

  it.each([400, 403, 409])('of a waiting note that is refused with %i ends its waiting', async (status) => {
    const { browser, draft } = await aWaitingNote();
    browser.answer = () => Promise.reject(new ApiError('refused', 'No', { status }));
    expect(await draft.addWaiting()).toBeNull();
    expect([draft.state.get().refused, record(draft).waits, [...browser.waiting]]).toEqual(['No', undefined, []]);
  });

  it('of a waiting note whose answer cannot be read ends its waiting, and can be tried again as it was', async () => {
    const { browser, draft } = await aWaitingNote();
    browser.answer = () => Promise.reject(new ApiError('bad-answer', 'Unreadable'));
    expect(await draft.addWaiting()).toBeNull();
    const { isAsked, waits } = record(draft);
    expect([browser.toasts[1], isAsked, waits, [...browser.waiting]]).toEqual([FAILED, true, undefined, []]);
  });

  it.each(CALL_ERRORS)(
    'that meets %s while connected keeps its text, and can be changed if it was refused',
    async (fault, error) => {
      const [browser, isRefused] = [aBrowser(), fault === '429' || fault === '403'];
      const draft = await browser.tab();
      browser.answer = () => Promise.reject(error);
      await draft.add('<div>Paid</div>');
      const refused = isRefused ? error.message : null;
      expect([draft.state.get().refused, browser.toasts, [...browser.waiting]]).toEqual([refused, [FAILED], []]);
      expect(record(draft)).toMatchObject({ notes: '<div>Paid</div>', isAsked: !isRefused });
      draft.write('<div>Owes</div>');
      expect(record(draft).notes).toBe(isRefused ? '<div>Owes</div>' : '<div>Paid</div>');
    },
  );

  it('that another tab has added meanwhile is not added again', async () => {
    const browser = aBrowser();
    const [here, there] = [await browser.tab(), await browser.tab()];
    browser.answer = () => Promise.reject(new ApiError('offline', 'No connection'));
    browser.isCutOff = true;
    await here.add('<div>Paid</div>');
    await here.load();
    await there.load();
    browser.answer = async (notes) => aNote({ notes });
    await there.addWaiting();
    await there.load();
    await here.load();
    await here.addWaiting();
    expect([browser.asked.length, record(here).notes]).toEqual([2, '']);
  });

  it('ends on its own ticket, whichever is open by then', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    let answer = (_note: Note): void => undefined;
    browser.answer = () => new Promise((resolve) => (answer = resolve));
    const adding = draft.add('<div>For the first</div>');
    const other = await browser.tab(two);
    other.write('<div>For the second</div>');
    answer(aNote({ ticket_id: one }));
    await adding;
    expect(browser.asked).toMatchObject([{ ticket: one, notes: '<div>For the first</div>' }]);
    expect([record(draft).notes, record(other).notes]).toEqual(['', '<div>For the second</div>']);
  });
});

describe('files', () => {
  it('that are on their way when the ticket is left come to its own note', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    let stored = (): void => undefined;
    const { upload } = browser;
    browser.upload = async (file) => {
      await new Promise<void>((resolve) => (stored = resolve));
      return upload(file);
    };
    draft.attach([png('for the first.png')]);
    expect(draft.state.get().uploading).toBe(1);
    // Nothing is added without a file that the agent has chosen for it.
    await draft.add('<div>x</div>');
    expect(browser.asked).toEqual([]);
    const other = await browser.tab(two);
    stored();
    await until(() => draft.state.get().uploading === 0);
    expect([record(draft).media.length, record(other).media.length]).toEqual([1, 0]);
  });

  it.each([
    ['page.html', 'text/html', 1, 'page.html: This file format is not supported.'],
    ['list.csv', 'text/csv', 1, 'list.csv: This file format is not supported.'],
    ['big.png', 'image/png', 25_000_001, 'big.png: File size exceeds maximum limit of 25 MB'],
  ])('%s is refused before it leaves', async (name, type, size, text) => {
    const browser = aBrowser();
    const draft = await browser.tab();
    const file = new File(['x'], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    draft.attach([file]);
    expect([browser.toasts, draft.state.get().uploading]).toEqual([[text], 0]);
  });

  it.each(['a.gif', 'a.jpeg', 'a.JPG', 'a.png', 'a.svg', 'a.pdf', 'a.docx', 'a.mp4'])(
    '%s is taken by its name where the system knows no type',
    async (name) => {
      const browser = aBrowser();
      const draft = await browser.tab();
      draft.attach([new File(['x'], name)]);
      await until(() => draft.state.get().uploading === 0);
      expect(record(draft).media).toMatchObject([{ file_name: name }]);
    },
  );

  it('that the server refuses are named as it says, and others by what may be tried', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    browser.upload = () => Promise.reject(refusal('File a.png has a type x which is not supported'));
    draft.attach([png()]);
    await until(() => browser.toasts.length === 1);
    browser.upload = () => Promise.reject(new ApiError('offline', 'No connection'));
    draft.attach([png()]);
    await until(() => browser.toasts.length === 2);
    expect(browser.toasts).toEqual(['File a.png has a type x which is not supported', 'Error. Try uploading again']);
  });

  it('and links are ten at most, and links lead to files alone', async () => {
    const browser = aBrowser();
    const draft = await browser.tab();
    for (const wrong of ['https://x.example/', 'x.pdf', 'https://x.example/a.html?b.pdf', 'javascript:1.pdf']) {
      expect(draft.embed(wrong)).toBe(false);
    }
    for (let n = 0; n < MOST_NOTE_MEDIA; n += 1) expect(draft.embed(`https://x.example/${n}.docx`)).toBe(true);
    draft.embed('https://x.example/more.mp4');
    draft.attach([png()]);
    expect(browser.toasts).toEqual(Array(2).fill('A note has 10 files and links at most.'));
    const [first] = record(draft).media;
    draft.remove(first!);
    expect(record(draft).media).toHaveLength(MOST_NOTE_MEDIA - 1);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, type UploadOptions } from '@inbox/api';
import { ticketIdSchema, uploadedFileSchema, type TicketId, type UploadedFile } from '@inbox/domain';
import type { AlsoWrite } from '../storage/records';
import { aBrowser } from '../testing/a-browser';
import type { BegunUpload } from '../storage/begun-upload';
import type { BlobStore } from '../storage/blob-store';
import { createFileUploads } from './file-uploads';

const [one, two] = [ticketIdSchema.parse(1), ticketIdSchema.parse(2)];
const file = (name = 'a.png') => new File(['x'], name, { type: 'image/png' });
const uploaded = (id: number): UploadedFile =>
  uploadedFileSchema.parse({
    id,
    url: `/api/inbox/uploads/${id}/`,
    file_name: 'a.png',
    content_type: 'image/png',
    size: 1,
    kind: 'image',
  });

/** What a browser stores through a reload, and may lose. */
function browser() {
  const bytes = new Map<string, Blob>();
  const heap: BlobStore = {
    put: async (key, blob) => void bytes.set(key, blob),
    get: async (key) => bytes.get(key) ?? null,
    remove: async (key) => void bytes.delete(key),
    keys: async () => [...bytes.keys()],
  };
  const shelf = aBrowser();
  return { ...shelf, bytes, heap, begun: () => shelf.stored('uploads') as BegunUpload[] };
}

let keys = 0;

/** A page whose uploads end when the test says so. */
async function page({ heap, alone, open }: ReturnType<typeof browser> = browser()) {
  const asked: {
    ticket: TicketId;
    file: File;
    options: UploadOptions;
    resolve(file: UploadedFile): void;
    reject(error: Error): void;
  }[] = [];
  const records = await open();
  const attach = jest.fn(async (_ticket: TicketId, _file: UploadedFile, _chosen: number, also: AlsoWrite) => {
    await records.change(also.kinds, also.work);
    return true;
  });
  const uploads = createFileUploads({
    attach,
    heap,
    records,
    alone,
    newKey: () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`,
    upload: (ticket, sent, options) =>
      new Promise((resolve, reject) => asked.push({ ticket, file: sent, options, resolve, reject })),
  });
  const stop = uploads.start();
  await settle();
  return { uploads, asked, attach, stop };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('uploads', () => {
  it('end in the draft of their own ticket, whichever ends first', async () => {
    const { uploads, asked, attach } = await page();
    uploads.add(one, file());
    uploads.add(two, file());
    await settle();
    asked[1]?.resolve(uploaded(20));
    asked[0]?.resolve(uploaded(10));
    await settle();
    expect(attach).toHaveBeenCalledTimes(2);
    expect(attach).toHaveBeenCalledWith(two, uploaded(20), expect.any(Number), expect.anything());
    expect(attach).toHaveBeenCalledWith(one, uploaded(10), expect.any(Number), expect.anything());
    expect([uploads.of(one), uploads.of(two)]).toEqual([[], []]);
  });

  it('know the order in which they were chosen, whichever ends first, and after a reload too', async () => {
    const shelf = browser();
    const first = await page(shelf);
    for (const name of ['a.png', 'b.png']) first.uploads.add(one, file(name));
    await settle();
    first.stop();
    const second = await page(shelf);
    second.uploads.add(one, file('c.png'));
    await settle();
    const named = (name: string) => second.asked.find((asked) => asked.file.name === name);
    for (const [index, name] of ['c.png', 'b.png', 'a.png'].entries()) named(name)?.resolve(uploaded(index + 1));
    await settle();
    const places = second.attach.mock.calls.map(([, , chosen]) => chosen);
    expect(places).toEqual([...places].sort((a, b) => b - a));
    expect(new Set(places).size).toBe(3);
  });

  it('say within ten seconds that they do not get on, and can be begun anew', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
    try {
      const opened = page();
      await jest.advanceTimersByTimeAsync(1);
      const { uploads, asked, attach } = await opened;
      uploads.add(one, file());
      await jest.advanceTimersByTimeAsync(9_000);
      expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0, isStalled: false } }]);
      asked[0]?.options.onProgress?.(0.5);
      await jest.advanceTimersByTimeAsync(9_400);
      expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0.5, isStalled: false } }]);
      await jest.advanceTimersByTimeAsync(100);
      expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0.5, isStalled: true } }]);
      const [stalled] = uploads.of(one);
      if (stalled) uploads.retry(stalled.key);
      expect(asked[0]?.options.signal?.aborted).toBe(true);
      asked[0]?.reject(new Error('aborted'));
      await jest.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(2);
      expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0, isStalled: false } }]);
      asked[1]?.resolve(uploaded(10));
      await jest.advanceTimersByTimeAsync(1);
      expect(attach).toHaveBeenCalledTimes(1);
      expect(uploads.of(one)).toEqual([]);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('tell their progress', async () => {
    const { uploads, asked } = await page();
    uploads.add(one, file());
    await settle();
    asked[0]?.options.onProgress?.(0.4);
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0.4 } }]);
  });

  it('that are cancelled attach nothing, even if the server had the file, and leave nothing behind', async () => {
    const shelf = browser();
    const { uploads, asked, attach } = await page(shelf);
    uploads.add(one, file());
    await settle();
    expect(shelf.bytes.size).toBe(1);
    uploads.cancel(uploads.of(one)[0]?.key ?? '');
    expect(asked[0]?.options.signal?.aborted).toBe(true);
    asked[0]?.options.onProgress?.(1);
    asked[0]?.resolve(uploaded(10));
    await settle();
    expect(attach).not.toHaveBeenCalled();
    expect(uploads.of(one)).toEqual([]);
    expect([shelf.begun(), shelf.bytes.size]).toEqual([[], 0]);
  });

  it('that fail stay, are told with their ticket, and are tried again when asked', async () => {
    const { uploads, asked, attach } = await page();
    const failed = jest.fn();
    uploads.onFailed(failed);
    uploads.add(one, file());
    await settle();
    asked[0]?.reject(new ApiError('offline', 'No connection'));
    await settle();
    const [kept] = uploads.of(one);
    expect(kept).toMatchObject({ state: { kind: 'error', text: 'No connection', mayRetry: true } });
    expect(failed.mock.calls).toMatchObject([[{ ticket: one }]]);
    uploads.retry(kept?.key ?? '');
    await settle();
    asked[1]?.resolve(uploaded(10));
    await settle();
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it.each([403, 429])('that are answered %s may be tried again, and say why they failed', async (status) => {
    const { uploads, asked, attach } = await page();
    uploads.add(one, file());
    await settle();
    asked[0]?.reject(new ApiError('refused', 'Not just now.', { status }));
    await settle();
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'error', text: 'Not just now.', mayRetry: true } }]);
    uploads.retry(uploads.of(one)[0]?.key ?? '');
    await settle();
    asked[1]?.resolve(uploaded(10));
    await settle();
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it('that the server refuses are not worth trying again', async () => {
    const { uploads, asked } = await page();
    uploads.add(one, file());
    await settle();
    asked[0]?.reject(new ApiError('refused', 'image/png larger than 5 MB is not supported'));
    await settle();
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'error', mayRetry: false } }]);
  });
});

describe('uploads that a reload cuts short', () => {
  it('are shown at once, and go on with the same bytes, name and kind', async () => {
    const shelf = browser();
    const first = await page(shelf);
    first.uploads.add(one, file('parcel.png'), { isVoice: true });
    await settle();
    first.stop();
    const { uploads, asked, attach } = await page(shelf);
    expect(uploads.of(one)).toMatchObject([{ name: 'parcel.png', state: { kind: 'uploading', done: 0 } }]);
    await settle();
    expect(asked).toMatchObject([{ ticket: one, options: { isVoice: true } }]);
    expect(asked[0]?.file).toMatchObject({ name: 'parcel.png', type: 'image/png' });
    expect(await asked[0]?.file.text()).toBe('x');
    // The answer that the first page waited for comes too late to count.
    first.asked[0]?.resolve(uploaded(10));
    asked[0]?.resolve(uploaded(11));
    await settle();
    expect(first.attach).not.toHaveBeenCalled();
    expect(attach.mock.calls).toMatchObject([[one, uploaded(11), expect.any(Number), { kinds: ['uploads'] }]]);
    expect([shelf.begun(), shelf.bytes.size]).toEqual([[], 0]);
  });

  it('say so when the browser kept nothing of them', async () => {
    const shelf = browser();
    shelf.heap.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const first = await page(shelf);
    first.uploads.add(one, file());
    await settle();
    expect(first.asked).toHaveLength(1);
    first.stop();
    const { uploads } = await page(shelf);
    await settle();
    const text = 'This browser did not keep the file. Attach it again.';
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'error', text, mayRetry: false } }]);
    uploads.cancel(uploads.of(one)[0]?.key ?? '');
    await settle();
    expect(shelf.begun()).toEqual([]);
  });

  it('are kept up to 200 MB; what is beyond is uploaded all the same', async () => {
    const shelf = browser();
    const { uploads, asked } = await page(shelf);
    const large = (name: string) => Object.defineProperty(file(name), 'size', { value: 150_000_000 });
    uploads.add(one, large('first.mp4'));
    uploads.add(two, large('second.mp4'));
    await settle();
    expect(asked).toHaveLength(2);
    expect(shelf.bytes.size).toBe(1);
  });

  it('are swept away when nobody knows them any more', async () => {
    const shelf = browser();
    const first = await page(shelf);
    first.uploads.add(one, file());
    await settle();
    first.stop();
    shelf.bytes.set('of a page that died while it removed', new Blob(['x']));
    await page(shelf);
    await settle();
    expect([...shelf.bytes.keys()]).toEqual(shelf.begun().map(({ key }) => key));
  });

  it('are done by one tab, and seen as done by the other', async () => {
    const shelf = browser();
    const first = await page(shelf);
    first.uploads.add(one, file());
    await settle();
    const second = await page(shelf);
    await settle();
    expect(second.asked).toEqual([]);
    first.asked[0]?.resolve(uploaded(10));
    await settle();
    expect(second.asked).toEqual([]);
    expect(second.attach).not.toHaveBeenCalled();
    expect(second.uploads.of(one)).toEqual([]);
  });
});

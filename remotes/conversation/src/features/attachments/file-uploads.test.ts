import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, type UploadOptions } from '@inbox/api';
import { ticketIdSchema, uploadedFileSchema, type TicketId, type UploadedFile } from '@inbox/domain';
import { begunUploadsSchema, type BegunUpload } from './begun-uploads';
import type { FileHeap } from './file-heap';
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

/** What a browser keeps through a reload, and may lose. */
function browser() {
  let begun: BegunUpload[] = [];
  const bytes = new Map<string, Blob>();
  const locks = new Map<string, Promise<void>>();
  const heap: FileHeap = {
    put: async (key, blob) => void bytes.set(key, blob),
    get: async (key) => bytes.get(key) ?? null,
    remove: async (key) => void bytes.delete(key),
    keys: async () => [...bytes.keys()],
  };
  return {
    bytes,
    heap,
    store: {
      load: () => begun,
      change: (edit: (stored: BegunUpload[]) => BegunUpload[]) => {
        begun = begunUploadsSchema.parse(JSON.parse(JSON.stringify(edit(begun))));
      },
    },
    /** One tab after the other; a page that is gone holds none up. */
    alone: (key: string, signal: AbortSignal, work: () => Promise<void>) => {
      const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      const turn = (locks.get(key) ?? Promise.resolve()).then(() => Promise.race([work(), gone]));
      locks.set(key, turn);
      return turn;
    },
  };
}

let keys = 0;

/** A page whose uploads end when the test says so. */
function page({ heap, store, alone } = browser()) {
  const asked: {
    ticket: TicketId;
    file: File;
    options: UploadOptions;
    resolve(file: UploadedFile): void;
    reject(error: Error): void;
  }[] = [];
  const attach = jest.fn<(ticket: TicketId, file: UploadedFile) => void>();
  const reread = jest.fn<(ticket: TicketId) => void>();
  const uploads = createFileUploads({
    attach,
    reread,
    heap,
    store,
    alone,
    newKey: () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`,
    upload: (ticket, sent, options) =>
      new Promise((resolve, reject) => asked.push({ ticket, file: sent, options, resolve, reject })),
  });
  return { uploads, asked, attach, reread, stop: uploads.start() };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('uploads', () => {
  it('end in the draft of their own ticket, whichever ends first', async () => {
    const { uploads, asked, attach } = page();
    uploads.add(one, file());
    uploads.add(two, file());
    await settle();
    asked[1]?.resolve(uploaded(20));
    asked[0]?.resolve(uploaded(10));
    await settle();
    expect(attach).toHaveBeenCalledTimes(2);
    expect(attach).toHaveBeenCalledWith(two, uploaded(20));
    expect(attach).toHaveBeenCalledWith(one, uploaded(10));
    expect([uploads.of(one), uploads.of(two)]).toEqual([[], []]);
  });

  it('tell their progress', async () => {
    const { uploads, asked } = page();
    uploads.add(one, file());
    await settle();
    asked[0]?.options.onProgress?.(0.4);
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0.4 } }]);
  });

  it('that are cancelled attach nothing, even if the server had the file, and leave nothing behind', async () => {
    const shelf = browser();
    const { uploads, asked, attach } = page(shelf);
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
    expect([shelf.store.load(), shelf.bytes.size]).toEqual([[], 0]);
  });

  it('that fail stay, are told with their ticket, and are tried again when asked', async () => {
    const { uploads, asked, attach } = page();
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

  it('that the server refuses are not worth trying again', async () => {
    const { uploads, asked } = page();
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
    const first = page(shelf);
    first.uploads.add(one, file('parcel.png'), { isVoice: true });
    await settle();
    first.stop();
    const { uploads, asked, attach } = page(shelf);
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
    expect(attach.mock.calls).toEqual([[one, uploaded(11)]]);
    expect([shelf.store.load(), shelf.bytes.size]).toEqual([[], 0]);
  });

  it('say so when the browser kept nothing of them', async () => {
    const shelf = browser();
    shelf.heap.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const first = page(shelf);
    first.uploads.add(one, file());
    await settle();
    expect(first.asked).toHaveLength(1);
    first.stop();
    const { uploads } = page(shelf);
    await settle();
    const text = 'This browser did not keep the file. Attach it again.';
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'error', text, mayRetry: false } }]);
    uploads.cancel(uploads.of(one)[0]?.key ?? '');
    expect(shelf.store.load()).toEqual([]);
  });

  it('are kept up to 200 MB; what is beyond is uploaded all the same', async () => {
    const shelf = browser();
    const { uploads, asked } = page(shelf);
    const large = (name: string) => Object.defineProperty(file(name), 'size', { value: 150_000_000 });
    uploads.add(one, large('first.mp4'));
    uploads.add(two, large('second.mp4'));
    await settle();
    expect(asked).toHaveLength(2);
    expect(shelf.bytes.size).toBe(1);
  });

  it('are swept away when nobody knows them any more', async () => {
    const shelf = browser();
    const first = page(shelf);
    first.uploads.add(one, file());
    await settle();
    first.stop();
    shelf.bytes.set('of a page that died while it removed', new Blob(['x']));
    page(shelf);
    await settle();
    expect([...shelf.bytes.keys()]).toEqual(shelf.store.load().map(({ key }) => key));
  });

  it('are done by one tab, and seen as done by the other', async () => {
    const shelf = browser();
    const first = page(shelf);
    first.uploads.add(one, file());
    await settle();
    const second = page(shelf);
    await settle();
    expect(second.asked).toEqual([]);
    first.asked[0]?.resolve(uploaded(10));
    await settle();
    expect(second.asked).toEqual([]);
    expect(second.attach).not.toHaveBeenCalled();
    expect(second.reread.mock.calls).toEqual([[one]]);
    expect(second.uploads.of(one)).toEqual([]);
  });
});

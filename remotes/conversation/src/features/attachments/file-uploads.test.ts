import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, type UploadOptions } from '@inbox/api';
import { ticketIdSchema, uploadedFileSchema, type TicketId, type UploadedFile } from '@inbox/domain';
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

/** Uploads that end when the test says so. */
function world() {
  const asked: {
    ticket: TicketId;
    options: UploadOptions;
    resolve(file: UploadedFile): void;
    reject(error: Error): void;
  }[] = [];
  const attach = jest.fn<(ticket: TicketId, file: UploadedFile) => void>();
  const uploads = createFileUploads({
    attach,
    upload: (ticket, _file, options) =>
      new Promise((resolve, reject) => asked.push({ ticket, options, resolve, reject })),
  });
  return { uploads, asked, attach };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('uploads', () => {
  it('end in the draft of their own ticket, whichever ends first', async () => {
    const { uploads, asked, attach } = world();
    uploads.add(one, file());
    uploads.add(two, file());
    asked[1]?.resolve(uploaded(20));
    asked[0]?.resolve(uploaded(10));
    await settle();
    expect(attach.mock.calls).toEqual([
      [two, uploaded(20)],
      [one, uploaded(10)],
    ]);
    expect([uploads.of(one), uploads.of(two)]).toEqual([[], []]);
  });

  it('tell their progress', () => {
    const { uploads, asked } = world();
    uploads.add(one, file());
    asked[0]?.options.onProgress?.(0.4);
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'uploading', done: 0.4 } }]);
  });

  it('that are cancelled attach nothing, even if the server had the file', async () => {
    const { uploads, asked, attach } = world();
    uploads.add(one, file());
    const [{ key } = { key: -1 }] = uploads.of(one);
    uploads.cancel(key);
    expect(asked[0]?.options.signal?.aborted).toBe(true);
    asked[0]?.options.onProgress?.(1);
    asked[0]?.resolve(uploaded(10));
    await settle();
    expect(attach).not.toHaveBeenCalled();
    expect(uploads.of(one)).toEqual([]);
  });

  it('that fail stay, are told, and are tried again when asked', async () => {
    const { uploads, asked, attach } = world();
    const failed = jest.fn();
    uploads.onFailed(failed);
    uploads.add(one, file());
    asked[0]?.reject(new ApiError('offline', 'No connection'));
    await settle();
    const [kept] = uploads.of(one);
    expect(kept).toMatchObject({ state: { kind: 'error', text: 'No connection', mayRetry: true } });
    expect(failed).toHaveBeenCalledTimes(1);
    uploads.retry(kept?.key ?? -1);
    asked[1]?.resolve(uploaded(10));
    await settle();
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it('that the server refuses are not worth trying again', async () => {
    const { uploads, asked } = world();
    uploads.add(one, file());
    asked[0]?.reject(new ApiError('refused', 'image/png larger than 5 MB is not supported'));
    await settle();
    expect(uploads.of(one)).toMatchObject([{ state: { kind: 'error', mayRetry: false } }]);
  });
});

import 'fake-indexeddb/auto';
import { describe, expect, it, jest } from '@jest/globals';
import { createBlobStore } from './blob-store';

const bytes = new Blob(['%PDF-'], { type: 'application/pdf' });

describe('the heap of files', () => {
  it('gives back what was put there, also to the next page, until it is removed', async () => {
    const heap = createBlobStore('files of Asha');
    await heap.put('a', bytes);
    await heap.put('b', bytes);
    const reloaded = createBlobStore('files of Asha');
    const found = await reloaded.get('a');
    expect(found).toMatchObject({ type: 'application/pdf', size: 5 });
    expect(await found?.text()).toBe('%PDF-');
    await reloaded.remove('a');
    expect(await heap.get('a')).toBeNull();
    expect(await heap.keys()).toEqual(['b']);
  });

  it('stores bare bytes in a browser that takes no Blob, as private windows of Safari', async () => {
    const put = IDBObjectStore.prototype.put;
    const refusing = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      if (value instanceof Blob) throw new DOMException('BlobURLs are not yet supported.', 'DataCloneError');
      return put.call(this, value, key);
    });
    await createBlobStore('files in private').put('a', bytes);
    refusing.mockRestore();
    const found = await createBlobStore('files in private').get('a');
    expect(found).toMatchObject({ type: 'application/pdf', size: 5 });
    expect(await found?.text()).toBe('%PDF-');
  });

  it('is opened once more after its code could not be loaded', async () => {
    jest.doMock('idb-keyval', () => {
      throw new Error('no network');
    });
    const heap = createBlobStore('files after an outage');
    await expect(heap.keys()).rejects.toThrow('no network');
    jest.dontMock('idb-keyval');
    expect(await heap.keys()).toEqual([]);
  });

  it('has nothing of another agent', async () => {
    await createBlobStore('files of Ravi').put('a', bytes);
    const other = createBlobStore('files of Leela');
    expect(await other.get('a')).toBeNull();
    expect(await other.keys()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createMediaStore } from './media-store';

describe('the media store', () => {
  const revoked: string[] = [];
  beforeEach(() => {
    let made = 0;
    jest.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`);
    jest.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
    revoked.length = 0;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('loads a file once for all who show it', async () => {
    const file = jest.fn((_path: string) => Promise.resolve(new Blob()));
    const store = createMediaStore(file);
    expect(await store.load('/a/')).toBe(await store.load('/a/'));
    expect(file).toHaveBeenCalledTimes(1);
  });

  it('truly tries again after a failure', async () => {
    const file = jest.fn((_path: string) => Promise.resolve(new Blob())).mockRejectedValueOnce(new Error('down'));
    const store = createMediaStore(file);
    await expect(store.load('/a/')).rejects.toThrow('down');
    await expect(store.load('/a/')).resolves.toMatch(/^blob:/);
  });

  it('leaves no object URL behind', async () => {
    const store = createMediaStore(() => Promise.resolve(new Blob()));
    const urls = await Promise.all(Array.from({ length: 70 }, (_, n) => store.load(`/${n}/`)));
    store.dispose();
    await new Promise((done) => setImmediate(done));
    expect(revoked.sort()).toEqual(urls.sort());
  });
});

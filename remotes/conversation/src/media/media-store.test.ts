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
    expect(await store.hold('/a/').url).toBe(await store.hold('/a/').url);
    expect(file).toHaveBeenCalledTimes(1);
  });

  it('truly tries again after a failure', async () => {
    const file = jest.fn((_path: string) => Promise.resolve(new Blob())).mockRejectedValueOnce(new Error('down'));
    const store = createMediaStore(file);
    await expect(store.hold('/a/').url).rejects.toThrow('down');
    await expect(store.hold('/a/').url).resolves.toMatch(/^blob:/);
  });

  it('leaves no object URL behind', async () => {
    const store = createMediaStore(() => Promise.resolve(new Blob()));
    const urls = await Promise.all(Array.from({ length: 70 }, (_, n) => store.hold(`/${n}/`).url));
    store.dispose();
    await new Promise((done) => setImmediate(done));
    expect(revoked.sort()).toEqual(urls.sort());
  });

  const settled = () => new Promise((done) => setImmediate(done));

  it('takes no file away that is shown, however many others come, and makes room when it is not any more', async () => {
    const store = createMediaStore(() => Promise.resolve(new Blob()));
    const mail = Array.from({ length: 70 }, (_, n) => store.hold(`/${n}/`));
    const urls = await Promise.all(mail.map(({ url }) => url));
    await settled();
    expect(revoked).toEqual([]);
    for (const { release } of mail) {
      release();
      release();
    }
    await settled();
    expect(revoked).toEqual(urls.slice(0, 10));
  });

  it('makes room of what was shown longest ago', async () => {
    const store = createMediaStore(() => Promise.resolve(new Blob()));
    const look = async (path: string) => {
      const { url, release } = store.hold(path);
      const src = await url;
      release();
      return src;
    };
    const first = await look('/first/');
    const second = await look('/second/');
    for (let n = 0; n < 58; n++) await look(`/${n}/`);
    expect(await look('/first/')).toBe(first);
    await look('/one-more/');
    await settled();
    expect(revoked).toEqual([second]);
  });
});

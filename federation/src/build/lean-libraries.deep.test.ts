import { beforeAll, describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { leanBuild, type LeanBuild } from './lean-build';

/** As much of a browser's as axios uses for a call. */
class FakeRequest {
  static opened: string[] = [];
  status = 200;
  statusText = 'OK';
  responseText = '{"from":"XMLHttpRequest"}';
  responseURL = '';
  onloadend = (): void => undefined;
  open(method: string, url: string): void {
    FakeRequest.opened.push(`${method} ${url}`);
  }
  setRequestHeader(): void {}
  getAllResponseHeaders = () => 'content-type: application/json';
  send = () => this.onloadend();
}

/** As much of axios as is tested here. */
interface Axios {
  get(url: string): Promise<{ data: unknown }>;
  getAdapter(name: string): unknown;
}

describe('axios without its way over fetch (decision 11)', () => {
  let built: LeanBuild;
  beforeAll(async () => {
    built = await leanBuild('axios');
  });

  it('is built without that file, and without a problem', () => {
    const adapters = built.files.flatMap((file) => /axios\/lib\/adapters\/(.+)$/.exec(file)?.[1] ?? []);
    expect(adapters.sort()).toEqual(['adapters.js', 'xhr.js']);
    // An export of fetch.js that the replacement does not have would be one.
    expect(built.problems).toEqual([]);
  });

  it('calls over XMLHttpRequest by itself, and has no other way', async () => {
    const page: { axios?: Axios } & Record<string, unknown> = {
      XMLHttpRequest: FakeRequest,
      URL,
      URLSearchParams,
      FormData,
      Blob,
      setTimeout,
      clearTimeout,
      console,
    };
    Object.assign(page, {
      window: page,
      self: page,
      document: { cookie: '' },
      navigator: {},
      location: { href: 'https://inbox.example/' },
    });
    runInNewContext(built.main, page);
    const { axios } = page;
    if (!axios) throw new Error('The build has run without axios');
    expect((await axios.get('https://inbox.example/api/')).data).toEqual({ from: 'XMLHttpRequest' });
    expect(FakeRequest.opened).toEqual(['GET https://inbox.example/api/']);
    expect(() => axios.getAdapter('fetch')).toThrow();
  });
});

describe('libraries whose text is edited', () => {
  let built: LeanBuild;
  beforeAll(async () => {
    built = await leanBuild('edited');
  });

  it('React Router has what the shell uses, and nothing of its forms and of fetching pages ahead', () => {
    expect(built.problems).toEqual([]);
    expect(built.main).toContain('popstate');
    for (const unused of ['<HydratedRouter>', 'modulepreload', 'formMethod', 'aria-current']) {
      expect(built.main).not.toContain(unused);
    }
  });

  it('Emotion writes no names of styles for browsers that are gone', () => {
    expect(built.main).toContain('data-emotion');
    expect(built.main).not.toContain('flex-line-pack');
  });
});

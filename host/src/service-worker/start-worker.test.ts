import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pageRelease, SERVICE_WORKER_CACHES } from '@inbox/federation/registry';
import { NETWORK_WITHIN_MS } from './network-first';
import { filesOf, hashOf, TestWorker } from './worker-testing';

const PANEL = '/panels/list/1.0.0-panel/panel.js';

let worker: TestWorker;
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  worker = new TestWorker();
  worker.network = filesOf();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** What a page is answered when the network has had its time. */
async function late({ answer }: ReturnType<TestWorker['request']>): Promise<string | undefined> {
  await jest.advanceTimersByTimeAsync(NETWORK_WITHIN_MS);
  jest.useRealTimers();
  return (await answer)?.text();
}
const slowly = () => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
])(
  'a page is asked for while the worker starts, but where that fails a start without a network: %s',
  async (agent, does) => {
    worker.userAgent = agent;
    worker.start();
    await worker.activate();
    expect(worker.preloads).toBe(does);
  },
);

describe('with a network', () => {
  it('a page is the network’s, whatever is stored', async () => {
    await worker.painted();
    worker.network = filesOf({ revision: 2, panel: 'newer' });
    worker.release = pageRelease('1.0.0-a', 2);
    expect(await worker.page()).toContain('1.0.0-newer');
  });

  it('a release that is no longer the inbox’s is no longer stored: a bad one cannot come back', async () => {
    await worker.painted();
    expect(await worker.storedRelease()).toBe('1.0.0-a@1');
    worker.release = pageRelease('1.0.0-a', 2);
    await worker.page();
    expect(await worker.storedRelease()).toBeNull();
    worker.network = 'none';
    await expect(worker.page()).rejects.toThrow('Failed to fetch');
  });

  it('so it is after an answer that came too late to be shown', async () => {
    await worker.painted();
    worker.release = pageRelease('1.0.0-a', 2);
    let release = () => {};
    worker.held = new Promise((resolve) => (release = resolve));
    slowly();
    const asked = worker.request('/inbox/tickets', { mode: 'navigate' });
    expect(await late(asked)).toContain('1.0.0-panel');
    expect(await worker.storedRelease()).toBe('1.0.0-a@1');
    release();
    await asked.ended;
    expect(await worker.storedRelease()).toBeNull();
  });

  it.each([401, 404, 500])('an answer %d is passed on, and what is stored stays', async (status) => {
    await worker.painted();
    worker.network = { '/inbox/tickets': status };
    expect(await worker.page()).toBe(status);
    expect(await worker.storedRelease()).toBe('1.0.0-a@1');
  });

  it('a file is the network’s as well', async () => {
    await worker.painted();
    worker.network = { [PANEL]: 'from the network' };
    expect(await worker.text(PANEL)).toBe('from the network');
  });

  it.each(['/api/inbox/ticket/list/', '/registry.json', '/validate?token=t'])('%s is left to the browser', (path) => {
    expect(worker.request(path).answer).toBeNull();
  });
});

describe('what is stored', () => {
  it('is the page and the files that it names, and no more', async () => {
    await worker.painted();
    expect(worker.caches.addresses).toEqual([
      expect.stringMatching(/^\/host\.[\da-f]{10}\.js$/),
      PANEL,
      '/service-worker.js?stored-page',
    ]);
  });

  it('is of the newest revision once it has come, without what is no longer named', async () => {
    await worker.painted();
    worker.network = filesOf({ revision: 2, panel: 'newer' });
    worker.release = pageRelease('1.0.0-a', 2);
    await worker.painted();
    expect(await worker.storedRelease()).toBe('1.0.0-a@2');
    expect(worker.caches.addresses).not.toContain(PANEL);
    expect(worker.caches.addresses).toContain('/panels/list/1.0.0-newer/panel.js');
  });

  it('is what the agent is given of a canary, and the next agent’s after them', async () => {
    worker.network = filesOf({ canary: { panel: 'canary', percent: 100 } });
    await worker.painted();
    expect(worker.caches.addresses).toContain('/panels/list/1.0.0-canary/panel.js');
    expect(worker.caches.addresses).not.toContain(PANEL);
  });

  it('is fetched once', async () => {
    await worker.painted();
    worker.asked.length = 0;
    await worker.painted();
    expect(worker.asked.filter((path) => path.includes('panel.js') || path.startsWith('/host'))).toEqual([]);
  });

  it('is never a shell that has not painted here: then nothing is', async () => {
    await worker.painted();
    worker.network = filesOf({ shell: 'b' });
    worker.release = pageRelease('1.0.0-b', 1);
    await worker.painted('a');
    expect(await worker.storedRelease()).toBeNull();
    await worker.painted('b');
    expect(await worker.storedRelease()).toBe('1.0.0-b@1');
  });

  it.each([
    ['a panel’s script is another one than was published', { [PANEL]: 'tampered' }],
    ['a panel’s script is not there', { [PANEL]: 404 }],
    ['the page is that of a proxy', { '/inbox/tickets': '<html>Sign in</html>' }],
    ['the page cannot be had', { '/inbox/tickets': 500 }],
  ])('is nothing where %s', async (_, broken) => {
    worker.network = { ...filesOf(), ...broken };
    await worker.painted();
    expect(await worker.storedRelease()).toBeNull();
    expect(worker.caches.addresses).not.toContain(PANEL);
  });

  it('is nothing where the list of the shell’s files is not what its name says', async () => {
    const list = Object.keys(filesOf()).find((path) => path.startsWith('/files.')) ?? '';
    worker.network = { ...filesOf(), [list]: '{}' };
    await worker.painted();
    expect(await worker.storedRelease()).toBeNull();
  });

  it('goes when the device is to forget it', async () => {
    await worker.painted();
    await worker.send({ kind: 'forget' });
    expect(worker.caches.stored.size).toBe(0);
    // Pages that are still open ask the worker until they are left. Looking for a file must not make the cache again.
    await worker.page();
    await worker.activate();
    worker.network = 'none';
    await expect(worker.page()).rejects.toThrow('Failed to fetch');
    await expect(worker.text(PANEL)).rejects.toThrow('Failed to fetch');
    expect(worker.caches.stored.size).toBe(0);
  });

  it('by another version of the worker goes when this one begins, and nothing of anybody else', async () => {
    for (const name of [`${SERVICE_WORKER_CACHES}0`, 'others']) await worker.caches.open(name);
    await worker.painted();
    await worker.activate();
    expect([...worker.caches.stored.keys()]).toEqual(['others', `${SERVICE_WORKER_CACHES}1`]);
  });

  it.each([null, 'text', {}, { kind: 'store' }, { kind: 'other' }, { kind: 'store', agentId: 7, hostVersion: 'x' }])(
    'is not changed by a message that no page sends: %p',
    async (message) => {
      await worker.send(message);
      expect(worker.asked).toEqual([]);
    },
  );
});

describe('without a network', () => {
  beforeEach(async () => {
    await worker.painted();
  });

  it.each(['none', { '/inbox/tickets': 502 }, { '/inbox/tickets': 503 }, { '/inbox/tickets': 504 }] as const)(
    'a page begins with what is stored: %p',
    async (network) => {
      worker.network = network;
      expect(await worker.page()).toContain('data-host-version="1.0.0-a"');
      worker.network = 'none';
      expect(await worker.text(PANEL)).toBe('panel');
    },
  );

  it('that answers, a page is shown after two seconds, and its files at once', async () => {
    worker.network = 'hangs';
    slowly();
    const shown = await late(worker.request('/inbox/tickets', { mode: 'navigate' }));
    expect(shown).toContain('data-host-version="1.0.0-a"');
    worker.asked.length = 0;
    expect(await worker.text(PANEL)).toBe('panel');
    expect(worker.asked).toEqual([]);
  });

  it('also one that the browser has ended meanwhile answers', async () => {
    worker.network = 'none';
    worker.start();
    expect(await worker.text(PANEL)).toBe('panel');
    expect(await worker.page()).toContain('data-host-version="1.0.0-a"');
  });

  it('a start reads the record once, and each file’s bytes for one hash', async () => {
    worker.network = 'none';
    worker.start();
    const digest = jest.spyOn(crypto.subtle, 'digest');
    const json = jest.spyOn(Response.prototype, 'json');
    await worker.page();
    expect(await worker.text(PANEL, { integrity: hashOf('panel') })).toBe('panel');
    expect([json.mock.calls.length, digest.mock.calls.length]).toEqual([1, 1]);
  });

  it('a file that was changed in the storage is not served, and is removed', async () => {
    worker.network = 'none';
    worker.caches.tamper(PANEL, 'evil');
    await expect(worker.text(PANEL)).rejects.toThrow('Failed to fetch');
    expect(worker.caches.addresses).not.toContain(PANEL);
    // Without it the page would begin and not go on.
    await expect(worker.page()).rejects.toThrow('Failed to fetch');
  });

  it('a file is not served to a page that wants another one at that address, by whatever kind of hash', async () => {
    worker.network = 'none';
    expect(await worker.text(PANEL, { integrity: hashOf('panel') })).toBe('panel');
    expect(await worker.text(PANEL, { integrity: hashOf('panel', 'sha256') })).toBe('panel');
    await expect(worker.text(PANEL, { integrity: hashOf('other', 'sha256') })).rejects.toThrow('Failed to fetch');
    await expect(worker.text(PANEL, { integrity: hashOf('other') })).rejects.toThrow('Failed to fetch');
  });

  it('a record that cannot be read is none', async () => {
    worker.network = 'none';
    worker.caches.tamper('/service-worker.js?stored-page', '{"release":');
    await expect(worker.page()).rejects.toThrow('Failed to fetch');
  });
});

describe('a browser whose storage is', () => {
  it('closed has the network', async () => {
    worker.caches.behaves = 'closed';
    await worker.activate();
    await worker.painted();
    expect(await worker.page()).toContain('data-host-version');
    expect(await worker.text(PANEL)).toBe('panel');
    await worker.send({ kind: 'forget' });
  });

  it('full has the network, and nothing half stored', async () => {
    worker.caches.behaves = 'full';
    await worker.painted();
    expect(await worker.page()).toContain('data-host-version');
    expect(worker.caches.addresses).toEqual([]);
  });

  it('emptied has the network, and stores again', async () => {
    await worker.painted();
    worker.caches.stored.clear();
    expect(await worker.page()).toContain('data-host-version');
    await worker.painted();
    expect(await worker.storedRelease()).toBe('1.0.0-a@1');
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderHostHtml } from '../page/html';
import { publishBuiltPanels, storeRelease } from './publish';
import { builtPanel, publishPanel } from '../testing/build';
import { EMPTY_REGISTRY, RegistryError, rollBack, startCanary } from '../registry/registry';
import {
  changeRegistry,
  followRegistry,
  livedReleases,
  publishedReleases,
  readHistory,
  readRegistry,
  versionDir,
} from '../registry/store';

const note = { action: 'test', panel: 'conversation', by: 'asha' };
const silent = () => undefined;

let home: string;
let data: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'registry-'));
  data = join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const build = (version: string, code?: string, name?: string) => builtPanel(home, version, code, name);

describe('the registry of a data folder', () => {
  it('leaves out an entry that cannot be read, reports it by name, and has the others', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    await publishPanel(data, await build('0.1.0-a'));
    const file = join(data, 'registry.json');
    const registry = JSON.parse(await readFile(file, 'utf8')) as { revision: number; panels: Record<string, unknown> };
    registry.panels['weather'] = { ...(registry.panels['conversation'] as object), description: { slot: 'ceiling' } };
    await writeFile(file, JSON.stringify(registry));
    expect(Object.keys((await readRegistry(data)).panels)).toEqual(['conversation']);
    expect(warn).toHaveBeenCalledWith("The registry's entry of weather is left out", expect.anything());
    warn.mockRestore();
  });

  it('serves a page also while the files of a release are missing', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    await rm(versionDir(data, 'conversation', '0.1.0-a'), { recursive: true });
    expect(await renderHostHtml('<head></head>', registry, data, true)).toContain('inbox-registry');
    expect(error).toHaveBeenCalledWith('conversation 0.1.0-a cannot be read', expect.anything());
    error.mockRestore();
  });
});

describe('publishing a build', () => {
  it('puts it beside the older versions and moves the registry', async () => {
    await publishPanel(data, await build('0.1.0-a'));
    await publishPanel(data, await build('0.1.0-b'));
    expect(await readdir(join(data, 'panels/conversation'))).toEqual(['0.1.0-a', '0.1.0-b']);
    expect((await readRegistry(data)).panels['conversation']).toMatchObject({
      version: '0.1.0-b',
      entry: '/panels/conversation/0.1.0-b/mf-manifest.json',
      consumes: ['ticket.open@1'],
      enabled: true,
    });
  });

  it('lists the hash of the manifest and of every script, lazily loaded ones too', async () => {
    const { release } = await publishPanel(data, await build('0.1.0-a', 'code'));
    const expected = `sha384-${createHash('sha384').update('code').digest('base64')}`;
    expect(release.integrity).toEqual({
      'heavy.js': expected,
      'mf-manifest.json': expect.stringMatching(/^sha384-/),
      'panel.js': expected,
      'remoteEntry.js': expected,
    });
  });

  it('keeps source maps back', async () => {
    await publishPanel(data, await build('0.1.0-a'));
    expect(await readdir(versionDir(data, 'conversation', '0.1.0-a'))).not.toContain('panel.js.map');
  });

  it('is nothing new with the same bytes', async () => {
    const dist = await build('0.1.0-a');
    await publishPanel(data, dist);
    const { registry } = await publishPanel(data, dist);
    expect(registry.revision).toBe(1);
  });

  it('is done once by several that begin at the same time', async () => {
    const dist = await build('0.1.0-a');
    const now = new Date();
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => storeRelease(data, dist, now)));
    expect(others).toEqual(others.map(() => first));
    expect(await readdir(join(data, 'panels/conversation'))).toEqual(['0.1.0-a']);
  });

  it('is refused with other bytes under a version that is there', async () => {
    await publishPanel(data, await build('0.1.0-a', 'one'));
    await expect(publishPanel(data, await build('0.1.0-a', 'two'))).rejects.toThrow(/other bytes: heavy.js/);
    const kept = await readFile(join(versionDir(data, 'conversation', '0.1.0-a'), 'panel.js'), 'utf8');
    expect(kept).toBe('one');
  });

  it('is refused for a folder without a build', async () => {
    await expect(publishPanel(data, home)).rejects.toThrow(RegistryError);
  });
});

describe('publishing what was built', () => {
  it('passes over folders without a build, and publishes each build once', async () => {
    const dists = [await build('0.1.0-a'), join(home, 'nothing'), await build('1.0.0-z', 'z', 'ticket-list')];
    expect(Object.keys((await publishBuiltPanels(data, dists, silent)).panels)).toEqual([
      'conversation',
      'ticket-list',
    ]);
    expect((await publishBuiltPanels(data, dists, silent)).revision).toBe(2);
  });

  it('does not undo a rollback, and says so', async () => {
    const [older, newer] = [await build('0.1.0-a'), await build('0.1.0-b')];
    await publishBuiltPanels(data, [older], silent);
    await publishBuiltPanels(data, [newer], silent);
    const lived = await livedReleases(data, 'conversation');
    await changeRegistry(data, note, (registry) => rollBack(registry, 'conversation', lived));
    const said: string[] = [];
    const registry = await publishBuiltPanels(data, [newer], (line) => void said.push(line));
    expect(registry.panels['conversation']?.version).toBe('0.1.0-a');
    expect(said).toEqual(['conversation 0.1.0-b was rolled back; 0.1.0-a stays live.']);
  });

  it('leaves what a team has published alone, and says so', async () => {
    await publishBuiltPanels(data, [await build('0.1.0-a')], silent);
    await publishPanel(data, await build('0.1.0-b'));
    const said: string[] = [];
    const registry = await publishBuiltPanels(data, [await build('0.1.0-c')], (line) => void said.push(line));
    expect(registry.panels['conversation']?.version).toBe('0.1.0-b');
    expect(said).toEqual([
      "conversation 0.1.0-b was published by a team and stays live; this checkout's 0.1.0-c is not published.",
    ]);
  });

  it('follows a checkout that goes forward and back again', async () => {
    const [older, newer] = [await build('0.1.0-a'), await build('0.1.0-b')];
    for (const dist of [older, newer, older]) await publishBuiltPanels(data, [dist], silent);
    expect((await readRegistry(data)).panels['conversation']?.version).toBe('0.1.0-a');
  });
});

describe('a start over damaged files', () => {
  const manifest = () => join(versionDir(data, 'conversation', '0.1.0-a'), 'mf-manifest.json');

  it.each([
    ['are missing', () => rm(versionDir(data, 'conversation', '0.1.0-a'), { recursive: true })],
    ['are garbled', () => writeFile(manifest(), 'garbage')],
  ])('puts back those of its own build that %s, and says so', async (_, damage) => {
    const dist = await build('0.1.0-a');
    await publishBuiltPanels(data, [dist], silent);
    const whole = await readFile(manifest(), 'utf8');
    await damage();
    const said: string[] = [];
    await publishBuiltPanels(data, [dist], (line) => void said.push(line));
    expect(said).toEqual(['conversation 0.1.0-a: its published files were damaged and are whole again.']);
    expect(await readFile(manifest(), 'utf8')).toBe(whole);
    expect(await readdir(join(data, 'panels/conversation'))).toEqual(['0.1.0-a']);
  });

  it('goes on with what is live when its own build has other bytes than were published', async () => {
    await publishBuiltPanels(data, [await build('0.1.0-a', 'one')], silent);
    await publishBuiltPanels(data, [await build('0.1.0-b')], silent);
    const said: string[] = [];
    const registry = await publishBuiltPanels(data, [await build('0.1.0-a', 'two')], (line) => void said.push(line));
    expect(registry.panels['conversation']?.version).toBe('0.1.0-b');
    expect(said[0]).toMatch(/^conversation 0.1.0-a is published with other bytes: .* 0.1.0-b stays live.$/);
  });
});

describe('a registry that somebody has broken', () => {
  const quiet = () => jest.spyOn(console, 'warn').mockImplementation(() => {});
  const file = () => join(data, 'registry.json');

  it.each([
    ['empty', ''],
    ['truncated', '{"revision": 2, "panels": {"conv'],
    ['garbage', 'nonsense'],
    ['another thing', '[]'],
  ])('is read as its last good revision when it is %s', async (_, text) => {
    const warn = quiet();
    await publishPanel(data, await build('0.1.0-a'));
    const { registry } = await publishPanel(data, await build('0.1.0-b'));
    await writeFile(file(), text);
    expect(await readRegistry(data)).toEqual(registry);
    warn.mockRestore();
  });

  it('is read as its last good revision when it is gone, or the newest of them is broken too', async () => {
    const warn = quiet();
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    await publishPanel(data, await build('0.1.0-b'));
    await rm(file());
    await writeFile(join(data, 'registry-history/00000002.json'), '{');
    expect(await readRegistry(data)).toEqual(registry);
    warn.mockRestore();
  });

  it('has the last good entry of a panel whose newest does not fit', async () => {
    const warn = quiet();
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    const broken = { ...registry, panels: { conversation: { ...registry.panels['conversation'], entry: 'nowhere' } } };
    await writeFile(file(), JSON.stringify(broken));
    expect((await readRegistry(data)).panels['conversation']?.version).toBe('0.1.0-a');
    warn.mockRestore();
  });

  it('is put right by the next change', async () => {
    const warn = quiet();
    await publishPanel(data, await build('0.1.0-a'));
    await writeFile(file(), '{');
    await publishPanel(data, await build('0.1.0-b'));
    warn.mockRestore();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ revision: 2 });
  });
});

describe('the history', () => {
  it('says who changed what and why, the newest first', async () => {
    await publishPanel(data, await build('0.1.0-a'), '1a2b3c4 Show the weather');
    await publishBuiltPanels(data, [await build('1.0.0-z', 'z', 'ticket-list')], silent);
    expect(await readHistory(data)).toEqual([
      { revision: 2, at: expect.any(String), action: 'publish', panel: 'ticket-list', version: '1.0.0-z', by: 'start' },
      {
        revision: 1,
        at: expect.any(String),
        action: 'publish',
        panel: 'conversation',
        version: '0.1.0-a',
        by: 'asha',
        why: '1a2b3c4 Show the weather',
      },
    ]);
    expect(await readHistory(data, 'conversation')).toHaveLength(1);
  });

  it('is not told to pages', async () => {
    const { registry } = await publishPanel(data, await build('0.1.0-a'), 'a secret plan');
    const page = await renderHostHtml('<head></head>', registry, data, true);
    expect(page).not.toMatch(/asha|secret plan/);
  });
});

it('tells who follows it of each revision, whoever has made it', async () => {
  const told: number[] = [];
  let tell = () => {};
  const until = async (revision: number) => {
    while (!told.includes(revision)) await new Promise<void>((resolve) => (tell = resolve));
  };
  await publishPanel(data, await build('0.1.0-a'));
  const stop = followRegistry(data, (revision) => {
    told.push(revision);
    tell();
  });
  await until(1);
  await publishPanel(data, await build('0.1.0-b'));
  await until(2);
  stop();
  expect(told).toEqual([1, 2]);
});

describe('the registry file', () => {
  it('is empty when nothing was ever published', async () => {
    expect(await readRegistry(data)).toEqual(EMPTY_REGISTRY);
  });

  it('takes changes made at the same time one after the other, and loses none', async () => {
    const releases = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (name) => build('1.0.0', name, `panel-${name}`)),
    );
    await Promise.all(releases.map((dist) => publishPanel(data, dist)));
    const registry = await readRegistry(data);
    expect(registry.revision).toBe(5);
    expect(Object.keys(registry.panels).sort()).toEqual(['panel-a', 'panel-b', 'panel-c', 'panel-d', 'panel-e']);
  });

  it('refuses a change that was made for another revision', async () => {
    await publishPanel(data, await build('0.1.0-a'));
    const stale = changeRegistry(data, note, (registry) => ({ ...registry, revision: registry.revision + 2 }));
    await expect(stale).rejects.toThrow(/at revision 1/);
  });

  it('takes over the lock of a writer that died', async () => {
    const lock = join(data, 'registry.json.lock');
    await mkdir(lock, { recursive: true });
    await utimes(lock, new Date(0), new Date(0));
    await publishPanel(data, await build('0.1.0-a'));
    expect((await readRegistry(data)).revision).toBe(1);
    expect(await readdir(data)).not.toContain('registry.json.lock');
  });

  it('remembers every release it ever named, oldest first, canaries too', async () => {
    await publishPanel(data, await build('0.1.0-a'));
    const canary = await storeRelease(data, await build('0.1.0-c'));
    await changeRegistry(data, note, (registry) => startCanary(registry, canary, 10, 'seed'));
    await publishPanel(data, await build('0.1.0-b'));
    expect((await publishedReleases(data, 'conversation')).map(({ version }) => version)).toEqual([
      '0.1.0-a',
      '0.1.0-c',
      '0.1.0-b',
    ]);
  });
});

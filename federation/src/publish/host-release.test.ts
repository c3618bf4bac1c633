import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostFacts } from '../facts/host-facts';
import { misfits, missingNames } from '../registry/host-fit';
import { recordHost } from './host-release';
import type { PanelFacts, PanelUses } from '../facts/panel-facts';
import { publishBuiltPanels, storeRelease } from './publish';
import { publishDist } from './release-panel';
import { promote, rollBack, servedRegistry, startCanary } from '../registry/registry';
import {
  changeRegistry,
  hostVersionDir,
  livedReleases,
  publishedReleases,
  readHistory,
  readRegistry,
} from '../registry/store';

const MANIFEST = {
  metaData: { remoteEntry: { name: 'panel.js' } },
  exposes: [{ assets: { js: { sync: ['panel.js'], async: [] } } }],
};

let home: string;
let data: string;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'host-release-'));
  data = join(home, 'data');
  said.length = 0;
});
afterEach(() => rm(home, { recursive: true, force: true }));

const OLD: HostFacts = {
  version: '0.1.0-old',
  contract: '1',
  shared: { '@inbox/ui': '0.1.0', react: '19.3.1' },
  topics: {
    'ticket.open@1': 'produces',
    'live.*@1': 'both',
    'act.*@1': 'produces',
    'actions.*@1': 'consumes',
    'unsent.*@1': 'produces',
  },
  exports: { '@inbox/ui': ['Button'], react: ['useState'] },
};
/** Speaks one more topic, in a new version another one, and has a newer `@inbox/ui` with one more name. */
const NEW: HostFacts = {
  ...OLD,
  version: '0.1.0-new',
  shared: { ...OLD.shared, '@inbox/ui': '0.1.4' },
  topics: { ...OLD.topics, 'ticket.open@2': 'produces', 'weather@1': 'carries' },
  exports: { ...OLD.exports, '@inbox/ui': ['Button', 'Slider'] },
};

async function builtHost(facts: HostFacts): Promise<string> {
  const dir = join(home, facts.version);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'host.json'), JSON.stringify(facts));
  await writeFile(join(dir, 'index.html'), '<head></head>');
  await writeFile(join(dir, `0.${facts.version.slice(-3)}abcdef0.js`), facts.version);
  return dir;
}

async function built(version: string, change: Partial<PanelFacts> & PanelUses = {}): Promise<string> {
  const facts = { name: 'conversation', version, contract: '1', consumes: [], produces: [], ...change };
  const dist = join(home, `${facts.name}-${version}`);
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(dist, 'panel.js'), `run(${JSON.stringify(version)})`);
  return dist;
}

const publishTeam = async (dist: string) => publishDist(data, dist, { to: 'everybody' }, { by: 'asha' });
const start = async (host: HostFacts, ...dists: string[]) => {
  await recordHost(data, await builtHost(host));
  return publishBuiltPanels(data, dists, say);
};
const live = async (panel = 'conversation') => (await readRegistry(data)).panels[panel]?.version;
const note = { action: 'test', panel: 'conversation', by: 'asha' };

describe('what fits a shell', () => {
  const host = { ...OLD, published_at: '2026-01-02T03:04:05.000Z' };
  const panel = { contract: '1', consumes: [], produces: [] };

  it.each<[string, Partial<PanelFacts>, string[]]>([
    ['nothing asked', {}, []],
    ['topics that it speaks', { consumes: ['ticket.open@1', 'live.*@1'], produces: ['act.weather@1'] }, []],
    ['a panel’s own topics', { consumes: ['act.weather@1', 'unsent.weather@1'], produces: ['actions.weather@1'] }, []],
    ['another version', { consumes: ['ticket.open@2'] }, ['the shell does not speak ticket.open@2 but ticket.open@1']],
    ['a topic of nobody', { produces: ['weather@1'] }, ['the shell does not speak weather@1']],
    ['a live event of nobody', { consumes: ['live.weather@1'] }, ['the shell does not speak live.weather@1']],
    ['a range that holds', { shared: { '@inbox/ui': '^0.1.0' } }, []],
    [
      'a range that does not',
      { shared: { '@inbox/ui': '^0.1.4' } },
      ['it needs @inbox/ui ^0.1.4, and the shell has 0.1.0'],
    ],
    ['a package of nobody', { shared: { lodash: '^4.0.0' } }, ['the shell has no lodash']],
    ['another contract', { contract: '2' }, ['it needs panel contract 2, and the shell has 1']],
  ])('%s', (_what, change, why) => {
    expect(misfits(host, { ...panel, ...change })).toEqual(why);
  });

  it('names what is imported and not there', () => {
    expect(missingNames(OLD.exports, { '@inbox/ui': ['Button', 'Slider'], 'react-dom/server': ['x'] })).toEqual([
      '@inbox/ui of the shell has no Slider',
      'the shell does not share react-dom/server',
    ]);
    expect(missingNames(undefined, { '@inbox/ui': ['Slider'] })).toEqual([]);
  });
});

describe('a release of the shell', () => {
  it('is recorded with what it offers, once, and the one before it stays known', async () => {
    await start(OLD);
    await start(OLD);
    const { revision, host, host_before } = await start(NEW);
    expect(revision).toBe(2);
    expect(host).toMatchObject({ version: NEW.version, shared: NEW.shared, topics: NEW.topics });
    expect(host_before?.version).toBe(OLD.version);
    expect((await readHistory(data)).map(({ panel, version }) => [panel, version])).toEqual([
      ['host', NEW.version],
      ['host', OLD.version],
    ]);
    // Its files stay for the pages that have it.
    expect(await readFile(join(hostVersionDir(data, OLD.version), '0.oldabcdef0.js'), 'utf8')).toBe(OLD.version);
  });

  it('is not told to pages, nor what panels it fits', async () => {
    await start(NEW, await built('0.1.0-a', { shared: { react: '^19.3.1' } }));
    const served = servedRegistry(await readRegistry(data));
    expect(Object.keys(served)).toEqual(['revision', 'panels']);
    expect(served.panels['conversation']).not.toHaveProperty('shared');
  });

  it('of before it said what it offers is served as it is, and nothing is checked', async () => {
    const dir = join(home, 'ancient');
    await mkdir(dir, { recursive: true });
    expect((await recordHost(data, dir)).host).toBeUndefined();
    await publishTeam(await built('0.1.0-a', { consumes: ['weather@7'] }));
    expect(await live()).toBe('0.1.0-a');
  });

  it('that cannot be read in a registry takes no panel away', async () => {
    await start(OLD, await built('0.1.0-a'));
    const file = join(data, 'registry.json');
    const registry = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    await writeFile(file, JSON.stringify({ ...registry, host: { version: 7 } }));
    expect(await live()).toBe('0.1.0-a');
    expect((await readRegistry(data)).host).toBeUndefined();
  });
});

describe('what does not fit is refused by name', () => {
  it('when it is published: topics that the shell does not speak', async () => {
    await start(OLD, await built('0.1.0-a'));
    await expect(publishTeam(await built('0.1.0-b', { consumes: ['ticket.open@2'] }))).rejects.toThrow(
      'conversation 0.1.0-b does not fit the shell 0.1.0-old: the shell does not speak ticket.open@2 but ticket.open@1.',
    );
    expect(await live()).toBe('0.1.0-a');
  });

  it('when it is published or a canary: a name that the live shell lacks', async () => {
    await start(OLD, await built('0.1.0-a'));
    const dist = await built('0.1.0-b', { uses: { '@inbox/ui': ['Button', 'Slider'] } });
    const words = '@inbox/ui of the shell has no Slider.';
    await expect(publishTeam(dist)).rejects.toThrow(words);
    const release = await storeRelease(data, dist);
    await expect(changeRegistry(data, note, (current) => startCanary(current, release, 10, 's'))).rejects.toThrow(
      words,
    );
    expect(await live()).toBe('0.1.0-a');
  });

  it('when somebody goes back to it, and no rollback chooses it by itself', async () => {
    await start(NEW, await built('0.1.0-a'));
    await publishTeam(await built('0.1.0-b', { consumes: ['weather@1'] }));
    await publishTeam(await built('0.1.0-c'));
    await start(OLD);
    const published = await publishedReleases(data, 'conversation');
    await expect(
      changeRegistry(data, note, (current) => rollBack(current, 'conversation', published, '0.1.0-b')),
    ).rejects.toThrow('does not speak weather@1');
    const lived = await livedReleases(data, 'conversation');
    await changeRegistry(data, note, (current) => rollBack(current, 'conversation', lived));
    expect(await live()).toBe('0.1.0-a');
  });

  it('when a canary is promoted that an older shell has met', async () => {
    await start(NEW, await built('0.1.0-a'));
    const canary = await storeRelease(data, await built('0.1.0-b', { consumes: ['weather@1'] }));
    await changeRegistry(data, note, (current) => startCanary(current, canary, 10, 's'));
    await recordHost(data, await builtHost(OLD));
    await expect(changeRegistry(data, note, (current) => promote(current, 'conversation'))).rejects.toThrow(
      'weather@1',
    );
  });
});

describe('an older checkout that is started after a newer one', () => {
  it('has its own builds again, and the newer one its own', async () => {
    const older = await built('0.1.0-a');
    const newer = await built('0.1.0-b', { consumes: ['weather@1'] });
    await start(OLD, older);
    await start(NEW, newer);
    expect(await live()).toBe('0.1.0-b');
    await start(OLD, older);
    expect(await live()).toBe('0.1.0-a');
    await start(NEW, newer);
    expect(await live()).toBe('0.1.0-b');
    expect(said.join()).not.toContain('0.1.0-b does not fit the shell 0.1.0-new');
  });

  it('sets a team’s release aside that it does not fit, says so, and a shell that fits has it again', async () => {
    const own = await built('0.1.0-a');
    await start(NEW, own);
    await publishTeam(await built('0.1.0-b', { consumes: ['weather@1'] }));
    await start(OLD, own);
    expect(await live()).toBe('0.1.0-a');
    expect(said).toEqual([
      'conversation 0.1.0-b does not fit this shell: the shell does not speak weather@1. 0.1.0-a is live in its place.',
    ]);
    // A start more, and another build of this checkout: it waits on.
    await start(OLD, own);
    await start(OLD, await built('0.1.0-a2'));
    expect(await live()).toBe('0.1.0-a2');
    await start(NEW, own);
    expect(await live()).toBe('0.1.0-b');
    expect((await readRegistry(data)).panels['conversation']).toMatchObject({ published_by: 'team' });
    expect((await readRegistry(data)).panels['conversation']).not.toHaveProperty('set_aside');
    expect(said.at(-1)).toBe('conversation 0.1.0-b, published by a team, fits the shell again and is live again.');
  });

  it('goes back to the team’s own last release that fits where it has no build of the panel, else says so', async () => {
    await start(NEW);
    const loyalty = { name: 'loyalty' };
    await publishTeam(await built('1.0.0-a', loyalty));
    await publishTeam(await built('1.0.0-b', { ...loyalty, consumes: ['weather@1'] }));
    await publishTeam(await built('1.0.0-x', { name: 'weather', consumes: ['weather@1'] }));
    await start(OLD);
    expect(await live('loyalty')).toBe('1.0.0-a');
    expect(await live('weather')).toBe('1.0.0-x');
    expect(said).toContain(
      'weather 1.0.0-x does not fit this shell: the shell does not speak weather@1. No other release of it does: pages do not show it.',
    );
  });

  it('ends a canary that it does not fit', async () => {
    await start(NEW, await built('0.1.0-a'));
    const canary = await storeRelease(data, await built('0.1.0-b', { consumes: ['weather@1'] }));
    await changeRegistry(data, note, (current) => startCanary(current, canary, 10, 's'));
    await start(OLD, await built('0.1.0-a'));
    expect((await readRegistry(data)).panels['conversation']?.canary).toBeUndefined();
    expect(said).toEqual(['The canary conversation 0.1.0-b has ended: the shell does not speak weather@1.']);
  });

  it('refuses a panel that has the shell’s name', async () => {
    await start(OLD);
    await expect(publishTeam(await built('1.0.0', { name: 'host' }))).rejects.toThrow('not a panel name');
    expect(await stat(join(data, 'panels/host')).catch(() => null)).toBeNull();
  });
});

it('a registry of before shells were recorded takes one in', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  await mkdir(data, { recursive: true });
  await publishTeam(await built('0.1.0-a'));
  const { host, panels } = await start(OLD, await built('0.1.0-b'));
  expect(host?.version).toBe(OLD.version);
  expect(panels['conversation']?.version).toBe('0.1.0-a');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { checkFit } from './gate/fit';
import type { HostFacts } from './facts/host-facts';
import { recordHost } from './publish/host-release';
import { PanelPackage, type PanelFacts, type PanelUses } from './facts/panel-facts';
import { publishBuiltPanels } from './publish/publish';
import { publishDist } from './publish/release-panel';
import { readRegistry } from './registry/store';

/**
 * Three versions of each panel and two of the shell, with the topics that the panels and the shell really have: whichever
 * meets whichever, what does not fit is neither published nor live, and the other panels stay what they are.
 */
const PANELS = ['ticket-list', 'conversation', 'customer-panel', 'quick-replies'] as const;
const REPOSITORY = join(__dirname, '../..');
const Host = z.object({ inbox: z.object({ consumes: z.array(z.string()), produces: z.array(z.string()) }) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(REPOSITORY, file), 'utf8'));
const inboxOf = (panel: string) => z.parse(PanelPackage, readJson(`remotes/${panel}/package.json`)).inbox;
const spoken = [z.parse(Host, readJson('host/package.json')).inbox, ...PANELS.map(inboxOf)].flatMap(
  ({ consumes, produces }) => [...consumes, ...produces],
);

const FORMER: HostFacts = {
  version: '1.0.0-former',
  contract: '1',
  shared: { '@inbox/ui': '0.1.0' },
  topics: {
    ...Object.fromEntries(spoken.map((topic) => [topic, 'both' as const])),
    'legacy@1': 'carries',
  },
  exports: { '@inbox/ui': ['Button'] },
};
const { 'legacy@1': _ended, ...stillSpoken } = FORMER.topics;
/** Has a topic in a new version beside the old one and one more name, and no longer speaks `legacy@1`. */
const LATTER: HostFacts = {
  ...FORMER,
  version: '1.0.0-latter',
  topics: { ...stillSpoken, 'ticket.open@2': 'produces' },
  exports: { '@inbox/ui': ['Button', 'Slider'] },
};
const HOSTS = { former: FORMER, latter: LATTER };
type HostName = keyof typeof HOSTS;

/** What each version of a panel has besides what the panel is, and why a shell is not for it; null where it is. */
const VERSIONS: Record<string, { more: Partial<PanelFacts> & PanelUses; misfit: Record<HostName, string | null> }> = {
  '1.0.0': { more: { uses: { '@inbox/ui': ['Button'] } }, misfit: { former: null, latter: null } },
  '2.0.0': {
    more: { consumes: ['ticket.open@2'], uses: { '@inbox/ui': ['Slider'] } },
    misfit: { former: 'the shell does not speak ticket.open@2', latter: null },
  },
  '3.0.0': {
    more: { produces: ['legacy@1'] },
    misfit: { former: null, latter: 'the shell does not speak legacy@1' },
  },
};

let home: string;
let data: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'compatibility-'));
  data = join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function built(panel: string, version: string): Promise<string> {
  const dist = join(home, `${panel}-${version}`);
  await mkdir(dist, { recursive: true });
  const { consumes, produces, description } = inboxOf(panel);
  const more = VERSIONS[version]?.more ?? {};
  const facts = {
    ...{ name: panel, version, contract: '1', description, shared: { '@inbox/ui': '^0.1.0' }, uses: more.uses },
    consumes: [...consumes, ...(more.consumes ?? [])],
    produces: [...produces, ...(more.produces ?? [])],
  };
  const manifest = {
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js: { sync: [], async: [] } } }],
  };
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'remoteEntry.js'), `run('${panel} ${version}')`);
  return dist;
}

/** A start of the inbox with this shell and the first version of each panel. */
async function start(host: HostName): Promise<void> {
  const dir = join(home, host);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'host.json'), JSON.stringify(HOSTS[host]));
  await recordHost(data, dir);
  await publishBuiltPanels(data, await Promise.all(PANELS.map((panel) => built(panel, '1.0.0'))), () => undefined);
}

const publish = async (panel: string, version: string) =>
  publishDist(data, await built(panel, version), { to: 'everybody' }, { by: 'asha' });
const live = async () =>
  Object.fromEntries(Object.values((await readRegistry(data)).panels).map(({ name, version }) => [name, version]));

const first = Object.fromEntries(PANELS.map((panel) => [panel, '1.0.0']));
const names = Object.keys(HOSTS) as HostName[];
const cells = PANELS.flatMap((panel) =>
  Object.entries(VERSIONS).flatMap(([version, { misfit }]) =>
    names.map((host) => [panel, version, host, misfit[host]] as const),
  ),
);

describe('beside the others', () => {
  it.each(cells)('%s %s and the %s shell: %p', async (panel, version, host, misfit) => {
    await start(host);
    const dist = await built(panel, version);
    if (misfit === null) {
      await expect(checkFit(data, dist, true)).resolves.toBeUndefined();
      await publish(panel, version);
      expect(await live()).toEqual({ ...first, [panel]: version });
      return;
    }
    await expect(checkFit(data, dist, true)).rejects.toThrow(misfit);
    // Also past the gate, which can be left out.
    await expect(publish(panel, version)).rejects.toThrow(misfit);
    expect(await live()).toEqual(first);
  });
});

describe('when the shell goes forward and back', () => {
  const other = (host: HostName): HostName => (host === 'former' ? 'latter' : 'former');
  const usable = cells.filter(([, , , misfit]) => misfit === null);

  it.each(usable)('%s %s, live in the %s shell, is live wherever it fits', async (panel, version, host) => {
    await start(host);
    await publish(panel, version);
    await start(other(host));
    const fits = VERSIONS[version]?.misfit[other(host)] === null;
    expect(await live()).toEqual({ ...first, [panel]: fits ? version : '1.0.0' });
    await start(host);
    expect(await live()).toEqual({ ...first, [panel]: version });
  });

  it.each(PANELS)('a version of %s that open pages of the shell before lack is refused', async (panel) => {
    await start('former');
    await start('latter');
    await expect(checkFit(data, await built(panel, '2.0.0'), true)).rejects.toThrow(
      /shell 1\.0\.0-former: .*ticket\.open@2.*open pages may have it/,
    );
    await expect(checkFit(data, await built(panel, '2.0.0'), false)).resolves.toBeUndefined();
  });
});

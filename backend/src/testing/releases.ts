import { changeRegistry, publish, startCanary, type Release } from '@inbox/federation';

/** Releases for tests, straight into the registry of a data folder: without files, for what only counts them. */

export const aRelease = (panel: string, version: string): Release => ({
  name: panel,
  version,
  contract: '1',
  consumes: [],
  produces: [],
  description: { title: `The ${panel}`, slot: 'main', order: 0, failed: 'It failed.' },
  entry: `https://panels.test/${panel}/${version}/mf-manifest.json`,
  integrity: {},
  published_at: '2026-11-01T03:04:05.000Z',
});

/** Gives the release to everybody. */
export async function publishRelease(dataDir: string, panel: string, version: string): Promise<void> {
  const note = { action: 'publish', panel, version, by: 'team' };
  await changeRegistry(dataDir, note, (registry) => publish(registry, aRelease(panel, version)));
}

/** Gives the release to a share of the agents. */
export async function canaryRelease(dataDir: string, panel: string, version: string, share = 50): Promise<void> {
  const note = { action: 'canary', panel, version, by: 'team', why: 'A try' };
  await changeRegistry(dataDir, note, (registry) => startCanary(registry, aRelease(panel, version), share, 'seed'));
}

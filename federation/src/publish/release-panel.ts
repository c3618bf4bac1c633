import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { VersionText } from '../facts/panel-facts';
import { operate } from './operate';
import { makeRoom } from './old-releases';
import { readFacts, storeRelease } from './publish';
import {
  isTakenBack,
  isWithdrawn,
  noteRelease,
  publish,
  RegistryError,
  startCanary,
  type PanelEntry,
  type Release,
} from '../registry/registry';
import {
  changeRegistry,
  publishedReleases,
  readHistory,
  readRegistry,
  versionDir,
  type ChangedBy,
  type ChangeNote,
} from '../registry/store';

const Percent = z.number().check(z.gt(0), z.lte(100));

/** Who has a release once it is published. */
export const Audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('everybody') }),
  /** Nobody but those who open its preview. */
  z.object({ to: z.literal('nobody') }),
  /** A share of the agents, in percent. */
  z.object({ to: z.literal('share'), percent: Percent, seed: z.optional(z.string()) }),
]);
export type Audience = z.infer<typeof Audience>;

/** What can be done with releases that are published already. */
export const PanelChange = z.discriminatedUnion('action', [
  /** Gives a published version to others than have it now. */
  z.object({ action: z.literal('release'), version: VersionText, audience: Audience }),
  z.object({ action: z.literal('end canary') }),
  z.object({ action: z.literal('promote') }),
  z.object({ action: z.literal('rollback'), version: z.optional(VersionText) }),
  z.object({ action: z.enum(['enable', 'disable']) }),
  /** Changes nothing: is there such a version to be shown? */
  z.object({ action: z.literal('preview'), version: VersionText }),
]);
export type PanelChange = z.infer<typeof PanelChange>;

/** What became of it, in one line for whoever asked. */
export interface Outcome {
  said: string;
  version?: string;
}

const noteOf = (action: string, panel: string, { by, why }: ChangedBy, version?: string): ChangeNote => ({
  action,
  panel,
  by,
  ...(version !== undefined && { version }),
  ...(why !== undefined && { why }),
});

/**
 * Stores a panel's build and gives it to its audience.
 *
 * @throws RegistryError in words for the team
 */
export async function publishDist(
  dataDir: string,
  dist: string,
  audience: Audience,
  publisher: ChangedBy,
): Promise<Outcome> {
  const { name, version } = await readFacts(dist);
  if (!(await isStored(versionDir(dataDir, name, version)))) await makeRoom(dataDir, name, audience.to !== 'nobody');
  const release: Release = { ...(await storeRelease(dataDir, dist)), published_by: 'team' };
  return give(dataDir, release, audience, publisher);
}

const isStored = async (dir: string): Promise<boolean> => (await stat(dir).catch(() => null)) !== null;

async function give(dataDir: string, release: Release, audience: Audience, publisher: ChangedBy): Promise<Outcome> {
  const { name: panel, version } = release;
  switch (audience.to) {
    case 'everybody': {
      const note = noteOf('publish', panel, publisher, version);
      const { revision } = await changeRegistry(dataDir, note, (current) => publish(current, release));
      return { version, said: `${panel} ${version} is live (registry revision ${revision}).` };
    }
    case 'share': {
      const { percent, seed = panel } = audience;
      const note = noteOf('canary', panel, publisher, version);
      await changeRegistry(dataDir, note, (current) => startCanary(current, release, percent, seed));
      return { version, said: `${panel} ${version} goes to ${percent} % of the agents.` };
    }
    case 'nobody': {
      const known = await publishedReleases(dataDir, panel);
      const note = { ...noteOf('preview', panel, publisher, version), release };
      if (!known.some((one) => one.version === version)) await changeRegistry(dataDir, note, noteRelease);
      return { version, said: `${panel} ${version} is published, and live for nobody.` };
    }
  }
}

/** Does what is asked with a panel's published releases. @throws RegistryError in words for the team */
export async function changePanel(
  dataDir: string,
  panel: string,
  change: PanelChange,
  publisher: ChangedBy,
): Promise<Outcome> {
  switch (change.action) {
    case 'release':
      return give(dataDir, await findRelease(dataDir, panel, change.version), change.audience, publisher);
    case 'end canary':
      await operate(dataDir, { action: 'canary', panel, percent: 0 }, publisher);
      return { said: `${panel} has no canary.` };
    case 'promote': {
      const registry = await operate(dataDir, { action: 'promote', panel }, publisher);
      const version = registry.panels[panel]?.version ?? '';
      return { version, said: `${panel} ${version} goes to everybody (registry revision ${registry.revision}).` };
    }
    case 'rollback': {
      const registry = await operate(dataDir, { action: 'rollback', panel, to: change.version }, publisher);
      const entry = registry.panels[panel];
      const version = entry?.version ?? '';
      if (entry && isWithdrawn(entry))
        return { version, said: `${panel} ${version} was taken back. Nobody has ${panel}.` };
      return { version, said: `${panel} ${version} is live again (registry revision ${registry.revision}).` };
    }
    case 'preview': {
      const { version } = await releaseForPreview(dataDir, panel, change.version);
      return { version, said: `${panel} ${version} can be previewed.` };
    }
    case 'enable':
    case 'disable':
      await operate(dataDir, { action: change.action, panel }, publisher);
      return { said: `${panel} is ${change.action}d.` };
  }
}

/** A release that was published, whoever has it. @throws RegistryError */
async function findRelease(dataDir: string, panel: string, version: string): Promise<Release> {
  const found = (await publishedReleases(dataDir, panel)).find((release) => release.version === version);
  if (!found) throw new RegistryError(`${panel} ${version} was never published.`);
  return found;
}

/**
 * A release as one's own browser may show it before, or without, its being live.
 *
 * @throws RegistryError that says why there is none: never published, taken back, or its files are gone
 */
export async function releaseForPreview(dataDir: string, panel: string, version: string): Promise<Release> {
  const release = await findRelease(dataDir, panel, version);
  if (isTakenBack(await readRegistry(dataDir), release)) {
    throw new RegistryError(`${panel} ${version} was taken back.`);
  }
  const manifest = join(versionDir(dataDir, panel, version), 'mf-manifest.json');
  if (!(await isStored(manifest))) throw new RegistryError(`The files of ${panel} ${version} are gone.`);
  return release;
}

/** Where a published version is previewed, in a browser of somebody who may. */
export const previewPath = (panel: string, version: string): string => `/?panel=${panel}@${version}`;

/** What was changed, a line each, the newest first; of all panels unless one is named. */
export async function historyText(dataDir: string, panel?: string): Promise<string> {
  const changes = await readHistory(dataDir, panel);
  const lines = changes.map(
    ({ revision, at, by, action, panel: name, version, why }) =>
      `${revision}  ${at}  ${by}: ${action} ${name}${version ? ` ${version}` : ''}${why ? ` (${why})` : ''}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'Nothing was changed yet.';
}

/** What is live, and every version that was published; of all panels unless one is named. */
export async function listText(dataDir: string, panel?: string): Promise<string> {
  const { revision, panels } = await readRegistry(dataDir);
  const names = panel === undefined ? Object.keys(panels) : [panel];
  const lines = names.map(async (name) => {
    const releases = await publishedReleases(dataDir, name);
    const entry = panels[name];
    if (!entry && releases.length === 0) return [];
    const published = releases.map(
      ({ version }) => `    ${version}${entry?.taken_back?.includes(version) ? '  taken back' : ''}`,
    );
    return [`${name}  ${entry ? stateOf(entry) : 'not live'}`, ...published];
  });
  return [`Registry revision ${revision}`, ...(await Promise.all(lines)).flat()].join('\n');
}

function stateOf({ version, enabled, canary, first_share: first }: PanelEntry): string {
  if (first && enabled) return `${version} for ${first.percent} %, nobody else has the panel`;
  const share = canary ? `, ${canary.version} for ${canary.percent} %` : '';
  return enabled ? `${version}${share}` : `${version}, switched off`;
}

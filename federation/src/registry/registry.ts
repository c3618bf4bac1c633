import * as z from 'zod/mini';
import { HostRelease } from '../facts/host-facts';
import { PanelFacts, PanelNameText } from '../facts/panel-facts';

export { containerName, PanelFacts } from '../facts/panel-facts';

/** The hash of a file, as browsers take it. */
export const Sha384 = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'not a sha384 integrity hash'));

/** One immutable build of a panel: a folder that never changes once it is published. */
export const Release = z.object({
  ...PanelFacts.shape,
  /** Address of the build's mf-manifest.json; relative to the page, or absolute on a listed origin. */
  entry: z.string().check(z.regex(/\/mf-manifest\.json$/, 'an entry is an mf-manifest.json')),
  /** Hash of the manifest and of every script, by file name beside the manifest. What is not listed does not run. */
  integrity: z.record(z.string(), Sha384),
  published_at: z.iso.datetime(),
  /** A start of the inbox replaces only what a start has published; releases of before this was recorded count as such. */
  published_by: z.optional(z.enum(['start', 'team'])),
});
export type Release = z.infer<typeof Release>;

const Canary = z.object({
  release: Release,
  version: z.string(),
  /** Share of agents who get it, 0 to 100. */
  percent: z.number().check(z.gte(0), z.lte(100)),
  /** Decides which agents: another seed picks others. */
  seed: z.string(),
});

const PanelEntry = z.object({
  ...Release.shape,
  enabled: z.boolean(),
  /** Of a panel that nobody had before: only this share of the agents has it, others have no such panel. */
  first_share: z.optional(z.pick(Canary, { percent: true, seed: true })),
  canary: z.optional(Canary),
  /** Versions that were taken back, the last one last: nothing goes back to them by itself. */
  taken_back: z.optional(z.array(z.string())),
  /** A team's release that the shell of now does not fit: live again with the first shell that it fits. */
  set_aside: z.optional(Release),
});
export type PanelEntry = z.infer<typeof PanelEntry>;

/** What a revision has changed, for those who look after panels. */
export const Change = z.object({
  action: z.string(),
  panel: z.string(),
  /** The version that it is about. */
  version: z.optional(z.string()),
  at: z.iso.datetime(),
  /** Who: a person, or what acts by itself. */
  by: z.string(),
  /** Why: a commit, a message. */
  why: z.optional(z.string()),
  /** A release that was published and is live for nobody: here alone is what it consists of. */
  release: z.optional(Release),
});
export type Change = z.infer<typeof Change>;

/** registry.json: which build of which panel a page gets. Small, mutable, never cached. */
export const Registry = z.object({
  /** Rises by one with every change; a writer names the one it read. */
  revision: z.int().check(z.gte(0)),
  panels: z.record(PanelNameText, PanelEntry),
  /** The shell that pages get, and the one before it, which open pages may have; none before a start recorded one. */
  host: z.optional(HostRelease),
  host_before: z.optional(HostRelease),
  /** What this revision has changed; none in those of before changes were noted. */
  change: z.optional(Change),
});
export type Registry = z.infer<typeof Registry>;

export const EMPTY_REGISTRY: Registry = { revision: 0, panels: {} };

const RegistryFrame = z.object({
  revision: Registry.shape.revision,
  panels: z.record(z.string(), z.unknown()),
  /** Panels that only a share of the agents has: apart, as readers that do not know of shares would give them to all. */
  firsts: z.optional(z.record(z.string(), z.unknown())),
  host: z.optional(z.unknown()),
  host_before: z.optional(z.unknown()),
  change: z.optional(z.unknown()),
});

/**
 * Reads a registry entry by entry: one that does not fit is left out and reported by name, and the others count.
 *
 * @throws when it is no registry at all
 */
export function parseRegistry(value: unknown, onRefused: (name: string, error: Error) => void): Registry {
  const { revision, panels, firsts, ...rest } = z.parse(RegistryFrame, value);
  const entries = Object.entries({ ...panels, ...firsts }).flatMap(([name, entry]): [string, PanelEntry][] => {
    const parsed = z.safeParse(PanelEntry, entry);
    if (parsed.success && parsed.data.name === name) return [[name, parsed.data]];
    onRefused(name, parsed.error ?? new Error(`it is ${parsed.data.name}`));
    return [];
  });
  const host = z.safeParse(HostRelease, rest.host);
  const before = z.safeParse(HostRelease, rest.host_before);
  const noted = z.safeParse(Change, rest.change);
  return {
    revision,
    panels: Object.fromEntries(entries),
    ...(host.success && { host: host.data }),
    ...(before.success && { host_before: before.data }),
    ...(noted.success && { change: noted.data }),
  };
}

/** A registry as it is written and served: what `parseRegistry` reads. */
export type WrittenRegistry = Registry & { firsts?: Registry['panels'] };

export function writtenRegistry(registry: Registry): WrittenRegistry {
  const entries = Object.entries(registry.panels);
  const firsts = entries.filter(([, { first_share }]) => first_share);
  if (firsts.length === 0) return registry;
  const panels = entries.filter(([, { first_share }]) => !first_share);
  return { ...registry, panels: Object.fromEntries(panels), firsts: Object.fromEntries(firsts) };
}

/** Below this path the inbox serves the panels' files by itself. */
const PANELS_PATH = '/panels/';

/**
 * A release as pages are told of it.
 *
 * @param panelsUrl where the panels' files are served besides the inbox, without a trailing slash; nowhere if undefined
 */
export function servedRelease<R extends Release>(
  { published_by: _by, shared: _shared, entry, ...release }: R,
  panelsUrl: string | undefined,
): Omit<R, 'published_by' | 'shared' | 'entry'> & { entry: string } {
  const isOurs = panelsUrl !== undefined && entry.startsWith(PANELS_PATH);
  return { ...release, entry: isOurs ? `${panelsUrl}/${entry.slice(PANELS_PATH.length)}` : entry };
}

/** What pages are told of it: not who changed what, and why, nor what was checked before. */
export function servedRegistry({ revision, panels }: Registry, panelsUrl?: string): WrittenRegistry {
  const served = Object.entries(panels).map(
    ([name, { taken_back: _takenBack, set_aside: _aside, canary, ...entry }]) => [
      name,
      {
        ...servedRelease(entry, panelsUrl),
        ...(canary && { canary: { ...canary, release: servedRelease(canary.release, panelsUrl) } }),
      },
    ],
  );
  return writtenRegistry({ revision, panels: Object.fromEntries(served) as Registry['panels'] });
}

/** A change was asked for that the registry does not allow; the message is for the operator. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}

function panelOf(registry: Registry, name: string): PanelEntry {
  const panel = registry.panels[name];
  if (!panel) throw new RegistryError(`No panel '${name}' is published.`);
  return panel;
}

const withPanel = (registry: Registry, name: string, panel: PanelEntry): Registry => ({
  ...registry,
  revision: registry.revision + 1,
  panels: { ...registry.panels, [name]: panel },
});

/** Versions taken back that a registry remembers of each panel. */
const MAX_TAKEN_BACK = 50;

/** Makes the release what every agent gets. A running canary ends. Unchanged when it already is. */
export function publish(registry: Registry, release: Release): Registry {
  const current = registry.panels[release.name];
  if (current?.version === release.version && !current.canary && !current.first_share) return registry;
  // What somebody publishes once more is good again.
  const takenBack = (current?.taken_back ?? []).filter((version) => version !== release.version);
  return withPanel(registry, release.name, {
    ...release,
    enabled: current && !isWithdrawn(current) ? current.enabled : true,
    ...(takenBack.length > 0 && { taken_back: takenBack }),
  });
}

/** Was it a panel's first version, given to a share of the agents, and taken back? Then nobody has the panel. */
export const isWithdrawn = ({ first_share, version, enabled, taken_back = [] }: PanelEntry): boolean =>
  first_share !== undefined && !enabled && taken_back.includes(version);

function withdraw(registry: Registry, name: string): Registry {
  const panel = panelOf(registry, name);
  if (isWithdrawn(panel)) return registry;
  return withPanel(registry, name, { ...panel, enabled: false, taken_back: takeBack(panel, panel.version) });
}

const takeBack = ({ taken_back = [] }: PanelEntry, version: string): string[] =>
  [...taken_back.filter((one) => one !== version), version].slice(-MAX_TAKEN_BACK);

/** Was it live once, and gone back from? */
export const isTakenBack = (registry: Registry, { name, version }: Pick<Release, 'name' | 'version'>): boolean =>
  registry.panels[name]?.taken_back?.includes(version) ?? false;

/**
 * Makes `release` live in place of a team's release that the shell does not fit. That one is set aside, not taken back.
 */
export function setAside(registry: Registry, release: Release): Registry {
  const {
    canary: _canary,
    enabled: _enabled,
    first_share: _share,
    taken_back: _takenBack,
    set_aside: before,
    ...live
  } = panelOf(registry, release.name);
  const next = publish(registry, release);
  const panel = { ...panelOf(next, release.name), set_aside: before ?? live };
  return { ...next, panels: { ...next.panels, [release.name]: panel } };
}

/** Records the shell that pages get from now on. Unchanged when it is that one already. */
export function releaseHost(registry: Registry, host: HostRelease): Registry {
  if (registry.host?.version === host.version) return registry;
  return {
    ...registry,
    revision: registry.revision + 1,
    host,
    ...(registry.host && { host_before: registry.host }),
  };
}
/** Notes a release that nobody is given; the change's note has what it consists of. */
export const noteRelease = (registry: Registry): Registry => ({ ...registry, revision: registry.revision + 1 });

/**
 * Gives the release to `percent` of the agents; 0 ends the canary, 100 is still a canary. Of a panel that nobody has
 * others go on having none.
 */
export function startCanary(registry: Registry, release: Release, percent: number, seed: string): Registry {
  const before = registry.panels[release.name];
  if (percent > 0 && (!before || before.first_share)) {
    const first = publish(registry, release);
    const published = panelOf(first, release.name);
    return withPanel(registry, release.name, { ...published, first_share: { percent, seed } });
  }
  const { canary: _ended, ...panel } = panelOf(registry, release.name);
  if (release.version === panel.version) {
    throw new RegistryError(`${release.name} ${release.version} is what everybody has already.`);
  }
  const canary = { release, version: release.version, percent, seed };
  return withPanel(registry, release.name, percent === 0 ? panel : { ...panel, canary });
}

/** Everybody has the panel's stable version again; of a panel's first version nobody has any. */
export function endCanary(registry: Registry, name: string): Registry {
  const { canary, ...panel } = panelOf(registry, name);
  if (panel.first_share) return withdraw(registry, name);
  return canary ? withPanel(registry, name, panel) : registry;
}

/** What a share of the agents has goes to everybody. */
export function promote(registry: Registry, name: string): Registry {
  const { first_share, ...entry } = panelOf(registry, name);
  const { canary, version } = entry;
  if (first_share && entry.enabled) return withPanel(registry, name, entry);
  if (!canary) throw new RegistryError(`${name} ${version} has no canary to promote.`);
  return publish(registry, canary.release);
}

/**
 * What everybody had before what is live now, and was not taken back itself.
 * @param lived releases that were live for everybody, in the order in which they were
 */
export const releaseBefore = (registry: Registry, name: string, lived: readonly Release[]): Release | undefined =>
  lived.findLast((release) => release.version !== registry.panels[name]?.version && !isTakenBack(registry, release));

/**
 * Takes back what is live: a canary if there is one, else the release that everybody has. It is remembered as taken back,
 * so that neither a later rollback nor a start of the inbox makes it live again.
 *
 * @param lived releases that were live for everybody, in the order in which they were; the last one is live now
 * @param version goes back to this one instead of the one that was live before
 */
export function rollBack(registry: Registry, name: string, lived: readonly Release[], version?: string): Registry {
  const current = panelOf(registry, name);
  if (current.first_share && version === undefined) return withdraw(registry, name);
  if (current.canary && version === undefined) {
    const { canary, ...panel } = current;
    return withPanel(registry, name, { ...panel, taken_back: takeBack(panel, canary.version) });
  }
  if (version === current.version) throw new RegistryError(`${name} ${version} is what everybody has already.`);
  const target =
    version === undefined ? releaseBefore(registry, name, lived) : lived.find((release) => release.version === version);
  if (!target) {
    throw new RegistryError(
      version === undefined
        ? `${name} has no version before ${current.version} that was not taken back. Name one: pnpm panel list ${name}.`
        : `${name} ${version} was never published.`,
    );
  }
  const next = publish(registry, target);
  const panel = panelOf(next, name);
  return { ...next, panels: { ...next.panels, [name]: { ...panel, taken_back: takeBack(panel, current.version) } } };
}

/** Switches a panel off or on for everybody, without touching its version. */
export function setEnabled(registry: Registry, name: string, enabled: boolean): Registry {
  const panel = panelOf(registry, name);
  return panel.enabled === enabled ? registry : withPanel(registry, name, { ...panel, enabled });
}

/**
 * The release that this agent gets; the same at every call, and for a rising percent never taken away again. Null where the
 * agent has no such panel.
 */
export function chooseRelease(panel: PanelEntry, agentId: string): Release | null {
  const { canary, first_share: first } = panel;
  if (first && bucketOf(`${first.seed}:${agentId}`) >= first.percent) return null;
  return canary && bucketOf(`${canary.seed}:${agentId}`) < canary.percent ? canary.release : panel;
}

/** A number from 0 up to 100, evenly spread over texts: FNV-1a with a final mix, since near ids differ in few bits. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}

/** The header by which the inbox says of its page from which shell and which revision of the registry it was made. */
export const PAGE_RELEASE_HEADER = 'inbox-release';

/** The value of that header. */
export const pageRelease = (hostVersion: string, revision: number): string => `${hostVersion}@${revision}`;

/** Address of the service worker's script. It lies beside all that it stores, and is registered for the inbox's pages alone. */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/** What the names of all caches of the service worker begin with. */
export const SERVICE_WORKER_CACHES = 'inbox.files.';

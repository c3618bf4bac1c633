import {
  endCanary,
  promote,
  RegistryError,
  rollBack,
  setEnabled,
  startCanary,
  type Registry,
} from '../registry/registry';
import {
  changeRegistry,
  livedReleases,
  publishedReleases,
  readRegistry,
  releaseOf,
  type ChangedBy,
} from '../registry/store';

/** What is done to a published panel. `version`, where it is named, is the one that is meant: another one is refused. */
export type Operation =
  | { action: 'promote'; panel: string; version?: string | undefined }
  /** Takes the canary back, else what is live: to what was live before, or to the version named by `to`. */
  | { action: 'rollback'; panel: string; version?: string | undefined; to?: string | undefined }
  /** Gives the running canary to another share of the agents; 0 ends it. */
  | { action: 'canary'; panel: string; version?: string | undefined; percent: number }
  | { action: 'enable' | 'disable'; panel: string };

/**
 * Operates a panel: one revision of the registry, with who and why. An operation that finds all as it is to be changes
 * nothing.
 *
 * @throws RegistryError, in words for the operator, when it is not possible or another version is there by now
 */
export async function operate(dataDir: string, operation: Operation, { by, why }: ChangedBy): Promise<Registry> {
  const { action, panel } = operation;
  const before = await readRegistry(dataDir);
  const given = 'version' in operation ? operation.version : undefined;
  const version = given ?? meantBy(before, operation);
  const note = {
    action: operation.action === 'canary' && operation.percent === 0 ? 'end canary' : action,
    panel,
    by,
    ...(version !== undefined && { version }),
    ...(why !== undefined && { why }),
  };
  const isNamed = operation.action === 'rollback' && operation.to !== undefined;
  const releases = await (isNamed ? publishedReleases : livedReleases)(dataDir, panel);
  return changeRegistry(dataDir, note, (current) => {
    const there = meantBy(current, operation);
    if (version !== there) {
      throw new RegistryError(
        `${panel} ${version ?? ''} is not given out any more${there === undefined ? '' : `, ${there} is`}. Look again before you change it.`,
      );
    }
    switch (operation.action) {
      case 'promote':
        return promote(current, panel);
      case 'rollback':
        return rollBack(current, panel, releases, operation.to);
      case 'canary':
        return changeShare(current, panel, operation.percent);
      case 'enable':
      case 'disable':
        return setEnabled(current, panel, operation.action === 'enable');
    }
  });
}

/** The version that the operation is about, as the registry has it. */
function meantBy({ panels }: Registry, operation: Operation): string | undefined {
  const entry = panels[operation.panel];
  switch (operation.action) {
    case 'promote':
    case 'canary':
      return entry?.canary?.version ?? (entry?.first_share && entry.version);
    case 'rollback':
      return operation.to === undefined ? (entry?.canary?.version ?? entry?.version) : entry?.version;
    case 'enable':
    case 'disable':
      return entry?.version;
  }
}

function changeShare(registry: Registry, panel: string, percent: number): Registry {
  if (percent === 0) return endCanary(registry, panel);
  const entry = registry.panels[panel];
  if (entry?.first_share?.percent === percent && entry.enabled) return registry;
  if (entry?.first_share) return startCanary(registry, releaseOf(entry), percent, entry.first_share.seed);
  const canary = entry?.canary;
  if (!canary) throw new RegistryError(`${panel} has no canary. Begin one: pnpm panel canary ${panel} ${percent}.`);
  return canary.percent === percent ? registry : startCanary(registry, canary.release, percent, canary.seed);
}

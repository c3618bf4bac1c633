import { getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import * as z from 'zod/mini';
import { PANEL_CONTRACT } from '@inbox/panel/contract';
import { chooseRelease, containerName, type Release } from '@inbox/federation/registry';
import { isKnownTopic } from '@inbox/events';
import { detailOf, PanelLoadError, type PanelFailure } from './failure';
import type { HealthLog, HealthNote } from './health-log';
import { createIntegrityGuard, hashesByUrl, type IntegrityGuard, type TrustedAddress } from './integrity';
import { LOADED_WITHIN_MS, type LoadedPanel, type LoadPanel, type OtherBuilds } from './panel-store';
import type { KnownRegistry } from './registry';

/**
 * Lets a shared module that could not be loaded be requested once more. The federation runtime remembers the failed load
 * for as long as the page lives, and every panel that uses the module would fail with it, also after Retry.
 */
export function forgetFailedShares({ shareScopeMap }: Pick<ModuleFederation, 'shareScopeMap'>): void {
  for (const scope of Object.values(shareScopeMap)) {
    for (const shared of Object.values(scope).flatMap((versions) => Object.values(versions))) {
      const { get } = shared;
      shared.get = async () => {
        try {
          return await get();
        } catch (error) {
          shared.loading = null;
          throw error;
        }
      };
    }
  }
}

/** As much of the federation runtime as loading needs. */
export interface FederationRuntime {
  registerPlugins(plugins: IntegrityGuard['plugin'][]): void;
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void;
  loadRemote(id: string): Promise<unknown>;
}

export interface LoaderOptions {
  registry: KnownRegistry;
  /** Decides on canaries. */
  agentId: string;
  /** Address of the page, against which entries are resolved; its own origin is always allowed. */
  pageUrl: string;
  /** Other origins that may serve panels. */
  allowedOrigins?: readonly string[];
  /** A developer's own builds by panel name: origins that serve an mf-manifest.json. */
  overrides?: Readonly<Record<string, string>>;
  /** Published releases that are shown in place of what the registry has, by panel name. */
  previews?: Readonly<Record<string, Release>>;
  /** Manifests that came with the page: by path on the page's own origin, by address elsewhere. */
  manifests?: Readonly<Record<string, unknown>>;
  /** How long a panel may take, in milliseconds. */
  timeLimit?: number | undefined;
  /** The federation runtime, or the name under which the page was built, which has one. */
  runtime: FederationRuntime | string;
  /** See `createIntegrityGuard`; for pages of other origins, which may have Trusted Types. */
  trustedAddress?: TrustedAddress;
  /** Told of a canary in whose place the stable build is loaded. */
  onGivenUp?: (error: Error) => void;
  /** Told of each release that was loaded or could not be; not of a developer's build. */
  note?: HealthLog['note'];
}

const isFunction = z.custom<LoadedPanel['mount']>((value) => typeof value === 'function', 'not a function');

const LoadedModule = z.object({
  default: z.object({
    contract: z.string(),
    name: z.string(),
    version: z.string(),
    consumes: z.array(z.string()),
    produces: z.array(z.string()),
    mount: isFunction,
  }),
});

/**
 * The runtime that the federation plugin put into the page's entry.
 *
 * @param name under which the page was built; panels have runtime instances of their own
 */
function runtimeOf(name: string): FederationRuntime {
  const instance = getInstance((one) => one.name === name);
  if (!instance) throw new Error(`${name} was built without federation.`);
  forgetFailedShares(instance);
  return {
    registerPlugins: (plugins) => instance.registerPlugins(plugins),
    registerRemotes: (remotes, options) => instance.registerRemotes(remotes, options),
    loadRemote: (id) => instance.loadRemote(id),
  };
}

export interface PanelLoader extends OtherBuilds {
  load: LoadPanel;
}

/**
 * Loads panels as the registry says: each by itself, within its time limit, from allowed origins, unaltered. A later
 * attempt asks for the registry anew, and has what was rolled back or published meanwhile. A panel whose
 * connection breaks is loaded once more at once. Who has a canary that fails has the stable build at once.
 */
export function createPanelLoader(options: LoaderOptions): PanelLoader {
  const { registry, agentId, pageUrl, overrides = {}, previews = {}, manifests = {} } = options;
  const { timeLimit = LOADED_WITHIN_MS } = options;
  const runtime = typeof options.runtime === 'string' ? runtimeOf(options.runtime) : options.runtime;
  const ownOrigin = new URL(pageUrl).origin;
  const guard = createIntegrityGuard(
    (url) => manifests[url.startsWith(`${ownOrigin}/`) ? new URL(url).pathname : url],
    options.trustedAddress,
  );
  runtime.registerPlugins([guard.plugin]);
  const origins = new Set([ownOrigin, ...(options.allowedOrigins ?? [])]);
  /** Loads of each container so far: every later one starts from nothing. */
  const loads = new Map<string, number>();
  /** Canaries that failed in this page, as `name@version`. */
  const failed = new Set<string>();

  function chosenRelease(name: string): Release {
    const panel = registry.current().panels[name];
    if (!panel) throw new PanelLoadError(name, { kind: 'not-published' });
    if (!panel.enabled) throw new PanelLoadError(name, { kind: 'disabled' });
    const chosen = chooseRelease(panel, agentId);
    if (!chosen) throw new PanelLoadError(name, { kind: 'not-published' });
    return failed.has(`${name}@${chosen.version}`) ? panel : chosen;
  }

  /** @throws PanelLoadError for one that must not be loaded */
  function releaseOf(name: string): Release {
    const release = previews[name] ?? chosenRelease(name);
    checkDeclared(release);
    return release;
  }

  /** Notes that a canary has failed; says whether there is a stable build. */
  function giveUp(name: string, version: string): boolean {
    const panel = registry.current().panels[name];
    const isCanary = !(name in previews) && panel?.canary?.version === version && panel.version !== version;
    if (isCanary) failed.add(`${name}@${version}`);
    return isCanary;
  }

  /** @returns where it is, after every check that needs no fetch, with its release; null of a developer's build */
  function locate(name: string): { entry: string; release: Release | null } {
    const container = containerName(name);
    const override = overrides[name];
    if (override !== undefined) {
      guard.trust(container, { kind: 'developer', origin: new URL(override).origin });
      return { entry: new URL('/mf-manifest.json', override).href, release: null };
    }
    const release = releaseOf(name);
    const url = new URL(release.entry, pageUrl);
    if (!origins.has(url.origin)) throw new PanelLoadError(name, { kind: 'origin', url: url.href });
    guard.trust(container, hashesByUrl(release, url.href));
    return { entry: url.href, release };
  }

  async function fetchPanel(name: string, found: ReturnType<typeof locate>, isAgain = false): Promise<LoadedPanel> {
    const { entry, release } = found;
    const container = containerName(name);
    const count = (loads.get(container) ?? 0) + 1;
    loads.set(container, count);
    const began = performance.now();
    const note = (change: Pick<HealthNote, 'kind' | 'value'>) =>
      release && options.note?.({ panel: name, version: release.version, ...change });
    guard.begin(container, count);
    try {
      runtime.registerRemotes([{ name: container, entry }], { force: count > 1 });
      const loaded = checkModule(name, await within(timeLimit, name, runtime.loadRemote(`${container}/panel`)));
      note({ kind: 'load', value: performance.now() - began });
      // It may do what was published of it, whatever its code says of itself.
      return release ? { ...loaded, consumes: release.consumes, produces: release.produces } : loaded;
    } catch (error) {
      const panelError =
        error instanceof PanelLoadError
          ? error
          : new PanelLoadError(name, (await guard.failureOf(container)) ?? failureOf(error), error);
      if ('isBack' in panelError.failure && !isAgain) return fetchPanel(name, found, true);
      note({ kind: 'load' });
      note({ kind: 'load_failed' });
      throw panelError;
    }
  }

  async function loadOnce(name: string): Promise<LoadedPanel> {
    const found = locate(name);
    try {
      return await fetchPanel(name, found);
    } catch (error) {
      if (!found.release || !giveUp(name, found.release.version)) throw error;
      options.onGivenUp?.(error instanceof Error ? error : new Error(String(error)));
      return fetchPanel(name, locate(name));
    }
  }

  return {
    async load(name, attempt) {
      if (attempt > 1) await registry.refresh();
      return loadOnce(name);
    },
    revision: () => registry.current().revision,
    refresh: async () => void (await registry.refresh()),
    async isOther(name, version) {
      try {
        return overrides[name] === undefined && releaseOf(name).version !== version;
      } catch {
        // Switched off, say: then the one that is there says nothing better.
        return true;
      }
    },
    giveUp: async (name, version) => giveUp(name, version),
  };
}

/** Its files came; so it ended as they ran. The runtime has no codes for what it says of versions. */
function failureOf(error: unknown): PanelFailure {
  const detail = detailOf(error);
  return /does not satisfy the requirement/.test(detail)
    ? { kind: 'version', detail }
    : { kind: 'not-started', detail };
}

/** @throws PanelLoadError for a panel of another contract, or one that declares topics which this page does not have */
function checkDeclared({
  name,
  contract,
  consumes,
  produces,
}: Pick<Release, 'name' | 'contract' | 'consumes' | 'produces'>) {
  if (contract !== PANEL_CONTRACT) throw new PanelLoadError(name, { kind: 'contract', wanted: contract });
  const unknown = [...new Set([...consumes, ...produces])].filter((topic) => !isKnownTopic(topic));
  if (unknown.length === 0) return;
  throw new PanelLoadError(name, { kind: 'version', detail: `the page does not know ${unknown.join(', ')}` });
}

function checkModule(name: string, loaded: unknown): LoadedPanel {
  const parsed = z.safeParse(LoadedModule, loaded);
  if (!parsed.success) throw new PanelLoadError(name, { kind: 'not-a-panel', detail: z.prettifyError(parsed.error) });
  const { contract, ...module } = parsed.data.default;
  checkDeclared({ ...module, name, contract });
  if (module.name !== name) throw new PanelLoadError(name, { kind: 'not-a-panel', detail: `it is ${module.name}` });
  return { ...module, contract: PANEL_CONTRACT };
}

async function within<T>(milliseconds: number, name: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PanelLoadError(name, { kind: 'time-limit', milliseconds })), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

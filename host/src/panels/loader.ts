import { getInstance } from '@module-federation/enhanced/runtime';
import * as z from 'zod/mini';
import { PANEL_CONTRACT } from '@inbox/panel/contract';
import { chooseRelease, containerName, type Registry, type Release } from '@inbox/federation/registry';
import { detailOf, PanelLoadError, type PanelFailure } from './failure';
import { createIntegrityGuard, hashesByUrl, type IntegrityGuard } from './integrity';
import type { LoadedPanel, LoadPanel } from './panel-store';

/** As much of the federation runtime as loading needs. */
export interface FederationRuntime {
  registerPlugins(plugins: IntegrityGuard['plugin'][]): void;
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void;
  loadRemote(id: string): Promise<unknown>;
}

export interface LoaderOptions {
  registry: Registry;
  /** Decides on canaries. */
  agentId: string;
  /** Address of the page, against which entries are resolved; its own origin is always allowed. */
  pageUrl: string;
  /** Other origins that may serve panels. */
  allowedOrigins?: readonly string[];
  /** A developer's own builds by panel name: origins that serve an mf-manifest.json. */
  overrides?: Readonly<Record<string, string>>;
  /** Manifests that came with the page, by path: the page's own origin only. */
  manifests?: Readonly<Record<string, unknown>>;
  /** How long a panel may take, in milliseconds. */
  timeLimit?: number;
  runtime?: FederationRuntime;
}

/** The name under which the preset builds the shell; panels have runtime instances of their own in the page. */
const SHELL = 'inbox_host';

export const DEFAULT_TIME_LIMIT = 10_000;

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

/** The runtime that the federation plugin put into the shell's entry. */
function pageRuntime(): FederationRuntime {
  const instance = getInstance(({ name }) => name === SHELL);
  if (!instance) throw new Error('The shell was built without federation.');
  return {
    registerPlugins: (plugins) => instance.registerPlugins(plugins),
    registerRemotes: (remotes, options) => instance.registerRemotes(remotes, options),
    loadRemote: (id) => instance.loadRemote(id),
  };
}

/** Loads panels as the registry says: each by itself, within its time limit, from allowed origins, unaltered. */
export function createPanelLoader(options: LoaderOptions): LoadPanel {
  const { registry, agentId, pageUrl, overrides = {}, manifests = {}, timeLimit = DEFAULT_TIME_LIMIT } = options;
  const runtime = options.runtime ?? pageRuntime();
  const guard = createIntegrityGuard((url) => manifests[new URL(url).pathname]);
  runtime.registerPlugins([guard.plugin]);
  const origins = new Set([new URL(pageUrl).origin, ...(options.allowedOrigins ?? [])]);

  /** Where the panel is, after every check that needs no fetch. */
  function locate(name: string): string {
    const override = overrides[name];
    if (override !== undefined) {
      guard.trust(containerName(name), { kind: 'developer', origin: new URL(override).origin });
      return new URL('/mf-manifest.json', override).href;
    }
    const release = releaseOf(name);
    const url = new URL(release.entry, pageUrl);
    if (!origins.has(url.origin)) throw new PanelLoadError(name, { kind: 'origin', url: url.href });
    guard.trust(containerName(name), hashesByUrl(release, url.href));
    return url.href;
  }

  function releaseOf(name: string): Release {
    const panel = registry.panels[name];
    if (!panel) throw new PanelLoadError(name, { kind: 'not-published' });
    if (!panel.enabled) throw new PanelLoadError(name, { kind: 'disabled' });
    const release = chooseRelease(panel, agentId);
    if (release.contract !== PANEL_CONTRACT) {
      throw new PanelLoadError(name, { kind: 'contract', wanted: release.contract });
    }
    return release;
  }

  return async (name, attempt) => {
    const container = containerName(name);
    const entry = locate(name);
    guard.begin(container, attempt);
    try {
      runtime.registerRemotes([{ name: container, entry }], { force: attempt > 1 });
      return checkModule(name, await within(timeLimit, name, runtime.loadRemote(`${container}/panel`)));
    } catch (error) {
      if (error instanceof PanelLoadError) throw error;
      const failure: PanelFailure = (await guard.failureOf(container)) ?? {
        kind: 'unreachable',
        detail: detailOf(error),
      };
      throw new PanelLoadError(name, failure, error);
    }
  };
}

function checkModule(name: string, loaded: unknown): LoadedPanel {
  const parsed = z.safeParse(LoadedModule, loaded);
  if (!parsed.success) throw new PanelLoadError(name, { kind: 'not-a-panel', detail: z.prettifyError(parsed.error) });
  const { contract, ...module } = parsed.data.default;
  if (contract !== PANEL_CONTRACT) throw new PanelLoadError(name, { kind: 'contract', wanted: contract });
  if (module.name !== name) throw new PanelLoadError(name, { kind: 'not-a-panel', detail: `it is ${module.name}` });
  return { ...module, contract };
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

import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as z from 'zod/mini';
import type { Release } from '@inbox/federation/registry';
import type { PanelFailure } from './failure';

/** A build that is trusted to run: published with hashes, or a developer's own, which has none. */
type Trust = { kind: 'hashes'; byUrl: ReadonlyMap<string, string> } | { kind: 'developer'; origin: string };

/** The scripts that a federation manifest may bring into the page. */
const ManifestScripts = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(
    z.object({ assets: z.object({ js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }) }) }),
  ),
});

function scriptsOf(manifest: unknown) {
  const { metaData, exposes } = z.parse(ManifestScripts, manifest);
  return {
    needed: exposes.flatMap(({ assets }) => assets.js.sync),
    later: [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.async)],
  };
}

/** Gives a `TrustedScriptURL` where the browser knows Trusted Types; they are no part of TypeScript's library. */
export type TrustedAddress = (url: string) => unknown;

export interface IntegrityGuard {
  /** Hooks that let the federation runtime fetch only what is trusted. */
  plugin: ModuleFederationRuntimePlugin;
  trust(container: string, trust: Trust): void;
  /** Forgets what went wrong before; from the second attempt on nothing that still hangs is waited for. */
  begin(container: string, attempt: number): void;
  /** What was refused or failed in this attempt. */
  failureOf(container: string): Promise<PanelFailure | null>;
}

/** The hashes of a release by absolute address. */
export function hashesByUrl(release: Release, entryUrl: string): Trust {
  const entries = Object.entries(release.integrity).map(
    ([file, hash]) => [new URL(file, entryUrl).href, hash] as const,
  );
  return { kind: 'hashes', byUrl: new Map(entries) };
}

/**
 * Sets every script's integrity from the registry and refuses those without a hash.
 *
 * The federation runtime creates script elements by itself, ahead of the bundler's own loader; an integrity plugin in
 * the bundler alone is bypassed, and a tampered chunk runs.
 *
 * @param inlineManifest a manifest that came with the page, so that none is fetched
 * @param trustedAddress makes the address of a script one that a page with Trusted Types accepts
 */
export function createIntegrityGuard(
  inlineManifest: (url: string) => unknown,
  trustedAddress: TrustedAddress = (url) => url,
): IntegrityGuard {
  const trusts = new Map<string, Trust>();
  const refused = new Map<string, PanelFailure>();
  const broken = new Map<string, [url: string, hash: string]>();
  const scripts = new Map<string, HTMLScriptElement[]>();
  const attempts = new Map<string, number>();
  const fetched = new Set<string>();

  /** The hash to demand, empty where none is needed; throws when one is needed and missing. */
  function hashFor(container: string, url: string): string {
    const trust = trusts.get(container);
    if (trust?.kind === 'developer' && new URL(url).origin === trust.origin) return '';
    const hash = trust?.kind === 'hashes' ? trust.byUrl.get(url) : undefined;
    if (hash) return hash;
    refused.set(container, { kind: 'hash-missing', url });
    throw new Error(`No integrity hash for ${url}`);
  }

  /** A browser joins a request that still hangs to a new one for the same address; so a later attempt has its own. */
  function freshAddress(container: string, url: string): string {
    const attempt = attempts.get(container);
    return attempt ? `${url}?attempt=${attempt}` : url;
  }

  function createScript(container: string, url: string): HTMLScriptElement {
    const hash = hashFor(container, url);
    const script = document.createElement('script');
    script.src = trustedAddress(freshAddress(container, url)) as string;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = hash;
    script.addEventListener('error', () => broken.set(container, [url, hash]));
    if (attempts.has(container)) script.addEventListener('load', () => void renew(url));
    scripts.set(container, [...(scripts.get(container) ?? []), script]);
    return script;
  }

  async function fetchTold(container: string, url: string, hash: string): Promise<unknown> {
    try {
      const manifest = await fetchManifest(freshAddress(container, url), hash);
      if (attempts.has(container)) void renew(url);
      return manifest;
    } catch (error) {
      broken.set(container, [url, hash]);
      throw error;
    }
  }

  /** Puts the script into the page; resolves when it ran. */
  function run(script: HTMLScriptElement): Promise<void> {
    return new Promise((resolve, reject) => {
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error(`${script.src} did not run`)));
      document.head.append(script);
    });
  }

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'inbox-integrity',
    createScript({ url, remoteInfo }) {
      const container = remoteInfo?.name ?? '';
      return { script: createScript(container, url) };
    },
    async fetch(url, _init, remoteInfo) {
      const container = remoteInfo?.name ?? '';
      const hash = hashFor(container, url);
      const manifest = takeInlined(url) ?? (await fetchTold(container, url, hash));
      const { needed, later } = scriptsOf(manifest);
      // A panel's own chunk loader would fetch a script that has no hash here; so none may be named.
      for (const script of [...needed, ...later]) hashFor(container, new URL(script, url).href);
      // After a failure the runtime leaves the chunks to the panel's own loader, which knows the old addresses alone and
      // may be given the broken bytes once more that the browser holds for them. So they run before the panel asks.
      if (attempts.has(container)) {
        await Promise.all(needed.map((script) => run(createScript(container, new URL(script, url).href))));
      }
      return Response.json(manifest);
    },
  };

  /** Used once: a retry asks the server, since the page's copy may be what is wrong. */
  function takeInlined(url: string): unknown {
    if (fetched.has(url)) return undefined;
    fetched.add(url);
    return inlineManifest(url);
  }

  return {
    plugin,
    trust: (container, trust) => void trusts.set(container, trust),
    begin(container, attempt) {
      refused.delete(container);
      broken.delete(container);
      // The runtime looks for a script of the same address first, and would wait for the one that hangs.
      for (const script of scripts.get(container) ?? []) script.remove();
      scripts.delete(container);
      if (attempt > 1) attempts.set(container, attempt);
    },
    async failureOf(container) {
      const refusal = refused.get(container);
      if (refusal) return refusal;
      const [url, hash] = broken.get(container) ?? [];
      if (!url) return null;
      // A script element or fetch does not say why it failed, so the server is asked: it has no file, this file, or another one.
      if (!(await renew(url))) return { kind: 'unreachable', detail: url };
      return (await renew(url, hash))
        ? { kind: 'unreachable', detail: url, isBack: true }
        : { kind: 'hash-wrong', url };
    },
  };
}

/**
 * Has the browser replace its cached copy of a file by the server's answer. A wrong copy, such as the sign-in page of a
 * hotel's network, would otherwise be used after each reload until it expires.
 *
 * @param hash integrity that the answer must have (default: any)
 * @returns whether the server answers, and with bytes of this hash
 */
async function renew(url: string, hash = ''): Promise<boolean> {
  return fetch(url, { cache: 'reload', credentials: 'omit', integrity: hash }).then(
    async (response) => {
      // The browser keeps what was read to its end.
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

async function fetchManifest(url: string, hash: string): Promise<unknown> {
  const response = await fetch(url, { credentials: 'omit', integrity: hash });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

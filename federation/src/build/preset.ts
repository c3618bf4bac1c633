import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration } from '@rspack/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PANEL_CONTRACT } from '@inbox/panel/contract';
import type { HostPart } from '../facts/host-facts';
import { containerName, PanelPackage, TopicText, VersionText } from '../facts/panel-facts';
import { baseBuild, type BuildEnv } from './base';
import { describePanel, PLACEHOLDER, provisionalVersion, stampPanelVersion } from './panel-version';
import { DEV_HOST, devPanels, devPort, HOST_DEV_PORT, proxyToBackend } from './dev-server';
import { stampHostVersion } from './host-facts';
import { askFirstInPage } from './first-call';
import { sharedRuntime } from './lean-runtime';
import { serviceWorkerBuild } from './service-worker';
import { sharedModules, sharedRanges, sharedVersions } from './shared';
import { trustedChunks } from './trusted-chunks';

interface PanelBuildOptions {
  /** The panel's registry name. */
  name: string;
  /** The package's folder: `src/panel.tsx` is its entry, `dev.tsx` its own page. */
  dir: string;
}

/** The rspack configuration of a panel: `export default definePanelBuild({ name, dir })` is all that a remote writes. */
export function definePanelBuild({ name, dir }: PanelBuildOptions): (env: BuildEnv) => Configuration {
  return (env) => (env.standalone ? standaloneBuild(name, dir) : federatedPanelBuild(name, dir, env));
}

function federatedPanelBuild(name: string, dir: string, env: BuildEnv): Configuration {
  const serve = env.RSPACK_SERVE === true;
  const isHot = serve && env.shell !== undefined;
  const { version, inbox } = z.parse(PanelPackage, JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  const { consumes, produces, description } = inbox;
  const facts = { name, contract: PANEL_CONTRACT, consumes, produces, description, shared: sharedRanges() };
  const base = baseBuild({
    dir,
    uniqueName: containerName(name),
    serve,
    refresh: isHot,
    plugins: [
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: serve ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
        exposes: { './panel': { import: './src/panel.tsx', name: 'panel' } },
        shared: sharedModules(isHot ? 'hot consumer' : 'consumer'),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        dev: false,
        experiments: { externalRuntime: true, optimization: { target: 'web' } },
      }),
      ...(serve ? [] : [trustedChunks()]),
      versionedPackage(dir, serve ? version : provisionalVersion(version)),
      serve ? describePanel({ ...facts, version }) : stampPanelVersion(version, facts),
    ],
  });
  return {
    ...base,
    // A panel that is served from source also runs in a shell that is older than this.
    resolve: serve ? base.resolve : { ...base.resolve, alias: { ...base.resolve?.alias, ...sharedRuntime('panel') } },
    // The container is the only entry, and it is one chunk: each more is a request before the panel shows.
    entry: {},
    optimization: { ...base.optimization, splitChunks: false },
    output: {
      ...base.output,
      publicPath: 'auto',
      // By build: two of them in one page, as after a rollback, would take each other's chunks for their own.
      ...(!serve && { chunkLoadingGlobal: `chunks_${containerName(name)}_${PLACEHOLDER}` }),
    },
    devServer: {
      host: DEV_HOST,
      port: devPort(name),
      allowedHosts: ['localhost'],
      ...(isHot ? hotInShell(name, new URL(env.shell ?? '')) : { hot: false, headers: readableBy('*') }),
    },
  };
}

const readableBy = (origin: string) => ({ 'Access-Control-Allow-Origin': origin });

/**
 * For the page of an inbox that runs elsewhere, and for no other page: a stranger's could read the source. The page's origin
 * is not the dev server's, so the client in it is told where that is; an overlay would need a policy of its own.
 */
function hotInShell(name: string, shell: URL) {
  return {
    hot: true,
    headers: readableBy(shell.origin),
    allowedHosts: ['localhost', shell.hostname],
    client: { overlay: false, webSocketURL: `ws://${DEV_HOST}:${devPort(name)}/ws` },
  };
}

/**
 * `import panel from '../package.json'` in a panel's entry yields its name, topics and the version that its build will
 * have. The description stays out of the bundle, since the shell reads it before the panel; so do the dependencies.
 */
function versionedPackage(dir: string, version: string) {
  const { name, inbox } = z.parse(PanelPackage, JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  const { panel, consumes, produces } = inbox;
  const content = JSON.stringify({ name, version, inbox: { panel, consumes, produces } });
  return new rspack.NormalModuleReplacementPlugin(/^\.{1,2}\/package\.json$/, (resource) => {
    resource.request = `data:application/json,${encodeURIComponent(content)}`;
  });
}

function standaloneBuild(name: string, dir: string): Configuration {
  const base = baseBuild({ dir, uniqueName: `${containerName(name)}_dev`, serve: true, refresh: true });
  return {
    ...base,
    entry: { dev: './dev.tsx' },
    plugins: [
      ...(base.plugins ?? []),
      new rspack.HtmlRspackPlugin({
        title: `${name} alone`,
        templateContent:
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head><body><div id="root"></div></body></html>',
      }),
    ],
    devServer: {
      host: DEV_HOST,
      port: devPort(name),
      hot: true,
      historyApiFallback: true,
      client: { overlay: overlay() },
    },
  };
}

/**
 * Shows build and runtime errors over the page. Not the browser's note that a resize made one more layout necessary: a
 * list of rows with heights of their own makes it often, and nothing is wrong. The function runs in the page, as text.
 */
function overlay() {
  return {
    errors: true,
    warnings: false,
    runtimeErrors: (error: Error) => !error.message.includes('ResizeObserver loop'),
  };
}

export { defineEmbedBuild } from './embed-build';

interface HostBuildOptions {
  /** The package's folder: `src/index.tsx` is its entry, `index.html` its page. */
  dir: string;
  /** Every topic of the shell's bus, as `name@version`. */
  topics: readonly string[];
}

/** The part of the shell's package.json that federation reads: what the shell itself does on its bus. */
const HostPackage = z.object({
  version: VersionText,
  inbox: z.object({ consumes: z.array(TopicText), produces: z.array(TopicText) }),
});

/** What a build of the shell offers to panels. */
function hostOffer(dir: string, topics: readonly string[]) {
  const { version, inbox } = z.parse(HostPackage, JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  const partOf = (topic: string): HostPart => {
    // Each live event is a topic of its own, and the shell names them all in one.
    const names = [topic, topic.replace(/^live\..+@/, 'live.*@')];
    const [produces, consumes] = [inbox.produces, inbox.consumes].map((own) => names.some((one) => own.includes(one)));
    if (produces) return consumes ? 'both' : 'produces';
    return consumes ? 'consumes' : 'carries';
  };
  const all = [...topics, ...[...inbox.produces, ...inbox.consumes].filter((topic) => topic.includes('*'))];
  const parts = Object.fromEntries([...new Set(all)].toSorted().map((topic) => [topic, partOf(topic)]));
  return { version, offer: { contract: PANEL_CONTRACT, shared: sharedVersions(), topics: parts } };
}

/** The rspack configuration of the shell, which provides every shared module and knows no panel. */
export function defineHostBuild({ dir, topics }: HostBuildOptions): (env: BuildEnv) => Configuration[] {
  return (env) => {
    const serve = env.RSPACK_SERVE === true;
    const { version, offer } = hostOffer(dir, topics);
    const base = baseBuild({
      dir,
      uniqueName: 'inbox_host',
      serve,
      refresh: serve,
      defines: { 'process.env.INBOX_DEV_PANELS': JSON.stringify(serve ? JSON.stringify(devPanels()) : '{}') },
      plugins: [
        new ModuleFederationPlugin({
          name: 'inbox_host',
          remotes: {},
          shared: sharedModules('provider'),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
        }),
        new rspack.HtmlRspackPlugin({ template: './index.html', scriptLoading: 'defer' }),
        askFirstInPage(dir),
        ...(serve ? [] : [stampHostVersion(version, offer)]),
      ],
    });
    const shell: Configuration = {
      ...base,
      name: 'shell',
      entry: { host: './src/index.tsx' },
      resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...sharedRuntime('shell') } },
      output: { ...base.output, publicPath: '/' },
      devServer: {
        host: DEV_HOST,
        port: HOST_DEV_PORT,
        hot: true,
        historyApiFallback: true,
        client: { overlay: overlay() },
        proxy: proxyToBackend(),
      },
    };
    // Pages that are served from source have none: it would hold on to what was just changed.
    return serve ? [shell] : [shell, serviceWorkerBuild(dir, 'shell')];
  };
}

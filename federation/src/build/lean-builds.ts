/**
 * For the tests of what the builds replace in libraries: builds each of them with the real configuration and prints what
 * came of it. A process of its own, as jest runs no ES modules and the bundler is one.
 */
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration, type Stats, type StatsModule } from '@rspack/core';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseBuild } from './base';
import type { LeanBuild } from './lean-build';
import { sharedRuntime } from './lean-runtime';

const ROOT = join(import.meta.dirname, '../../..');

/** With development's names, so that what is in the build can be read. */
const baseOf = (dir: string): Configuration => ({
  ...baseBuild({ dir: join(ROOT, dir), uniqueName: 'lean', serve: true, refresh: false }),
  devtool: false,
});
const entryOf = (source: string) => ({ main: `data:text/javascript,${encodeURIComponent(source)}` });

const SHELL = "import { loadRemote } from '@module-federation/enhanced/runtime'; globalThis.loadRemote = loadRemote;";

const EDITED = `
  import createCache from '@emotion/cache';
  import * as router from 'react-router-dom';
  const { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams } = router;
  globalThis.used = { createCache, BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate, useParams };
`;

const CHUNKS = `
  globalThis.parts = [
    () => import('data:text/javascript,export default 1'),
    () => import('data:text/javascript,export default 2'),
  ];
`;

const REACT = `
  import { createElement, lazy, Suspense, useState, useTransition } from 'react';
  import { createRoot } from 'react-dom/client';
  globalThis.react = { createElement, createRoot, lazy, Suspense, useState, useTransition };
`;

const builds: Record<string, () => Configuration> = {
  axios: () => ({ ...baseOf('shared/api'), entry: entryOf("import axios from 'axios'; globalThis.axios = axios;") }),
  /** Parts that are loaded later. */
  chunks: () => forAgents(CHUNKS),
  /** What the shell uses of libraries that are edited for it, as agents have it. */
  edited: () => forAgents(EDITED),
  react: () => forAgents(REACT),
  /** The runtime as the shell has it, which uses it by itself too. */
  shell: () => withFederation({ ...baseOf('host'), entry: entryOf(SHELL) }, { provideExternalRuntime: true }),
  /** And as a panel has it, which uses the shell's. */
  panel: () => withFederation({ ...baseOf('host'), entry: entryOf('export {};') }, { externalRuntime: true }),
};

function forAgents(source: string): Configuration {
  const base = baseBuild({ dir: join(ROOT, 'host'), uniqueName: 'lean', serve: false, refresh: false });
  return {
    ...base,
    devtool: false,
    entry: entryOf(source),
    output: { ...base.output, filename: '[name].js', publicPath: '/' },
  };
}

function withFederation(
  base: Configuration,
  experiments: { provideExternalRuntime?: true; externalRuntime?: true },
): Configuration {
  const federation = new ModuleFederationPlugin({
    name: 'lean',
    filename: 'remoteEntry.js',
    ...(experiments.externalRuntime && { exposes: { './panel': entryOf('export {};').main } }),
    remotes: {},
    shared: { react: { singleton: true } },
    shareStrategy: 'loaded-first',
    manifest: false,
    dts: false,
    dev: false,
    experiments: { ...experiments, optimization: { target: 'web' } },
  });
  const runtime = sharedRuntime(experiments.externalRuntime ? 'panel' : 'shell');
  const resolve = { ...base.resolve, alias: { ...base.resolve?.alias, ...runtime } };
  return { ...base, resolve, plugins: [...(base.plugins ?? []), federation] };
}

async function build(configuration: Configuration): Promise<LeanBuild> {
  const path = await mkdtemp(join(tmpdir(), 'lean-'));
  try {
    const compiler = rspack({ ...configuration, output: { ...configuration.output, path } });
    const stats = await new Promise<Stats>((resolve, reject) =>
      compiler.run((error, done) => (done ? resolve(done) : reject(error ?? new Error('The build has no result')))),
    );
    const {
      modules = [],
      errors = [],
      warnings = [],
    } = stats.toJson({
      all: false,
      modules: true,
      nestedModules: true,
      modulesSpace: Infinity,
      errors: true,
      warnings: true,
    });
    await new Promise((resolve) => compiler.close(resolve));
    return {
      files: filesOf(modules),
      main: await readFile(join(path, 'main.js'), 'utf8'),
      problems: [...errors, ...warnings].map(({ message }) => message),
    };
  } finally {
    await rm(path, { recursive: true });
  }
}

const filesOf = (modules: readonly StatsModule[]): string[] =>
  modules.flatMap(({ nameForCondition, modules: inner = [] }) => [
    ...(typeof nameForCondition === 'string' ? [nameForCondition] : []),
    ...filesOf(inner),
  ]);

const wanted = builds[process.argv[2] ?? ''];
if (!wanted) throw new Error(`Name one of: ${Object.keys(builds).join(', ')}`);
process.stdout.write(JSON.stringify(await build(wanted())));

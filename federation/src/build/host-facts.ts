import type { Compilation, RspackPluginInstance, StatsModule } from '@rspack/core';
import { rspack } from '@rspack/core';
import { createHash } from 'node:crypto';
import { HASHED, HOST_FACTS_FILE, type HostFacts } from '../facts/host-facts';
import { HASH_LENGTH } from '../facts/panel-facts';

/**
 * Emits `host.json`: the shell's version, `<package version>-<hash of its files and of what it offers>`, and the names that
 * each shared module has in this build. The page names the version too, as `data-host-version` of its root element, so that
 * an open page knows which one it runs, and as `data-host-files` the list of its files with their hashes, which the service
 * worker stores them by. It runs last, when files are named by their final bytes.
 */
export function stampHostVersion(
  packageVersion: string,
  offer: Omit<HostFacts, 'version' | 'exports'>,
): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('StampHostVersion', (compilation) => {
        compilation.hooks.processAssets.tap(
          { name: 'StampHostVersion', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
          () => {
            const { RawSource } = compiler.rspack.sources;
            const list = fileList(compilation);
            compilation.emitAsset(list.name, new RawSource(list.text));
            const files = compilation.getAssets().map(({ name }) => name);
            const content = { ...offer, exports: exportsOf(compilation) };
            const hash = createHash('sha256')
              .update(JSON.stringify([files.toSorted(), content]))
              .update(compilation.getAsset(PAGE)?.source.buffer() ?? '')
              .digest('hex');
            const facts: HostFacts = { version: `${packageVersion}-${hash.slice(0, HASH_LENGTH)}`, ...content };
            compilation.emitAsset(HOST_FACTS_FILE, new RawSource(JSON.stringify(facts)));
            compilation.updateAsset(PAGE, (page) => {
              const html = page.source().toString();
              return new RawSource(
                html.replace('<html', `<html data-host-version="${facts.version}" data-host-files="${list.name}"`),
              );
            });
          },
        );
      });
    },
  };
}

const PAGE = 'index.html';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes);

/** The hash of every file that changes its name with its content, as browsers take it; the list is such a file itself. */
function fileList(compilation: Compilation): { name: string; text: string } {
  const hashed = compilation.getAssets().filter(({ name }) => HASHED.test(name));
  const entries = hashed.map(
    ({ name, source }) => [name, `sha256-${sha256(source.buffer()).digest('base64')}`] as const,
  );
  const text = JSON.stringify(Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return { name: `files.${sha256(text).digest('hex').slice(0, 10)}.json`, text };
}

/** The names that each provided module exports, by its request. One whose names cannot be known is left out. */
function exportsOf(compilation: Compilation): Record<string, string[]> {
  const { modules = [] } = compilation.getStats().toJson({
    all: false,
    modules: true,
    providedExports: true,
    nestedModules: true,
    modulesSpace: Infinity,
    nestedModulesSpace: Infinity,
  });
  const byFile = new Map<string, string[]>();
  for (const { nameForCondition, providedExports } of flat(modules)) {
    if (typeof nameForCondition === 'string' && providedExports) byFile.set(nameForCondition, providedExports);
  }
  const found = [...compilation.modules].flatMap((module): [string, string[]][] => {
    if (String(module.type) !== 'provide-module') return [];
    // `provide module (default) @inbox/ui@0.1.0 = /folder/shared/ui/src/index.ts`
    const [, request, file] = /\) (.+)@\S+ = (.+)$/.exec(module.identifier()) ?? [];
    const names = file === undefined ? undefined : byFile.get(file);
    return request !== undefined && names ? [[request, names.toSorted()]] : [];
  });
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const flat = (modules: readonly StatsModule[]): StatsModule[] =>
  modules.flatMap((module) => [module, ...flat(module.modules ?? [])]);

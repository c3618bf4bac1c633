import { rspack, type RspackPluginInstance, type Compilation } from '@rspack/core';
import { createHash } from 'node:crypto';
import { HASH_LENGTH, PANEL_FACTS_FILE, type PanelFacts, type PanelUses } from '../facts/panel-facts';

/**
 * The names that a panel's code imports from each shared module, by the request that imports it. Imports of types leave no
 * trace, and of a whole namespace no names.
 */
function usedNames(compilation: Compilation): Record<string, string[]> {
  const uses = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    if (String(module.type) !== 'consume-shared-module') continue;
    // `consume shared module (default) @inbox/ui@^0.1.0 (strict)`
    const request = /\) (\S+)@\S+/.exec(module.identifier())?.[1];
    if (request === undefined) continue;
    const names = uses.get(request) ?? new Set();
    uses.set(request, names);
    for (const { dependency } of compilation.moduleGraph.getIncomingConnections(module)) {
      const name = 'ids' in dependency && Array.isArray(dependency.ids) ? (dependency.ids[0] as unknown) : undefined;
      if (typeof name === 'string') names.add(name);
    }
  }
  const entries = [...uses].map(([request, names]) => [request, [...names].toSorted()] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What stands for the content hash in a panel's code until that is known. */
export const PLACEHOLDER = '~'.repeat(HASH_LENGTH);

/** The version a panel's source sees while it is compiled; the content hash takes the placeholder's place. */
export const provisionalVersion = (packageVersion: string) => `${packageVersion}-${PLACEHOLDER}`;

/**
 * Gives the panel the version `<package version>-<hash of its code and description>`, the same in the running code, in `panel.json` and
 * in the registry. It runs after minification and before rspack names files by their content, so that names and
 * integrity hashes are those of the final bytes.
 */
export function stampPanelVersion(packageVersion: string, facts: Omit<PanelFacts, 'version'>): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('StampPanelVersion', (compilation) => {
        const { RawSource } = compiler.rspack.sources;
        compilation.hooks.processAssets.tap(
          { name: 'StampPanelVersion', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1 },
          () => {
            const scripts = compilation
              .getAssets()
              .filter(({ name }) => name.endsWith('.js'))
              .map(({ name, source }) => ({ name, text: source.source().toString() }))
              .sort((a, b) => (a.text < b.text ? -1 : 1));
            // Also the description: a panel that only moves to another slot is a new version.
            const hash = createHash('sha256').update(JSON.stringify(facts));
            for (const { text } of scripts) hash.update(text);
            const contentHash = hash.digest('hex').slice(0, HASH_LENGTH);
            for (const { name, text } of scripts) {
              if (text.includes(PLACEHOLDER)) {
                compilation.updateAsset(name, new RawSource(text.replaceAll(PLACEHOLDER, contentHash)));
              }
            }
            const panel: PanelFacts & PanelUses = {
              ...facts,
              version: `${packageVersion}-${contentHash}`,
              uses: usedNames(compilation),
            };
            compilation.emitAsset(PANEL_FACTS_FILE, new RawSource(JSON.stringify(panel, null, 2)));
          },
        );
      });
    },
  };
}

/** Emits `panel.json` for a panel that is served from source, so that a shell can place one that was never published. */
export function describePanel(facts: PanelFacts): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.thisCompilation.tap('DescribePanel', (compilation) => {
        const { RawSource } = compiler.rspack.sources;
        compilation.hooks.processAssets.tap(
          { name: 'DescribePanel', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
          () => compilation.emitAsset(PANEL_FACTS_FILE, new RawSource(JSON.stringify(facts))),
        );
      });
    },
  };
}

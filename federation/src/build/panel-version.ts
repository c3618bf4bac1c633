import { rspack, type RspackPluginInstance } from '@rspack/core';
import { createHash } from 'node:crypto';
import { HASH_LENGTH, type PanelFacts } from '../panel-facts';

const PLACEHOLDER = '~'.repeat(HASH_LENGTH);

/** The version a panel's source sees while it is compiled; the content hash takes the placeholder's place. */
export const provisionalVersion = (packageVersion: string) => `${packageVersion}-${PLACEHOLDER}`;

/**
 * Gives the panel the version `<package version>-<hash of its code>`, the same in the running code, in `panel.json` and
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
            const hash = createHash('sha256');
            for (const { text } of scripts) hash.update(text);
            const contentHash = hash.digest('hex').slice(0, HASH_LENGTH);
            for (const { name, text } of scripts) {
              if (text.includes(PLACEHOLDER)) {
                compilation.updateAsset(name, new RawSource(text.replaceAll(PLACEHOLDER, contentHash)));
              }
            }
            const panel: PanelFacts = { ...facts, version: `${packageVersion}-${contentHash}` };
            compilation.emitAsset('panel.json', new RawSource(JSON.stringify(panel, null, 2)));
          },
        );
      });
    },
  };
}

import { rspack, type RspackPluginInstance } from '@rspack/core';

/** What the bundler writes about the origin of a script; the integrity plugin then says `anonymous` of every one anyhow. */
const BY_ORIGIN =
  /if \(script\.src\.indexOf\([^)]*\) !== 0\) (?:\{\s*)?script\.crossOrigin = ['"]anonymous['"];?(?:\s*\})?/;
const ADDRESS = /script\.src = ([^;]+);/;

/**
 * Has the addresses of lazy chunks pass the policy of `embed.js` where there is one, so that panels load in a page with
 * Trusted Types. One policy for all: the bundler's own option makes one for each bundle, and a page would have to list
 * duplicates.
 */
export function trustedChunks(): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('TrustedChunks', (compilation) => {
        rspack.RuntimePlugin.getCompilationHooks(compilation).createScript.tap('TrustedChunks', (code) => {
          if (!ADDRESS.test(code) || !BY_ORIGIN.test(code)) {
            throw new Error(`The bundler loads chunks in another way by now:\n${code}`);
          }
          return code
            .replace(ADDRESS, (_, url: string) => `script.src = self.Inbox?.trusted?.(${url}) ?? ${url};`)
            .replace(BY_ORIGIN, '');
        });
      });
    },
  };
}

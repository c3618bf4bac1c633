import { rspack, type RspackPluginInstance, type RuleSetRule } from '@rspack/core';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** React Router names its development build for everybody, with warnings and timings that no agent reads. */
export function routerForAgents(): Record<string, string> {
  const host = join(import.meta.dirname, '../../../host/package.json');
  // A panel's own checkout has no shell, and so no router.
  if (!existsSync(host)) return {};
  const fromHost = createRequire(host);
  const fromDom = createRequire(fromHost.resolve('react-router-dom'));
  const build = join(dirname(fromDom.resolve('react-router/package.json')), 'dist/production');
  return { 'react-router$': join(build, 'index.mjs'), 'react-router/dom$': join(build, 'dom-export.mjs') };
}

const EDIT_SOURCE = join(import.meta.dirname, 'edit-source.mjs');

/** Takes out of libraries what keeps a bundler from leaving out what nobody uses. */
export function leanSources(): RuleSetRule[] {
  const edit = (test: RegExp, ...edits: [RegExp, string][]) => ({
    test,
    use: [{ loader: EDIT_SOURCE, options: { edits } }],
  });
  return [
    // Names for developers' tools, set on what a call returns, keep every component of React Router: forms, links, prefetching.
    edit(
      /react-router\/dist\/production\/.+\.mjs$/,
      [/^\w+\.displayName = "[^"]*";$/gm, ''],
      [/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ '],
    ),
    // Every root is a new one (`createRoot`): nothing takes over what a server has drawn, and no view transition is asked for.
    // Each is behind one flag. Where that says no from the start, the minimizer drops a fourteenth of React DOM.
    edit(
      /react-dom\/cjs\/react-dom-client\.production\.js$/,
      [/\bisHydrating = !0\b/g, 'isHydrating'],
      [/^(?!  isHydrating = !1,$)(.*)\bisHydrating = !1\b/gm, '$1isHydrating'],
      [/[\w$.]+\.isDehydrated\b/g, '!1'],
      [/[\w$.]+\.dehydrated\b/g, 'null'],
      [/^exports\.hydrateRoot = /m, 'var hydrateRoot = '],
      [/^    shouldStartViewTransition = !0;$/m, '    ;'],
      [/^      shouldStartViewTransition = !0;$/m, '      ;'],
      [/^  shouldStartViewTransition = !1;$/m, '  ;'],
    ),
    // What React DOM asks its scheduler for is all that is; the rest is for who schedules by hand.
    edit(/scheduler\/cjs\/scheduler\.production\.js$/, [
      /^exports\.unstable_(forceFrameRate|next|runWithPriority|wrapCallback) = /gm,
      'var $1 = ',
    ]),
    // Names of styles for browsers that are gone; every cache here has its own plugins (`styleOptions` of @inbox/ui).
    edit(/@emotion\/cache\/dist\/.+\.browser\.esm\.js$/, [/(?<=defaultStylisPlugins = )\[prefixer\]/, '[]']),
  ];
}

/**
 * Classes instead of functions that stand in for them. RxJS gives the former only to who asks, and to all others what
 * browsers of ten years ago needed, with a library of helpers.
 */
export const MODERN_EXPORTS = ['es2015', '...'];

/** axios never takes its way over `fetch` where there is XMLHttpRequest: a fifth of it that no upload uses (decision 11). */
export function axiosWithoutFetch(): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(/^\.\/fetch\.js$/, (resource) => {
    if (/[\\/]axios[\\/]lib[\\/]adapters$/.test(resource.context)) {
      resource.request = 'data:text/javascript,export const getFetch = undefined;';
    }
  });
}

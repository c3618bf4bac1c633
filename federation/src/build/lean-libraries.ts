import { rspack, type RspackPluginInstance } from '@rspack/core';
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

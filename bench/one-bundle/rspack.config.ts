import { rspack } from '@rspack/core';
import { askFirstInPage, baseBuild } from '@inbox/federation/base';
import { join } from 'node:path';

/**
 * The inbox as it would be without federation: the same sources, compiler and compression, the panels imported as any
 * other module. What the sources load when it is first used stays apart here as well.
 */
export default () => {
  const base = baseBuild({
    dir: import.meta.dirname,
    uniqueName: 'inbox_one_bundle',
    serve: false,
    refresh: false,
    plugins: [
      new rspack.HtmlRspackPlugin({
        template: join(import.meta.dirname, '../../host/index.html'),
        scriptLoading: 'defer',
      }),
      askFirstInPage(join(import.meta.dirname, '../../host')),
    ],
  });
  return { ...base, entry: { inbox: './index.tsx' }, output: { ...base.output, publicPath: '/' } };
};

import { rspack } from '@rspack/core';
import { baseBuild } from '@inbox/federation/base';

/** The customer panel alone on a page, built as they are for the inbox. */
export default () => {
  const base = baseBuild({
    dir: import.meta.dirname,
    uniqueName: 'inbox_orders_page',
    serve: false,
    refresh: false,
    plugins: [new rspack.HtmlRspackPlugin({ scriptLoading: 'defer' })],
  });
  return { ...base, entry: { panel: './index.tsx' }, output: { ...base.output, publicPath: '/' } };
};

import { rspack } from '@rspack/core';
import { baseBuild } from '@inbox/federation/base';

/** The ticket list alone on a page, built as it is for the inbox. */
export default () => {
  const base = baseBuild({
    dir: import.meta.dirname,
    uniqueName: 'inbox_list_page',
    serve: false,
    refresh: false,
    plugins: [new rspack.HtmlRspackPlugin({ scriptLoading: 'defer' })],
  });
  return { ...base, entry: { list: './index.tsx' }, output: { ...base.output, publicPath: '/' } };
};

import { rspack } from '@rspack/core';
import { baseBuild } from '@inbox/federation/base';

/** The quick replies alone on a page, built as they are for the inbox. */
export default () => {
  const base = baseBuild({
    dir: import.meta.dirname,
    uniqueName: 'inbox_quick_replies_page',
    serve: false,
    refresh: false,
    plugins: [new rspack.HtmlRspackPlugin({ scriptLoading: 'defer' })],
  });
  return { ...base, entry: { panel: './index.tsx' }, output: { ...base.output, publicPath: '/' } };
};

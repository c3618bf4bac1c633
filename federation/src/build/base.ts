import { rspack, type Configuration, type RspackPluginInstance } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { join } from 'node:path';
import { compressOutput } from './compress';
import { axiosWithoutFetch, leanSources, MODERN_EXPORTS, routerForAgents } from './lean-libraries';
import { leanRuntime } from './lean-runtime';
import { retriedChunks } from './retried-chunks';

export { askFirstInPage } from './first-call';

export interface BuildEnv {
  /** A panel's own page with fake ports, without federation. */
  standalone?: boolean;
  /** Address of a running inbox, in whose shell a panel that is served from source is to be shown. */
  shell?: string;
  /** Set by `rspack serve`. */
  RSPACK_SERVE?: boolean;
}

interface BaseOptions {
  dir: string;
  uniqueName: string;
  serve: boolean;
  /** Hot replacement of components; works only with a React that is built for development. */
  refresh: boolean;
  defines?: Record<string, string>;
  plugins?: RspackPluginInstance[];
}

/** What every browser build has in common: TypeScript and JSX, small hashed files, no comments (nor in styles), maps kept apart. */
export function baseBuild({ dir, uniqueName, serve, refresh, defines = {}, plugins = [] }: BaseOptions): Configuration {
  const mode = serve ? 'development' : 'production';
  return {
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: serve ? 'cheap-module-source-map' : 'hidden-source-map',
    lazyCompilation: false,
    performance: false,
    output: {
      path: join(dir, 'dist'),
      uniqueName,
      clean: true,
      crossOriginLoading: 'anonymous',
      hashFunction: 'sha256',
      filename: serve ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: serve ? '[name].js' : '[name].[contenthash:10].js',
      assetModuleFilename: '[name].[contenthash:10][ext]',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: { ...leanRuntime(), ...(serve ? {} : routerForAgents()) },
      conditionNames: MODERN_EXPORTS,
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          use: [
            ...(serve ? [] : [{ loader: join(import.meta.dirname, 'lean-styles.mjs') }]),
            {
              loader: 'builtin:swc-loader',
              options: {
                jsc: {
                  target: 'es2022',
                  parser: { syntax: 'typescript', tsx: true },
                  // Not React's development runtime: a panel served from source also runs in a shell that is in production.
                  transform: { react: { runtime: 'automatic', development: false, refresh } },
                },
              },
            },
          ],
          type: 'javascript/auto',
        },
        ...leanSources(),
        // Only `withTheme` of Emotion calls them, which nobody uses.
        { test: /[\\/]node_modules[\\/](?:hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
        { test: /\.(mp3|ogg|png|svg|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      // In the order in which they are imported. The bundler's own choice hashes their paths, and some of those are
      // absolute: the same commit had other ids, and so other bytes, in every folder.
      ...(!serve && { moduleIds: 'natural', chunkIds: 'natural' }),
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { compress: { passes: 3 }, mangle: true, format: { comments: false } },
        }),
      ],
    },
    plugins: [
      axiosWithoutFetch(),
      new rspack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(mode), ...defines }),
      ...(refresh ? [new ReactRefreshRspackPlugin()] : []),
      ...(serve
        ? []
        : [
            compileAhead(),
            retriedChunks(),
            new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
            compressOutput(),
          ]),
      ...plugins,
    ],
  };
}

/**
 * Nearly all that a page loads here runs before its first sight. Without the hint a browser compiles each function when
 * it is first called, on the thread that draws; with it, all while the file still comes in, on another thread.
 */
function compileAhead(): RspackPluginInstance {
  return new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // After the minimizer, which would take it for a comment, and before files are named by their content.
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });
}

import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration, type RspackPluginInstance } from '@rspack/core';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { HASH_LENGTH, VersionText } from '../facts/panel-facts';
import { baseBuild } from './base';
import { sharedRuntime } from './lean-runtime';
import { sharedModules } from './shared';
import { trustedChunks } from './trusted-chunks';

/** What stands in `embed.js` for what the build knows of the shell. */
const PLACEHOLDER = '__INBOX_EMBED_FACTS__';
/** The scripts that have it: the one of pages, and the one of the iframe mode's page. */
const STAMPED = ['embed.js', 'frame.js'] as const;
/** What `embed.js` loads in place of the shell where the iframe mode is wanted. */
const IFRAME_FILE = 'mount-iframe.js';
/** Names the entry of the shell for the second part of the build, and is read by nobody else. */
const SHELL_FILE = 'shell.json';

const ShellFacts = z.object({ file: z.string(), integrity: z.string() });

/** What `embed.json` says to who serves the build: below `/embed/<version>/`, its files never change. */
export interface EmbedFacts {
  version: string;
  /** Of `embed.js`. */
  integrity: string;
}

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

interface EmbedBuildOptions {
  /**
   * The package's folder: `src/embed.ts` is the small script, `src/shell/index.tsx` what it loads, or `src/mount-iframe.ts`
   * for the iframe mode, whose page has `src/frame.ts`.
   */
  dir: string;
}

/**
 * The rspack configuration of `embed.js`: first what shows panels, which provides every shared module as the host does,
 * then the small scripts, with the shell's name and hash in them.
 */
export function defineEmbedBuild({ dir }: EmbedBuildOptions): () => Configuration[] {
  const { version } = z.parse(
    z.object({ version: VersionText }),
    JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')),
  );
  const shell = baseBuild({
    dir,
    uniqueName: 'inbox_embed',
    serve: false,
    refresh: false,
    plugins: [
      new ModuleFederationPlugin({
        name: 'inbox_embed',
        remotes: {},
        shared: sharedModules('provider'),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      trustedChunks(),
      noteShell(),
    ],
  });
  const script = baseBuild({ dir, uniqueName: 'inbox_embed_script', serve: false, refresh: false });
  const showsPanels: Configuration = {
    ...shell,
    name: 'shell',
    entry: { shell: './src/shell/index.tsx' },
    // Apart stands what two parts need, and not a part's libraries as such: those would be one more request of a panel.
    optimization: { ...shell.optimization, splitChunks: { cacheGroups: { defaultVendors: false } } },
    resolve: { ...shell.resolve, alias: { ...shell.resolve?.alias, ...sharedRuntime('shell') } },
    output: { ...shell.output, publicPath: 'auto', chunkLoadingGlobal: 'chunks_inbox_embed' },
  };
  const small: Configuration = {
    ...script,
    name: 'script',
    dependencies: ['shell'],
    entry: { embed: './src/embed.ts', frame: './src/frame.ts', 'mount-iframe': './src/mount-iframe.ts' },
    output: { ...script.output, clean: false, filename: '[name].js' },
    plugins: [...(script.plugins ?? []), stampScript(dir, version)],
  };
  return () => [showsPanels, small];
}

/** Emits the name and the hash of the shell's entry. */
function noteShell(): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('NoteShell', (compilation) => {
        compilation.hooks.processAssets.tap(
          { name: 'NoteShell', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
          () => {
            const file = compilation.getAssets().find(({ name }) => /^shell\.\w+\.js$/.test(name));
            if (!file) throw new Error('The shell of embed.js has no entry.');
            const facts = { file: file.name, integrity: integrityOf(file.source.buffer()) };
            compilation.emitAsset(SHELL_FILE, new compiler.rspack.sources.RawSource(JSON.stringify(facts)));
          },
        );
      });
    },
  };
}

/** Puts the version, and what they load, into the small scripts, and emits `embed.json`. It runs before files are compressed. */
function stampScript(dir: string, packageVersion: string): RspackPluginInstance {
  return {
    apply(compiler) {
      const { RawSource } = compiler.rspack.sources;
      compiler.hooks.compilation.tap('StampScript', (compilation) => {
        compilation.hooks.processAssets.tapPromise(
          { name: 'StampScript', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1 },
          async () => {
            const { file, integrity } = z.parse(
              ShellFacts,
              JSON.parse(await readFile(join(dir, 'dist', SHELL_FILE), 'utf8')),
            );
            const read = (name: string): string => compilation.getAsset(name)?.source.source().toString() ?? '';
            const iframe = read(IFRAME_FILE);
            const hash = createHash('sha256').update(integrity).update(iframe);
            for (const name of STAMPED) hash.update(read(name));
            const version = `${packageVersion}-${hash.digest('hex').slice(0, HASH_LENGTH)}`;
            const base = `/embed/${version}`;
            const facts = {
              version,
              shell: { path: `${base}/${file}`, integrity },
              iframe: { path: `${base}/${IFRAME_FILE}`, integrity: integrityOf(Buffer.from(iframe)) },
            };
            for (const name of STAMPED) {
              const text = read(name);
              if (!text.includes(PLACEHOLDER)) throw new Error(`${name} has no place for its facts.`);
              // It stands in a string, between quotes of either kind.
              const stamped = text.replace(PLACEHOLDER, JSON.stringify(JSON.stringify(facts)).slice(1, -1));
              compilation.updateAsset(name, new RawSource(stamped));
            }
            const told: EmbedFacts = { version, integrity: integrityOf(Buffer.from(read('embed.js'))) };
            compilation.emitAsset('embed.json', new RawSource(JSON.stringify(told)));
          },
        );
      });
    },
  };
}

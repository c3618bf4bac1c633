import { rspack, type RspackPluginInstance } from '@rspack/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = 'index.html';

/**
 * Puts `src/first-call/early-request.ts` of the shell into its page, as a script that runs before any file has come. It has no
 * imports, and whoever serves the page allows it by its hash.
 *
 * @param hostDir the shell's folder
 */
export function askFirstInPage(hostDir: string): RspackPluginInstance {
  const source = join(hostDir, 'src/first-call/early-request.ts');
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('AskFirstInPage', (compilation) => {
        compilation.hooks.processAssets.tapPromise(
          { name: 'AskFirstInPage', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
          async () => {
            if (!compilation.getAsset(PAGE)) return;
            compilation.fileDependencies.add(source);
            const script = await scriptOf(await readFile(source, 'utf8'));
            compilation.updateAsset(PAGE, (page) => {
              const html = page.source().toString();
              if (!html.includes('</title>')) throw new Error('The page has no place for its first call.');
              return new compiler.rspack.sources.RawSource(
                html.replace('</title>', () => `</title><script>${script}</script>`),
              );
            });
          },
        );
      });
    },
  };
}

async function scriptOf(text: string): Promise<string> {
  const { transform, minify } = rspack.experiments.swc;
  const { code } = await transform(text, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } });
  const format = { comments: false } as const;
  const bare = await minify(code, { module: true, compress: false, mangle: false, format });
  const plain = bare.code.replace(/(?<=^|[;}])export (?=const|function)/g, '');
  // A script, of which nothing is left over in the page but what it sets; `import` and `export` do not pass.
  const { code: script } = await minify(`(()=>{${plain};askFirst()})()`, {
    compress: { passes: 3 },
    mangle: true,
    format,
  });
  return script.replace(/;$/, '').replaceAll('</', '<\\/');
}

import { rspack, type RspackPluginInstance } from '@rspack/core';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(js|css|json|svg)$/;
/** Below this a compressed copy saves nothing over the response's own headers. */
const SMALLEST_BYTES = 400;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Puts `file.br` and `file.gz` beside every text file, at the highest quality: paid once a build, not once a request. */
export function compressOutput(): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('CompressOutput', (compilation) => {
        compilation.hooks.processAssets.tapPromise(
          { name: 'CompressOutput', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
          async () => {
            const { RawSource } = compiler.rspack.sources;
            const texts = compilation.getAssets().filter(({ name }) => COMPRESSED.test(name));
            await Promise.all(
              texts.map(async ({ name, source }) => {
                const bytes = source.buffer();
                if (bytes.length < SMALLEST_BYTES) return;
                const params = {
                  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
                  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                };
                compilation.emitAsset(`${name}.br`, new RawSource(await toBrotli(bytes, { params })));
                compilation.emitAsset(`${name}.gz`, new RawSource(await toGzip(bytes, { level: 9 })));
              }),
            );
          },
        );
      });
    },
  };
}

import { rspack, type RspackPluginInstance } from '@rspack/core';

const ADDRESS = /script\.src = ([^;]+);/;

/**
 * Requests a chunk that could not be loaded at another address each time. The browser may hold wrong bytes for the first
 * one, such as the sign-in page of a hotel that came with a long time to live, and it joins a request that hangs to a new
 * one. The bundler itself forgets a failed chunk, and requests it only then once more.
 */
export function retriedChunks(): RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap('RetriedChunks', (compilation) => {
        rspack.RuntimePlugin.getCompilationHooks(compilation).createScript.tap('RetriedChunks', (code) => {
          if (!ADDRESS.test(code)) throw new Error(`The bundler loads chunks in another way by now:\n${code}`);
          const tried = `${rspack.RuntimeGlobals.require}.tried`;
          return code.replace(
            ADDRESS,
            (_, url: string) => `var tried = ${tried} ||= {}, attempt = tried[${url}] || 0;
tried[${url}] = attempt + 1;
var address = attempt ? ${url} + "?attempt=" + attempt : ${url};
if (attempt) script.addEventListener("load", () => fetch(${url}, { cache: "reload" }).catch(() => {}));
script.src = address;`,
          );
        });
      });
    },
  };
}

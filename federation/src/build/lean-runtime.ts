import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const fromPlugin = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
const fromTools = createRequire(fromPlugin.resolve('@module-federation/runtime-tools'));
const forBundlers = fromTools.resolve('@module-federation/webpack-bundler-runtime');

/**
 * The federation plugin names the CommonJS copies of its runtime, which no bundler can shake: Node loaders, type
 * generators and all. Pointing it at the ES modules in the same folders takes 5 KB (brotli) from every panel's entry and
 * 4 KB from the shell (decision 12).
 */
export function leanRuntime(): Record<string, string> {
  const commonJs = [
    forBundlers,
    fromTools.resolve('@module-federation/runtime'),
    fromPlugin.resolve('@module-federation/inject-external-runtime-core-plugin'),
  ];
  return {
    ...Object.fromEntries(commonJs.map((file) => [file, join(dirname(file), 'index.js')])),
    // For `runtime/shell.ts`, which names files of the package.
    '@module-federation/webpack-bundler-runtime': dirname(dirname(forBundlers)),
  };
}

const RUNTIME = join(import.meta.dirname, 'runtime');

/** The functions with which containers share modules are in the shell once, and panels have them of it (decision 12). */
export const sharedRuntime = (role: 'shell' | 'panel'): Record<string, string> => ({
  [forBundlers]: join(RUNTIME, `${role}.ts`),
});

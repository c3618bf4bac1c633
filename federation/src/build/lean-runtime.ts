import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The federation plugin names the CommonJS copies of its runtime, which no bundler can shake: Node loaders, type
 * generators and all, and in the shell a second copy of the core beside the ES one. Pointing it at the ES modules in
 * the same folders takes 5 KB (brotli) from every panel's entry and 15 KB from the shell.
 */
export function leanRuntime(): Record<string, string> {
  const fromPlugin = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
  const fromTools = createRequire(fromPlugin.resolve('@module-federation/runtime-tools'));
  const commonJs = [
    fromTools.resolve('@module-federation/webpack-bundler-runtime'),
    fromTools.resolve('@module-federation/runtime'),
    fromPlugin.resolve('@module-federation/inject-external-runtime-core-plugin'),
  ];
  return Object.fromEntries(commonJs.map((file) => [file, join(dirname(file), 'index.js')]));
}

/** Bundles the simulator for Node, so that a start with demo data can run it without a compiler. */
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const installed = Object.keys(dependencies).filter((name) => !name.startsWith('@inbox/'));

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/cli.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: installed.flatMap((name) => [name, `${name}/*`]),
  sourcemap: true,
  logLevel: 'warning',
}).catch(() => {
  // The bundler has said what is wrong.
  process.exitCode = 1;
});

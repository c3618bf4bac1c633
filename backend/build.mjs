/**
 * Bundles the backend for Node: the server, the operator's tool, and every worker thread's entry (`*.worker.js`), all
 * flat in dist under their own names. What the backend itself depends on stays in node_modules; the workspace's own
 * packages, and what they bring along, are bundled.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const installed = Object.keys(dependencies).filter((name) => !name.startsWith('@inbox/'));
const workers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.worker.js'));

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/launch/server.ts', 'src/launch/admin.ts', ...workers.map((file) => `src/${file}`)],
  outdir: 'dist',
  entryNames: '[name]',
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

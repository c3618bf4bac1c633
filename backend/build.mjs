/**
 * Bundles the backend for Node: the server, the operator's tool, and every worker thread's entry (`*.worker.ts`), all
 * flat in dist under their own names. What is loaded on demand, as the demo data, is a file of its own. What the backend
 * itself depends on stays in node_modules; the workspace's own packages, and what they bring along, are bundled. So what
 * they bring along as CommonJS, which an ES module cannot hold, is a dependency of the backend as well: proper-lockfile.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const installed = Object.keys(dependencies).filter((name) => !name.startsWith('@inbox/'));
const workers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.worker.ts'));

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/app/server.ts', 'src/app/admin/admin.ts', ...workers.map((file) => `src/${file}`)],
  outdir: 'dist',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
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

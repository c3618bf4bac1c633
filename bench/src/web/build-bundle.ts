import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { run } from '../../../scripts/lib/run.mjs';

/** Brings the product's builds up to date. In a process of plain Node: rspack's output must not pass through tsx. */
export async function buildProduct(): Promise<void> {
  await build([join(ROOT, 'scripts/build.mjs')], ROOT);
}

/** Builds a page of the bench's own, the inbox without federation for one; answers the folder of the page. */
export async function buildPage(name: string): Promise<string> {
  const dir = join(ROOT, 'bench', name);
  await build([join(ROOT, 'host/node_modules/@rspack/cli/bin/rspack.js'), 'build'], dir);
  return join(dir, 'dist');
}

async function build(args: readonly string[], cwd: string): Promise<void> {
  const env = { NODE_ENV: 'production', NODE_OPTIONS: undefined };
  const { code, output } = await run(process.execPath, args, { cwd, env });
  if (code !== 0) throw new Error(`${output.trim()}\nThe build failed.`);
}

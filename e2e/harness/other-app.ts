import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './product';

const run = promisify(execFile);
const require = createRequire(join(ROOT, 'e2e/package.json'));
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/**
 * Builds an app of `e2e/pages` as another project would: with React 18, and with the React package as `npm pack` leaves it.
 *
 * @returns a script that stands in a page
 */
export async function buildOtherApp(file: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'other-app-'));
  try {
    const installed = join(project, 'node_modules/@inbox/embed-react');
    await mkdir(installed, { recursive: true });
    await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: join(ROOT, 'embed/react') });
    await run('tar', ['-xzf', join(project, 'inbox-embed-react-0.1.0.tgz'), '-C', installed, '--strip-components=1']);
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, 'e2e/pages', file)],
      bundle: true,
      write: false,
      format: 'iife',
      jsx: 'automatic',
      tsconfigRaw: {},
      nodePaths: [join(project, 'node_modules')],
      alias: { react: folderOf('react18'), 'react-dom': folderOf('react-dom18') },
      // React's StrictMode mounts twice in development alone.
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
      logLevel: 'silent',
    });
    return `<script>${(outputFiles[0]?.text ?? '').replaceAll('</script', String.raw`<\/script`)}</script>`;
  } finally {
    await rm(project, { recursive: true });
  }
}

import type { Configuration } from '@rspack/core';
import { SERVICE_WORKER_PATH } from '../registry/registry';
import { baseBuild } from './base';

/**
 * The shell's service worker: one script of its own, whose name never changes, beside the files of the shell. It is built
 * after them, since the shell's build empties the folder.
 *
 * @param dir the shell's folder
 * @param after the name of the shell's configuration
 */
export function serviceWorkerBuild(dir: string, after: string): Configuration {
  const base = baseBuild({ dir, uniqueName: 'inbox_service_worker', serve: false, refresh: false });
  return {
    ...base,
    name: 'service-worker',
    dependencies: [after],
    target: ['webworker', 'es2022'],
    entry: { [SERVICE_WORKER_PATH.slice(1, -'.js'.length)]: './src/service-worker/worker.ts' },
    output: { ...base.output, clean: false, filename: '[name].js' },
  };
}

import { describe, expect, it } from '@jest/globals';
import { leanBuild } from './lean-build';

/** The files of the federation runtime's packages, from the package's name on. */
const runtimeFiles = (files: readonly string[]) =>
  files.flatMap((file) => /node_modules\/@module-federation\/((?!.*node_modules).+)$/.exec(file)?.[1] ?? []);

const count = (files: readonly string[], name: string) => files.filter((file) => file === name).length;

/** Each package of it that a build has in both forms would be there twice, with a state of its own in each. */
describe('the federation runtime as ES modules (decision 12)', () => {
  it('is in the shell once, with its core, and nothing of it as CommonJS', async () => {
    const { files, problems } = await leanBuild('shell');
    const runtime = runtimeFiles(files);
    expect(problems).toEqual([]);
    expect(runtime.filter((file) => file.endsWith('.cjs'))).toEqual([]);
    for (const name of ['webpack-bundler-runtime', 'runtime', 'runtime-core', 'inject-external-runtime-core-plugin']) {
      expect([name, count(runtime, `${name}/dist/index.js`)]).toEqual([name, 1]);
    }
  });

  it('is in a panel without the core, which is the shell’s', async () => {
    const { files, problems } = await leanBuild('panel');
    const runtime = runtimeFiles(files);
    expect(problems).toEqual([]);
    expect(runtime.filter((file) => file.endsWith('.cjs'))).toEqual([]);
    expect(count(runtime, 'webpack-bundler-runtime/dist/index.js')).toBe(1);
    expect(runtime.filter((file) => file.startsWith('runtime-core/'))).toEqual([]);
  });
});

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
    for (const name of ['runtime', 'runtime-core', 'inject-external-runtime-core-plugin']) {
      expect([name, count(runtime, `${name}/dist/index.js`)]).toEqual([name, 1]);
    }
    for (const name of ['consumes', 'init', 'initContainerEntry', 'initializeSharing', 'installInitialConsumes']) {
      expect([name, count(runtime, `webpack-bundler-runtime/dist/${name}.js`)]).toEqual([name, 1]);
    }
    // It has no remotes when it is built.
    expect(runtime).not.toContain('webpack-bundler-runtime/dist/remotes.js');
  });

  it('is in a panel without the core and without the functions of containers, which are the shell’s', async () => {
    const { files, problems } = await leanBuild('panel');
    const runtime = runtimeFiles(files);
    expect(problems).toEqual([]);
    expect(runtime.filter((file) => file.endsWith('.cjs'))).toEqual([]);
    expect(count(runtime, 'runtime/dist/index.js')).toBe(1);
    expect(runtime.filter((file) => /^(runtime-core|webpack-bundler-runtime)\//.test(file))).toEqual([]);
  });
});

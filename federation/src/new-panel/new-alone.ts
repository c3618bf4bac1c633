import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { HOST_DEV_PORT } from '../build/dev-server';
import { copyTemplate, Dependencies, panelValues } from './new-panel';
import { packShared, writtenOut } from './pack';
import { RegistryError } from '../registry/registry';

/** Where the shared packages lie in a panel's own checkout. */
const PACKAGES = 'packages';

/** What the gate runs, beside what each panel has. */
const TOOLS = [
  '@jest/globals',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/node',
  'jest',
  'jest-environment-jsdom',
  'typescript',
];

/**
 * Makes a panel in a folder of its own, outside of the repository: with the shared packages as files beside it, from which
 * `npm install` installs them in their versions.
 *
 * @param root the repository
 * @param dir a folder that is empty or not there yet
 * @throws RegistryError for a name that cannot be a panel's, or a folder that has something in it
 */
export async function newPanelAlone(root: string, name: string, dir: string): Promise<void> {
  const values = panelValues(name, HOST_DEV_PORT + 1);
  if ((await readdir(dir).catch((): string[] => [])).length > 0) throw new RegistryError(`${dir} is not empty.`);
  // Under another name first: the panel is there in full or not at all.
  const partial = join(dirname(dir), `.${basename(dir)}.partial`);
  try {
    await copyTemplate(join(root, 'federation/panel-template'), partial, values);
    await copyTemplate(join(root, 'federation/alone-template'), partial, values);
    const packed = await packShared(root, join(partial, PACKAGES));
    const files = new Map(packed.map(({ name: shared, file }) => [shared, `file:${PACKAGES}/${file}`]));
    const manifest = join(partial, 'package.json');
    const own = z.parse(z.looseObject(Dependencies.shape), JSON.parse(await readFile(manifest, 'utf8')));
    const standing = (names: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(names).map(([one, version]) => [one, files.get(one) ?? version]));
    // The shared packages need each other: all are named, and none is looked for in a registry.
    const dependencies = { ...own.dependencies, ...Object.fromEntries(files) };
    const { '@inbox/federation': federation = '', ...shared } = standing(dependencies);
    const tools = Object.fromEntries(TOOLS.map((tool) => [tool, '']));
    const { '@inbox/federation': _packed, ...dev } = own.devDependencies;
    const text = {
      ...own,
      scripts: { build: 'rspack build', dev: 'rspack serve --env standalone', test: 'jest' },
      dependencies: { ...(await writtenOut(root, 'host', withoutFiles(shared))), ...onlyFiles(shared) },
      devDependencies: {
        '@inbox/federation': federation,
        ...(await writtenOut(root, 'host', dev)),
        ...(await writtenOut(root, '.', tools)),
      },
      overrides: Object.fromEntries([...files.keys()].map((one) => [one, `$${one}`])),
    };
    await writeFile(manifest, `${JSON.stringify(text, null, 2)}\n`);
    await mkdir(dirname(dir), { recursive: true });
    await rm(dir, { recursive: true, force: true });
    await rename(partial, dir);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const isFile = (version: string) => version.startsWith('file:');
const pick = (names: Readonly<Record<string, string>>, is: (version: string) => boolean) =>
  Object.fromEntries(Object.entries(names).filter(([, version]) => is(version)));
const onlyFiles = (names: Readonly<Record<string, string>>) => pick(names, isFile);
const withoutFiles = (names: Readonly<Record<string, string>>) => pick(names, (version) => !isFile(version));

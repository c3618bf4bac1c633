import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { HOST_DEV_PORT } from '../build/dev-server';
import { addImporter } from './lockfile';
import { PanelNameText, PanelPackage } from '../facts/panel-facts';
import { RegistryError } from '../registry/registry';

const SUFFIX = '.tmpl';

export const Dependencies = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/**
 * Makes a panel in `remotes/<name>` of the repository at `root`, ready to be built: with a page of its own, a test and a
 * README, its dependencies linked and its place in the lock file. Nothing else in the repository changes.
 *
 * @throws RegistryError for a name that cannot be a panel's or is taken
 */
export async function newPanel(root: string, name: string): Promise<string> {
  const remotes = join(root, 'remotes');
  const names = await readdir(remotes);
  if (names.includes(name)) throw new RegistryError(`There is a panel ${name}.`);
  const values = panelValues(name, await freePort(remotes, names));
  const target = join(remotes, name);
  // Under another name first: a panel is there in full or not at all.
  const partial = join(remotes, `.${name}.partial`);
  try {
    await copyTemplate(join(root, 'federation/panel-template'), partial, values);
    await rename(partial, target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  const made = z.parse(Dependencies, JSON.parse(await readFile(join(target, 'package.json'), 'utf8')));
  await linkDependencies(join(root, 'host/node_modules'), join(target, 'node_modules'), made);
  const lockfile = join(root, 'pnpm-lock.yaml');
  await writeFile(
    lockfile,
    addImporter(await readFile(lockfile, 'utf8'), { like: 'host', folder: `remotes/${name}`, ...made }),
  );
  return target;
}

/** What stands in the template for a panel's name and port. @throws RegistryError for a name that cannot be a panel's */
export function panelValues(name: string, port: number): Record<string, string> {
  if (!z.safeParse(PanelNameText, name).success) {
    throw new RegistryError(`A panel's name is small letters, digits and hyphens: ${name} is not.`);
  }
  const label = name.replaceAll('-', ' ');
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  return { __NAME__: name, __TITLE__: title, __LABEL__: label, __PORT__: String(port) };
}

/** Copies a template's files with the values in place of their names. */
export async function copyTemplate(from: string, to: string, values: Record<string, string>): Promise<void> {
  const files = (await readdir(from, { recursive: true })).filter((file) => file.endsWith(SUFFIX));
  for (const file of files) {
    const text = await readFile(join(from, file), 'utf8');
    const target = join(to, file.slice(0, -SUFFIX.length));
    await mkdir(dirname(target), { recursive: true });
    const filled = text.replaceAll(/__[A-Z]+__/g, (placeholder) => values[placeholder] ?? placeholder);
    // As the formatter has it, however long the name makes a line.
    await writeFile(target, file.includes('.json') ? `${JSON.stringify(JSON.parse(filled), null, 2)}\n` : filled);
  }
}

/** The first port after those of the other panels. */
async function freePort(remotes: string, names: readonly string[]): Promise<number> {
  const ports = names.map(async (name) => {
    const text = await readFile(join(remotes, name, 'package.json'), 'utf8').catch(() => null);
    const parsed = text === null ? null : z.safeParse(PanelPackage, JSON.parse(text));
    return parsed?.data?.inbox.devPort ?? 0;
  });
  return Math.max(HOST_DEV_PORT, ...(await Promise.all(ports))) + 1;
}

/**
 * Links what is installed for the host, which depends on all that a new panel does. `pnpm install --offline` cannot do it:
 * an install from a frozen lock file leaves nothing behind from which versions could be resolved without the network.
 */
async function linkDependencies(from: string, to: string, made: z.infer<typeof Dependencies>): Promise<void> {
  for (const dependency of Object.keys({ ...made.dependencies, ...made.devDependencies })) {
    const link = join(from, dependency);
    const installed = resolve(dirname(link), await readlink(link));
    const target = join(to, dependency);
    await mkdir(dirname(target), { recursive: true });
    await symlink(relative(dirname(target), installed), target, 'dir');
  }
}

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { readPackage, type Checkout } from '../checkout';
import { RegistryError } from '../registry/registry';
import { spawn } from 'node:child_process';

interface Ended {
  code: number;
  output: string;
}

/** Runs a program of Node's to its end, and has what it said. */
function runNode(args: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.join('').trim() }));
  });
}

/** A panel publishes under its own name: the one of its folder, its package and its description. @throws RegistryError */
export function checkName({ dirOf }: Checkout, panel: string): void {
  const found = readPackage(dirOf(panel));
  if (!found) throw new RegistryError(`${dirOf(panel)} has no package.json of a panel: see federation/README.md.`);
  const { name, inbox } = found;
  if (inbox.panel === panel && name === `@inbox/${panel}`) return;
  throw new RegistryError(
    `${panel} is refused: its package.json is that of ${name} and publishes as ${inbox.panel}. ` +
      `Only @inbox/${inbox.panel} publishes ${inbox.panel}: set name to @inbox/${panel} and inbox.panel to ${panel}.`,
  );
}

/** @throws RegistryError with what the compiler says */
export async function checkTypes({ root, dirOf }: Checkout, panel: string): Promise<void> {
  const dir = dirOf(panel);
  const own = join(dir, 'tsconfig.json');
  const config = existsSync(own) ? own : await writeConfig(root, dir);
  const { code, output } = await runNode([program(root, 'typescript', 'tsc'), '-p', config, '--noEmit'], root);
  if (code !== 0)
    throw new RegistryError(`${output}\n${panel} is refused: its types do not fit. Mend what is named above.`);
}

/** The repository has one configuration for all; this one has the panel alone, and what it imports. */
async function writeConfig(root: string, dir: string): Promise<string> {
  const file = join(dir, 'node_modules/.cache/gate/tsconfig.json');
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { types: ['node'] },
    include: [...['src', 'dev.tsx', 'rspack.config.ts'].map((part) => join(dir, part)), join(root, 'scripts/jest')],
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** @throws RegistryError with what the tests say */
export async function checkTests({ root, dirOf }: Checkout, panel: string): Promise<void> {
  const args = [program(root, 'jest', 'jest'), '--silent', '--passWithNoTests', '--rootDir', root, dirOf(panel)];
  const { code, output } = await runNode(args, root);
  if (code !== 0) throw new RegistryError(`${output}\n${panel} is refused: its tests fail. Mend what is named above.`);
}

const Binaries = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** The file of a program that is installed at the root. @throws RegistryError where it is not */
function program(root: string, from: string, name: string): string {
  const require = createRequire(join(root, 'package.json'));
  try {
    const manifest = require.resolve(`${from}/package.json`);
    const { bin } = z.parse(Binaries, require(manifest));
    return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[name] ?? name));
  } catch {
    throw new RegistryError(
      `${from} is not installed in ${root}, and publishing needs it: install it, or --skip the check.`,
    );
  }
}

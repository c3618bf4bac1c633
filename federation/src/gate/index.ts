import type { Checkout } from '../checkout';
import { readFacts } from '../publish/publish';
import { RegistryError } from '../registry/registry';
import { checkBudget } from './budget';
import { checkFit } from './fit';
import type { MountShell } from './mount-shell';
import { smokeMount } from './smoke';
import { checkName, checkTests, checkTypes } from './sources';

export { shellAt, shellInFolder } from './mount-shell';

/** What a publish can leave out, for an emergency; `before` is the shell before the one of now. */
export const SKIPPABLE = ['types', 'tests', 'budget', 'before', 'smoke'] as const;
export type Skippable = (typeof SKIPPABLE)[number];

/** @param words names with commas between them @throws RegistryError for a name that is none */
export function readSkipped(words: string | undefined): ReadonlySet<Skippable> {
  const names = (words ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => !SKIPPABLE.some((one) => one === name));
  if (unknown.length > 0) {
    throw new RegistryError(`--skip ${unknown.join(',')}: what can be left out is ${SKIPPABLE.join(', ')}.`);
  }
  return new Set(SKIPPABLE.filter((one) => names.includes(one)));
}

interface GateOptions {
  checkout: Checkout;
  panel: string;
  skip: ReadonlySet<Skippable>;
}

/** What a panel's sources must pass before they are built. @throws RegistryError that says what is wrong and what to do */
export async function checkSources({ checkout, panel, skip }: GateOptions): Promise<void> {
  checkName(checkout, panel);
  await Promise.all([
    skip.has('types') ? undefined : checkTypes(checkout, panel),
    skip.has('tests') ? undefined : checkTests(checkout, panel),
  ]);
}

interface BuildGateOptions extends GateOptions {
  /** Has the shells that it must fit; null for an inbox elsewhere, which sees to that itself when it takes the build. */
  dataDir: string | null;
  /** The shell that it is mounted beside. */
  shell: MountShell;
  dist: string;
  /** Told, in one line, what could not be checked. */
  say(line: string): void;
}

/** What a build must pass before it is published. @throws RegistryError that says what is wrong and what to do */
export async function checkBuild(options: BuildGateOptions): Promise<void> {
  const { checkout, panel, skip, dataDir, shell, dist, say } = options;
  const { name } = await readFacts(dist);
  if (name !== panel) {
    throw new RegistryError(`${panel} is refused: its build is that of ${name}. Set its name in rspack.config.ts.`);
  }
  if (dataDir !== null) await checkFit(dataDir, dist, !skip.has('before'));
  if (!skip.has('budget')) await checkBudget(checkout, panel, dist);
  if (skip.has('smoke')) return;
  const why = await smokeMount({ root: checkout.root, shell, panel, dist });
  if (why !== null) say(`${panel} was not mounted in a browser: ${why}.`);
}

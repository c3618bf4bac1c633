import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './lib/paths.mjs';

/** A line of code in a file of a room, and the rule that must refuse it. */
type Case = [file: string, code: string, rule: string | null];

const GLOBALS = 'eslint(no-restricted-globals)';
const panel = 'remotes/conversation/src/thread/use-thread.ts';

const CASES: Case[] = [
  ['shared/api/src/client.ts', 'localStorage.clear();', GLOBALS],
  [panel, 'window.location.reload();', GLOBALS],
  [panel, 'location.reload();', GLOBALS],
  [panel, 'history.back();', GLOBALS],
  [panel, 'localStorage.clear();', GLOBALS],
  [panel, 'globalThis.localStorage.clear();', GLOBALS],
  ['remotes/conversation/src/storage.ts', 'localStorage.clear();', null],
  ['remotes/conversation/src/storage.ts', 'window.location.reload();', GLOBALS],
  [
    'backend/src/tickets/lifecycle/ticket-rows.ts',
    "export const url = process.env['DATABASE_URL'];",
    'node(no-process-env)',
  ],
  // The other habits that everything rests on.
  [panel, 'export const anything: any = 1;', 'typescript(no-explicit-any)'],
  [panel, 'Promise.resolve();', 'typescript(no-floating-promises)'],
  [panel, 'export const same = (a: string, b: string) => a == b;', 'eslint(eqeqeq)'],
  [panel, "console.log('seen');", 'eslint(no-console)'],
];

let dir: string;
let refusals: Map<string, string[]>;

/** Each case in a file of its own, in the folder that it is about: one run of the linter for all. */
const fileOf = ([file]: Case, index: number) => join(dirname(file), `case-${index}`, file.split('/').at(-1) ?? file);

/** A case that is about the very name of its file, such as storage.ts, cannot be moved one folder down. */
const place = (each: Case, index: number) =>
  /src\/storage\.ts$|dev\.tsx$/.test(each[0]) ? each[0].replace('conversation', `case-${index}`) : fileOf(each, index);

beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'inbox-rules-')));
  copyFileSync(join(ROOT, '.oxlintrc.json'), join(dir, '.oxlintrc.json'));
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: { lib: ['ES2023', 'DOM'] } }));
  CASES.forEach((each, index) => {
    const file = join(dir, place(each, index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${each[1]}\n`);
  });
  refusals = lint();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The rules that refused each file, by path. */
function lint(): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json'], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(ROOT, 'node_modules/.bin/tsgolint') },
  });
  if (!stdout.startsWith('{')) throw new Error(`The linter failed: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, filename } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code]);
  return found;
}

describe('the linter', () => {
  it.each(CASES.map((each, index) => ({ file: each[0], code: each[1], rule: each[2], at: place(each, index) })))(
    'in $file, for $code: $rule',
    ({ rule, at }) => {
      const found = refusals.get(at) ?? [];
      if (rule === null) expect(found).not.toEqual(expect.arrayContaining([expect.stringMatching(/no-restricted/)]));
      else expect(found).toContain(rule);
    },
  );
});

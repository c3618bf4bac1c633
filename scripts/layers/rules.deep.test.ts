import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';

/** What a file of a package imports, and the rule that must refuse it. */
type Case = [file: string, module: string, rule: string | null];

const CASES: Case[] = [
  ['shared/domain/src/tickets/ticket.ts', 'react', 'shared/domain: libraries'],
  ['shared/domain/src/tickets/ticket.ts', 'axios', 'shared/domain: libraries'],
  ['shared/domain/src/tickets/ticket.ts', 'rxjs', 'shared/domain: libraries'],
  ['shared/domain/src/tickets/ticket.ts', 'node:fs', 'shared/domain: node'],
  ['shared/domain/src/tickets/ticket.ts', '@inbox/api', 'shared/domain: packages'],
  ['shared/domain/src/tickets/ticket.ts', 'zod', 'shared/domain: zod'],
  ['shared/domain/src/tickets/ticket.ts', 'date-fns', null],
  ['shared/domain/src/tickets/ticket.ts', 'zod/mini', null],
  ['shared/domain/src/tickets/ticket.ts', '../other', null],
  ['shared/events/src/bus.ts', 'react', 'shared/events: libraries'],
  ['shared/events/src/bus.ts', 'axios', 'shared/events: libraries'],
  ['shared/events/src/bus.ts', '@inbox/panel/contract', 'shared/events: packages'],
  ['shared/events/src/bus.ts', 'node:events', 'shared/events: node'],
  ['shared/events/src/bus.ts', 'rxjs', null],
  ['shared/events/src/bus.ts', '@inbox/domain', null],
  ['shared/api/src/client.ts', 'react', 'shared/api: libraries'],
  ['shared/api/src/client.ts', '@inbox/events', 'shared/api: packages'],
  ['shared/api/src/client.ts', 'axios', null],
  ['shared/ui/src/chip.ts', '@inbox/api', 'shared/ui: packages'],
  ['shared/ui/src/chip.ts', '@inbox/events', 'shared/ui: packages'],
  ['shared/ui/src/chip.ts', '../../../host/src/shell', 'shared/ui: entered by name'],
  ['shared/ui/src/chip.ts', '@mui/material', null],
  ['shared/panel/src/define.ts', '@inbox/host', 'installed'],
  ['shared/panel/src/define.ts', '@inbox/conversation', 'installed'],
  ['shared/panel/src/define.ts', '@inbox/ui', null],
  ['remotes/conversation/src/thread/use-thread.ts', '@inbox/ticket-list', 'installed'],
  ['remotes/conversation/src/thread/use-thread.ts', '@inbox/host/src/shell', 'installed'],
  ['remotes/conversation/src/thread/use-thread.ts', '../../../ticket-list/src/panel', 'remotes/*: entered by name'],
  ['remotes/conversation/src/thread/use-thread.ts', '@module-federation/enhanced/runtime', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', '@mui/material', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', '@mui/material/Button', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', 'rxjs', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', 'rxjs/operators', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', 'axios', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', 'zod', 'remotes/*: zod'],
  ['remotes/conversation/src/thread/use-thread.ts', 'react-router-dom', 'remotes/*: libraries'],
  ['remotes/conversation/src/thread/use-thread.ts', 'node:path', 'remotes/*: node'],
  ['remotes/conversation/src/thread/use-thread.ts', 'zod/mini', null],
  ['remotes/conversation/src/thread/use-thread.ts', '@inbox/panel', null],
  ['remotes/conversation/src/thread/use-thread.ts', './state/thread-state', null],
  ['remotes/conversation/src/header/who.tsx', '../composer/composer', 'remotes/conversation/src: header'],
  ['remotes/conversation/src/outbox/sender.ts', './view/unsent', 'remotes/conversation/src: to outbox/view'],
  ['remotes/conversation/src/outbox/view/unsent.tsx', '../sender', null],
  [
    'remotes/conversation/src/erased/drop-erased.ts',
    '../outbox/view/unsent',
    'remotes/conversation/src: to outbox/view',
  ],
  ['remotes/conversation/src/erased/drop-erased.ts', '../outbox/sender', null],
  ['remotes/conversation/src/storage/records.ts', '../outbox/ticket-change', null],
  ['remotes/conversation/src/storage/records.ts', '../outbox/sender', 'remotes/conversation/src: storage'],
  ['remotes/conversation/dev.tsx', 'axios', 'remotes/*: libraries'],
  ['host/src/shell.ts', '@inbox/conversation', 'installed'],
  ['host/src/shell.ts', '../../remotes/conversation/src/panel', 'host: entered by name'],
  ['host/src/shell.ts', '@inbox/backend/store', 'installed'],
  ['host/src/shell.ts', '@inbox/federation', 'host: packages'],
  ['host/src/shell.ts', '@inbox/federation/registry', null],
  ['host/src/shell.ts', '@module-federation/enhanced/runtime', null],
  ['backend/src/http/calls.ts', 'react', 'backend/src: libraries'],
  ['backend/src/http/calls.ts', '@inbox/ui', 'backend/src: packages'],
  ['backend/src/http/calls.ts', '@inbox/api', 'backend/src: packages'],
  ['backend/src/http/calls.ts', '@inbox/api/wire', null],
  ['backend/src/tickets/lifecycle/close.ts', '../routes', 'backend/src: to */routes.ts'],
  ['backend/src/tickets/lifecycle/close.ts', '../../agents/session', null],
  ['federation/src/cli.ts', '@inbox/host/src/shell', 'installed'],
  ['simulate/src/cli.ts', '@inbox/backend/messages/reply', 'installed'],
  ['e2e/journeys/reply.spec.ts', '@inbox/host/src/shell', 'installed'],
  ['shared/domain/src/tickets/ticket.ts', 'pg', 'installed'],
  ['federation/src/registry/registry.ts', '../publish/publish', 'federation/src: registry/registry.ts'],
  ['federation/src/page/html.ts', '../registry/registry', null],
  ['backend/src/one.ts', './two', 'no cycle'],
];

/** The packages that the cases name, each with the files that they may reach. */
const SOURCES = [
  ...['shared/domain', 'shared/events', 'shared/api', 'shared/ui', 'shared/panel', 'federation'].map(
    (name) => `${name}/src/index.ts`,
  ),
  'shared/api/src/wire/index.ts',
  'shared/panel/src/contract/contract.ts',
  'host/src/shell.ts',
  'remotes/ticket-list/src/panel.tsx',
  'remotes/conversation/src/panel.tsx',
  'remotes/conversation/src/thread/state/thread-state.ts',
  'remotes/conversation/src/composer/composer.tsx',
  'remotes/conversation/src/outbox/sender.ts',
  'remotes/conversation/src/outbox/ticket-change.ts',
  'remotes/conversation/src/outbox/view/unsent.tsx',
  'simulate/src/index.ts',
  'backend/src/conversations/send/reply.ts',
  'backend/src/tickets/routes.ts',
  'backend/src/agents/sessions/session.ts',
  'backend/src/two.ts',
  'federation/src/registry/registry.ts',
  'federation/src/publish/publish.ts',
];

let dir: string;
let refusals: { from: string; rule: { name: string } }[];

/** A file of its own beside the one that the case is about, but where the rule is about that very file. */
const placeOf = ([file, , rule]: Case, index: number) =>
  rule === 'no cycle' || file.startsWith('federation/src/') ? file : join(dirname(file), `case-${index}.ts`);

const packageOf = (file: string) => /^(?:(?:shared|remotes)\/)?[^/]+/.exec(file)?.[0] ?? file;

beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'inbox-layers-')));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  mkdirSync(join(dir, 'node_modules/@inbox'), { recursive: true });
  for (const name of new Set(SOURCES.map(packageOf))) {
    write(`${name}/package.json`, readFileSync(join(ROOT, name, 'package.json'), 'utf8'));
    symlinkSync(join(dir, name), join(dir, 'node_modules/@inbox', name.split('/').at(-1) ?? name));
  }
  for (const file of SOURCES) write(file, 'export {};\n');
  write('backend/src/two.ts', "export * from './one';\n");
  CASES.forEach((each, index) => write(placeOf(each, index), `export * from '${each[1]}';\n`));
  write('tsconfig.json', '{}');
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', '--no-cache', '.'],
    { cwd: dir, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stdout}${stderr}`);
  refusals = (JSON.parse(stdout) as { summary: { violations: typeof refusals } }).summary.violations;
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Libraries are not installed in the folder of the cases. */
const NOT_ASKED = 'installed';

describe('the rules for imports', () => {
  it.each(CASES.map((each, index) => ({ file: each[0], module: each[1], rule: each[2], at: placeOf(each, index) })))(
    '$file imports $module: $rule',
    ({ at, rule }) => {
      const names = refusals.filter(({ from }) => from === at).map((each) => each.rule.name);
      if (rule === null) expect(names.filter((name) => name !== NOT_ASKED)).toEqual([]);
      else expect(names).toContain(rule);
    },
  );
});

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { openVault, type Vault } from '../accounts/vault';
import { addAccount } from '../accounts/accounts';
import { openStore, type Store } from '../platform/db/connection';
import { migrate } from '../platform/db/migrate';
import { storeDeadLetter } from '../conversations/dead-letters/dead-letters';
import { builtProgram } from '../testing/built-program';
import { until } from '../testing/fake-graph';
import { makeArchiveKey } from '../operations/backup/archive-key';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../operations/embedded-postgres';
import { collectDirectoryFigures } from '../operations/metrics/directory-figures';
import { findRoot } from './settings/root';

const root = findRoot();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const runbook = read('docs/operators/runbook.md');
const rules = read('deploy/prometheus/alerts.yml');
const ruleTests = read('deploy/prometheus/alerts.test.yml');

const blocks = (language: string): string[] =>
  [...runbook.matchAll(new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\`$`, 'gm'))].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.split('\n')[0] ?? '',
    expression: /^ {8}expr: (.+)$/m.exec(text)?.[1] ?? '',
    section: /^ {10}runbook: docs\/operators\/runbook\.md#(\S+)$/m.exec(text)?.[1] ?? '',
  }));

const Panel = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  targets: z._default(z.array(z.object({ expr: z.string() })), []),
});
const dashboard = z.object({ panels: z.array(Panel) }).parse(JSON.parse(read('deploy/grafana/inbox.json')) as unknown);

/** Each command in the runbook's blocks, and what it says while the inbox of this test runs. */
const SAYS: Record<string, RegExp> = {
  'pnpm admin doctor': /readyz answers[^]*email: 1 wait[^]*dead letters +1 in all/,
  'pnpm admin outbox': /my-shop .* email .* waiting .* 2 tries .* the server was away/,
  'pnpm admin account list --merchant my-shop': /email .* help@shop\.example .* smtp:\/\/127\.0\.0\.1:9/,
  'pnpm admin account check --merchant my-shop': /✗ .*127\.0\.0\.1/,
  'pnpm admin dead-letters': /1 .* meta .* my-shop .* The account is not known/,
  'pnpm admin dead-letters show 1': /^\{"object":"page"\}$/m,
  'pnpm admin backup': /inbox-\d{8}T\d{6}Z\.tar\.gz\.age/,
};
/** Commands that a sentence names, and the test that runs each. */
const RUN_BY: Record<string, string> = {
  'pnpm panel rollback PANEL': 'e2e/journeys/publish.spec.ts',
  'pnpm admin account set': 'backend/src/operations/admin/admin.test.ts',
};

let dir: string;
let env: NodeJS.ProcessEnv;
let database: EmbeddedDatabase;
let store: Store;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-runbook-'));
  const dataDir = join(dir, 'data');
  await makeArchiveKey(join(dir, 'key'));
  env = {
    PATH: process.env['PATH'],
    INBOX_DATA_DIR: dataDir,
    INBOX_SEED: 'none',
    INBOX_SMTP_PORT: '0',
    INBOX_METRICS_TOKEN: 'a token of some length',
    INBOX_BACKUP_DIR: join(dir, 'archives'),
    INBOX_BACKUP_KEY_FILE: join(dir, 'key'),
  };
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings });
  store = openStore({ url: database.url, log: () => undefined });
  await migrate(store.db);
  await addTroubles(store, await openVault(dataDir));
  server = spawn(process.execPath, [builtProgram('server')], { env: { ...env, PORT: '0' } });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (data: Buffer) => (output += String(data)));
  await until(() => /The inbox is at \S+/.test(output) || server.exitCode !== null);
  env['PORT'] = new URL(/The inbox is at (\S+)/.exec(output)?.[1] ?? `none: ${output}`).port;
});

afterAll(async () => {
  server?.kill('SIGKILL');
  await store?.close();
  await database?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** What the alerts tell of: a mail that does not leave, a delivery that was not understood. */
async function addTroubles({ db }: Store, vault: Vault): Promise<void> {
  const shop = { disable_reason: null, redirect_url: null, payment_settings_url: null };
  const { id: merchantId } = await db
    .insertInto('merchants')
    .values({ slug: 'my-shop', name: 'My Shop', ...shop })
    .returning('id')
    .executeTakeFirstOrThrow();
  const accountId = await addAccount(db, vault, merchantId, {
    kind: 'email',
    external_id: 'help@shop.example',
    name: 'Help',
    address: 'help@shop.example',
    out_url: 'smtp://127.0.0.1:9',
    credentials: { user: null, password: null },
  });
  await sql`insert into outbox (merchant_id, account_id, kind, payload, attempts, last_error, next_at)
    values (${merchantId}, ${accountId}, 'email', '{}', 2, 'the server was away', now() + interval '1 day')`.execute(
    db,
  );
  const body = Buffer.from('{"object":"page"}');
  await storeDeadLetter(db, { merchantId, door: 'meta', reason: 'The account is not known.', body });
}

/** @returns what it prints, whatever its exit code: `doctor` and `account check` end with 1 when something is wrong */
async function run(command: string): Promise<string> {
  const [, , ...words] = command.split(' ');
  const ended = await promisify(execFile)(process.execPath, [builtProgram('admin'), ...words], { env }).catch(
    (error: unknown) => z.object({ stdout: z.string(), stderr: z.string() }).parse(error),
  );
  return ended.stdout + ended.stderr;
}

/** Those of an inbox, and of a directory. */
async function figures(): Promise<Set<string>> {
  const url = `http://localhost:${env['PORT']}/metrics`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer a token of some length' } });
  const directory = collectDirectoryFigures([]);
  const text = `${await answer.text()}\n${await directory.text()}`;
  directory.close();
  return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
}

/** Figures that an expression names, without what Prometheus makes of a histogram. */
const namesOf = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:inbox|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));

describe('alerts, dashboard and runbook', () => {
  it('name only figures that a running inbox or directory has', async () => {
    const there = await figures();
    expect(there.size).toBeGreaterThan(30);
    const expressions = [
      ...alerts.map(({ expression }) => expression),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...blocks('promql'),
    ];
    expect(expressions.length).toBeGreaterThan(40);
    for (const expression of expressions) {
      const names = namesOf(expression);
      expect([expression, names.filter((name) => !there.has(name))]).toEqual([expression, []]);
      expect(names.length > 0 || expression.startsWith('up{')).toBe(true);
    }
    const inSentences = [...runbook.matchAll(/`(inbox_\w+|nodejs_\w+|process_\w+)/g)].map(([, name = '']) => name);
    expect(inSentences.filter((name) => !there.has(name))).toEqual([]);
    // Every figure of ours is on the dashboard, so that none is collected for nobody.
    const shown = new Set(dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesOf(expr))));
    expect([...there].filter((name) => name.startsWith('inbox_') && !shown.has(name))).toEqual([]);
  });

  it('name sections of the runbook, and every section has an alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter(({ section }) => !sections.includes(section))).toEqual([]);
    expect(sections.filter((each) => !alerts.some(({ section }) => section === each))).toEqual([]);
    const onDashboard = dashboard.panels.flatMap(
      ({ description = '' }) => /Runbook: (\S+)/.exec(description)?.[1] ?? [],
    );
    expect(onDashboard.filter((section) => !sections.includes(section))).toEqual([]);
  });

  it('have tests of each alert, where it fires and where it does not', () => {
    const of = (name: string) =>
      [...ruleTests.matchAll(/alertname: (\w+),?\s+eval_time: \w+,?\s+exp_alerts:(.*)/g)].filter(
        ([, each]) => each === name,
      );
    for (const { name } of alerts) {
      const silent = of(name).filter(([, , expected = '']) => expected.includes('[]'));
      expect([name, silent.length > 0, of(name).length > silent.length]).toEqual([name, true, true]);
    }
  });
});

describe('the commands of the runbook', () => {
  it('are all run by a test', () => {
    expect([...new Set(blocks('sh'))].sort()).toEqual(Object.keys(SAYS).sort());
    const inSentences = [...runbook.matchAll(/`(pnpm [^`]+)`/g)].map(([, command = '']) => command);
    expect(inSentences.filter((command) => !(command in SAYS) && !(command in RUN_BY))).toEqual([]);
    for (const [command, test] of Object.entries(RUN_BY)) {
      const words = command.replace(/^pnpm (?:admin )?/, '').replace(/ PANEL$/, '');
      expect(read(test)).toContain(words);
    }
  });

  it.each(Object.entries(SAYS))('%s', async (command, says) => {
    expect(await run(command)).toMatch(says);
  });

  it('questions to the database', async () => {
    const questions = blocks('sql');
    expect(questions).toHaveLength(1);
    for (const question of questions) {
      const { rows } = await store.pool.query(question);
      expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ query: question })]));
    }
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newPanelAlone } from './new-alone';
import { readRegistry } from '../registry/store';
import { serveInstalled } from '../testing/installed-registry';

const run = promisify(execFile);
const REPOSITORY = join(__dirname, '../../..');

let home: string;
beforeAll(async () => {
  // Outside of the repository: what is not installed there is not found.
  home = await mkdtemp(join(tmpdir(), 'alone-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('a team’s checkout holds its panel alone, installs the shared packages from files, builds and publishes', async () => {
  const team = join(home, 'loyalty');
  const data = join(home, 'data');
  await newPanelAlone(REPOSITORY, 'loyalty', team);
  await expect(newPanelAlone(REPOSITORY, 'loyalty', team)).rejects.toThrow('is not empty');

  const registry = await serveInstalled(REPOSITORY);
  try {
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const args = ['install', '--registry', registry.url, '--cache', join(home, 'cache'), ...quiet];
    await run('npm', args, { cwd: team });
    await registry.fill(join(team, 'node_modules'));
  } finally {
    registry.close();
  }
  const installed = join(team, 'node_modules/@inbox/ui/package.json');
  expect(JSON.parse(await readFile(installed, 'utf8'))).toMatchObject({ dependencies: { '@inbox/domain': '0.1.0' } });

  const publish = (...words: string[]) =>
    run(process.execPath, ['node_modules/@inbox/federation/bin/inbox-panel.mjs', 'publish', 'loyalty', ...words], {
      cwd: team,
      env: { ...process.env, INBOX_DATA_DIR: data },
    });
  // Its own gate: types, its test, its budget. There is no shell here to mount it beside, and that is said.
  const messages = join(team, 'src/messages.ts');
  const text = await readFile(messages, 'utf8');
  await writeFile(messages, text.replace('about:', 'of:'));
  await expect(publish('--skip', 'tests')).rejects.toThrow('loyalty is refused: its types do not fit');
  expect((await readRegistry(data)).panels).toEqual({});
  await writeFile(messages, text);
  const { stdout } = await publish();
  expect(stdout).toMatch(/was not mounted in a browser: [^]*loyalty 0\.1\.0-[0-9a-f]{10} is live/);
  const live = (await readRegistry(data)).panels['loyalty'];
  expect(live).toMatchObject({ published_by: 'team', contract: '1' });
  expect(live?.shared).toMatchObject({ '@inbox/ui': '^0.1.0', react: '^19.3.1' });
}, 300_000);

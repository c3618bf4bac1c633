import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, expect } from '@playwright/test';
import { runCommand, startCommand } from '../harness/commands';
import { freePorts } from '../harness/ports';
import { copyPrepared } from '../harness/prepared';
import { ROOT } from '../harness/product';
import { commandsOf, isOfBackups } from '../harness/docs';
import { worldOf } from '../harness/world';

test('an inbox makes a backup automatically as the page on operating says, and runs again where it is restored', async ({
  page,
}) => {
  const root = await mkdtemp(join(tmpdir(), 'inbox-backup-'));
  const [dataDir, keys, backups] = [join(root, 'data'), join(root, 'etc'), join(root, 'backups')];
  for (const dir of [dataDir, keys]) await mkdir(dir);
  await copyPrepared(dataDir);
  const [port, smtpPort] = (await freePorts(2)) as [number, number];
  const ports = { PORT: String(port), INBOX_SMTP_PORT: String(smtpPort) };
  const env = { ...ports, INBOX_DATA_DIR: dataDir, INBOX_BACKUP_KEY_FILE: join(keys, 'backup-key') };
  const archives = async () => (await readdir(backups).catch(() => [])).filter((name) => name.endsWith('.age'));
  const commands = (await commandsOf('docs/operators/operating.md')).commands.filter(isOfBackups);
  const [makeKey = '', useKey = '', start = '', verify = '', restore = ''] = commands;
  expect(commands).toHaveLength(5);
  expect(useKey.replace('/etc/inbox', keys)).toBe(`export INBOX_BACKUP_KEY_FILE=${env.INBOX_BACKUP_KEY_FILE}`);
  const here = async (command: string) =>
    command
      .replace('/etc/inbox', keys)
      .replace(/\/mnt\/backups\/inbox-\S+/, join(backups, (await archives())[0] ?? ''))
      .replace('/mnt/backups', backups)
      .replace('/srv/inbox', join(root, 'again'));
  const running = [];
  try {
    await runCommand(await here(makeKey), { cwd: ROOT, env });
    const first = startCommand(await here(start), { cwd: ROOT, env });
    running.push(first);
    await first.says(/The inbox is at/);
    await expect.poll(archives, { timeout: 60_000 }).toHaveLength(1);
    expect(await runCommand(await here(verify), { cwd: ROOT, env })).toContain('It is complete');
    await first.interrupt();
    await rm(dataDir, { recursive: true });
    expect(await runCommand(await here(restore), { cwd: ROOT, env })).toContain('keys and settings');

    const again = startCommand('npm start', {
      cwd: ROOT,
      env: { ...ports, INBOX_SEED: 'none', INBOX_DATA_DIR: join(root, 'again') },
    });
    running.push(again);
    await again.says(/The inbox is at/);
    await page.goto(`http://localhost:${port}`);
    const { asha } = worldOf(1);
    await page.getByLabel('Email').fill(asha.email);
    await page.getByLabel('Password').fill(asha.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Tickets' })).toBeVisible();
  } finally {
    for (const each of running) await each.interrupt();
    await rm(root, { recursive: true, force: true });
  }
});

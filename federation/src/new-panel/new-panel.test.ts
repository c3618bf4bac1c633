import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { compareTopics } from '@inbox/panel/used-topics';
import { newPanel } from './new-panel';
import { PanelPackage } from '../facts/panel-facts';

const REPOSITORY = join(__dirname, '../../..');
let root: string;

/** As much of a repository as a new panel touches: the template, the lock file, one panel, what is installed. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'new-panel-'));
  await cp(join(REPOSITORY, 'federation/panel-template'), join(root, 'federation/panel-template'), { recursive: true });
  await cp(join(REPOSITORY, 'pnpm-lock.yaml'), join(root, 'pnpm-lock.yaml'));
  await mkdir(join(root, 'remotes/conversation'), { recursive: true });
  const described = join('remotes/conversation/package.json');
  await cp(join(REPOSITORY, described), join(root, described));
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(REPOSITORY, 'host/package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(root, 'host/node_modules', name);
    await mkdir(join(link, '..'), { recursive: true });
    await symlink(name.startsWith('@') ? '../../../elsewhere' : '../../elsewhere', link);
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

const read = (file: string) => readFile(join(root, file), 'utf8');

describe('a new panel', () => {
  it('describes itself, at a port of its own, and has no placeholder left', async () => {
    await newPanel(root, 'loyalty-points');
    const { inbox } = z.parse(PanelPackage, JSON.parse(await read('remotes/loyalty-points/package.json')));
    expect(inbox.panel).toBe('loyalty-points');
    expect(inbox.devPort).toBe(3004);
    expect(inbox.description).toMatchObject({ title: 'Loyalty points', slot: 'side' });
    const files = (await readdir(join(root, 'remotes/loyalty-points'), { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files.map((file) => file.slice(root.length + 1)).toSorted()).toEqual(
      expect.arrayContaining(
        ['README.md', 'dev.tsx', 'src/panel.test.tsx'].map((file) => `remotes/loyalty-points/${file}`),
      ),
    );
    for (const file of files) expect(await readFile(file, 'utf8')).not.toMatch(/__[A-Z]+__/);
  });

  it('declares the topics that it uses, and no others', async () => {
    await newPanel(root, 'loyalty');
    expect(compareTopics(join(root, 'remotes/loyalty'))).toEqual({ undeclared: [], unused: [] });
  });

  it('finds what is installed for the host, and has its place in the lock file', async () => {
    await newPanel(root, 'loyalty');
    expect(await readlink(join(root, 'remotes/loyalty/node_modules/react'))).toBe('../../../elsewhere');
    expect(await readlink(join(root, 'remotes/loyalty/node_modules/@inbox/panel'))).toBe('../../../../elsewhere');
    const lockfile = await read('pnpm-lock.yaml');
    expect(lockfile.match(/^ {2}remotes\/\S+:$/gm)).toEqual(
      ['conversation', 'customer-panel', 'loyalty', 'operations', 'quick-replies', 'status', 'ticket-list'].map(
        (name) => `  remotes/${name}:`,
      ),
    );
    const [, entry = ''] = lockfile.split('  remotes/loyalty:\n');
    expect(entry).toMatch(
      /^ {4}dependencies:\n {6}'@inbox\/api':\n {8}specifier: workspace:\*\n {8}version: link:..\/..\//,
    );
  });

  it.each([
    ['conversation', 'There is a panel conversation.'],
    ['../outside', 'is not'],
    ['Loyalty', 'is not'],
  ])('is not made under the name %s', async (name, why) => {
    const before = await read('pnpm-lock.yaml');
    await expect(newPanel(root, name)).rejects.toThrow(why);
    expect(await readdir(join(root, 'remotes'))).toEqual(['conversation']);
    expect(await read('pnpm-lock.yaml')).toBe(before);
  });

  it('is not left there in part', async () => {
    await writeFile(join(root, 'federation/panel-template/package.json.tmpl'), '{');
    await expect(newPanel(root, 'loyalty')).rejects.toThrow(SyntaxError);
    expect(await readdir(join(root, 'remotes'))).toEqual(['conversation']);
  });
});

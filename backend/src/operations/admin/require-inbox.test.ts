import { describe, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/temporary-folder';
import { requireInbox } from './admin';

describe('a command in a folder without an inbox', () => {
  const dir = temporaryFolder();
  const dataDir = join(dir, 'empty');

  it('is refused with the name of the folder', () => {
    expect(() => requireInbox({ dataDir, databaseUrl: undefined }, 'merchant list')).toThrow(`no inbox in ${dataDir}`);
  });

  it.each([
    ['if it adds the first merchant', { dataDir, databaseUrl: undefined }, 'merchant add'],
    ['if the database is elsewhere', { dataDir, databaseUrl: 'postgresql://elsewhere' }, 'merchant list'],
    ['if there is an inbox', { dataDir: dir, databaseUrl: undefined }, 'merchant list'],
  ])('is followed %s', async (_name, settings, command) => {
    await mkdir(join(dir, 'database'), { recursive: true });
    expect(() => requireInbox(settings, command)).not.toThrow();
  });
});

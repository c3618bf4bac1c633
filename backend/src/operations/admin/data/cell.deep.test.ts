import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openVault } from '../../../accounts/vault';
import { writeShares } from '../../../cells/cell-shares';
import { openTestCells, type TestCell, type TestCells } from '../../../testing/cells';
import { addAgent, addMerchant } from '../../../testing/rows';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { readSettings } from '../../../app/settings/settings';
import { cellCommands, cellMoveCommands } from './cell';
import { adminContext, runCommand } from '../testing';

const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

const dataDir = temporaryFolder();
let cells: TestCells;

beforeAll(async () => {
  cells = await openTestCells();
  const shares = { keys: [], tokens: 'the same', files: 'the same' };
  for (const { store } of [cells.one, cells.two]) await writeShares(store.db, shares);
});
afterAll(() => cells?.end());

async function tell({ store }: TestCell, words: string): Promise<string[]> {
  const said: string[] = [];
  const context = { db: store.db, vault: await openVault(dataDir), print: (line: string) => void said.push(line) };
  await runCommand(cellCommands, words.split(' '), adminContext(context));
  return said;
}

async function move(
  words: string,
  env: Record<string, string>,
  onLine: (line: string) => void = () => undefined,
): Promise<string[]> {
  const said: string[] = [];
  const print = (line: string): void => {
    said.push(line);
    onLine(line);
  };
  const context = { settings: readSettings(env, '/'), env, print };
  await runCommand(cellMoveCommands, words.split(' '), context);
  return said;
}

describe('pnpm admin cell', () => {
  it('gives an empty inbox its number, and no other', async () => {
    expect(await tell(cells.one, 'cell number 7')).toEqual(['This is cell 7.']);
    expect(await tell(cells.one, 'cell list')).toEqual(['This is cell 7.']);
    const merchant = await addMerchant(cells.one.store.db);
    expect(merchant).toBe(7_000_000_000_001);
    await expect(tell(cells.one, 'cell number 8')).rejects.toThrow('There are merchants here already');
  });

  it.each(['900', '-1', 'two', '1.5'])('knows no cell %s', async (word) => {
    await expect(tell(cells.two, `cell number -- ${word}`)).rejects.toThrow('from 0 to 899');
  });

  it('says what is missing to move', async () => {
    await expect(move('cell move --merchant my-shop', {})).rejects.toThrow('It is not known from where to where.');
    const env = { INBOX_MOVE_FROM_URL: cells.one.url, INBOX_MOVE_TO_URL: 'postgresql://127.0.0.1:9/inbox' };
    await expect(move('cell move --merchant my-shop', env)).rejects.toThrow('The target cannot be reached');
  });

  it('moves a merchant whatever signal comes meanwhile, and says so in both cells', async () => {
    const { id, slug } = await cells.one.store.db
      .selectFrom('merchants')
      .select(['id', 'slug'])
      .executeTakeFirstOrThrow();
    await addAgent(cells.one.store.db, id);
    const env = { INBOX_MOVE_FROM_URL: cells.one.url, INBOX_MOVE_TO_URL: cells.two.url };
    const before = SIGNALS.map((signal) => process.listenerCount(signal));
    const held: unknown[] = [];
    const said = await move(`cell move --merchant ${slug}`, env, (line) => {
      // A hung-up terminal or an impatient operator must not end it here.
      if (!line.startsWith('Copied')) return;
      held.push(...SIGNALS.map((signal) => process.emit(signal)));
      // What is printed after a hang-up fails.
      process.stdout.emit('error', new Error('write EIO'));
    });
    expect(held).toEqual([true, true, true]);
    expect(said.filter((line) => line === 'It is completed, or taken back, before this command ends.')).toHaveLength(3);
    expect(SIGNALS.map((signal) => process.listenerCount(signal))).toEqual(before);
    expect(said.at(-1)).toMatch(
      /^The merchant is in the other cell: \d+ rows\. Nothing could be written for \d+ ms\.$/,
    );
    expect((await tell(cells.one, 'cell list'))[1]).toMatch(new RegExp(`^${slug} +gone +to cell 2 `));
    expect(await tell(cells.two, 'cell list')).toEqual(['This is cell 2.']);
    await expect(move(`cell abort --merchant ${slug}`, env)).rejects.toThrow('has left already');
  });
});

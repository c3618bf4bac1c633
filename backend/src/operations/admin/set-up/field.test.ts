import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, type Vault } from '../../../accounts/vault';
import { listFields } from '../../../tickets/custom-fields/field-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { fieldCommands } from './field';
import { adminContext, runCommand } from '../testing';

describe('pnpm admin field', () => {
  let test: TestDatabase;
  let vault: Vault;
  let dir: string;
  let shop: MerchantId;

  beforeAll(async () => {
    test = await createTestDatabase();
    dir = await mkdtemp(join(tmpdir(), 'fields-'));
    vault = await openVault(dir);
    const names = [
      { slug: 'kala', name: 'Kala' },
      { slug: 'other', name: 'Other' },
    ];
    const rows = await test.db.insertInto('merchants').values(names).returning('id').execute();
    shop = rows[0]!.id;
  });
  afterAll(async () => {
    await test.drop();
    await rm(dir, { recursive: true });
  });

  async function field(verb: string, ...words: string[]): Promise<string> {
    const printed: string[] = [];
    const context = adminContext({ db: test.db, vault, print: (line) => printed.push(line) });
    await runCommand(fieldCommands, ['field', verb, ...words], context);
    return printed.join('\n');
  }
  const of = (slug = 'kala') => ['--merchant', slug];
  const add = async (...words: string[]): Promise<string> =>
    /^Field (\d+)/.exec(await field('add', ...of(), ...words))?.[1] ?? '';

  it('takes options with a comma, behind a backslash', async () => {
    const id = await add(
      '--name',
      'When',
      '--options',
      String.raw`Today\, or tomorrow, Never,C:\x,a\\,\,,end\ `.trimEnd(),
    );
    const [made] = await listFields(test.db, shop);
    expect(made?.pre_defined_options.map(({ field_value }) => field_value)).toEqual([
      'Today, or tomorrow',
      'Never',
      String.raw`C:\x`,
      'a\\',
      ',',
      'end\\',
    ]);
    await field('remove', id, ...of());
  });

  it('makes fields with sub-fields, changes and removes them', async () => {
    expect(await field('list', ...of())).toBe('There are none.');
    const reason = await add('--name', 'Reason', '--options', 'Late, Damaged,', '--fixed', 'yes', '--required', 'yes');
    const courier = await add('--name', ' Courier ', '--under', reason, '--when', 'Late');
    const colours = await add('--name', 'Colours', '--type', 'multiple_input');
    expect(await field('list', ...of())).toBe(
      [
        `${reason}  Reason (single_input, required, fixed)`,
        '  - Late',
        `      ${courier}  Courier (single_input)`,
        '  - Damaged',
        `${colours}  Colours (multiple_input)`,
      ].join('\n'),
    );
    expect(await listFields(test.db, shop)).toMatchObject([
      {
        field_name: 'Reason',
        pre_defined_options: [
          { field_value: 'Late', sub_fields: [{ field_name: 'Courier', pre_defined_options: [] }] },
          { field_value: 'Damaged', sub_fields: [] },
        ],
      },
      { field_name: 'Colours' },
    ]);

    await field('set', reason, ...of(), '--name', 'Cause', '--required', 'no', '--options', 'Late,Lost');
    expect(await listFields(test.db, shop)).toMatchObject([
      { field_name: 'Cause', is_required: false, is_fixed_values: true },
      {},
    ]);
    await expect(field('set', reason, ...of(), '--options', 'Lost')).rejects.toThrow(
      `The option 'Late' has the sub-field ${courier} (Courier): remove that first.`,
    );
    expect(await field('remove', reason, ...of())).toBe("The field 'Cause' is removed.");
    expect(await listFields(test.db, shop)).toMatchObject([{ field_name: 'Colours' }]);
  });

  it('is of its merchant alone', async () => {
    const id = await add('--name', 'Ours');
    expect(await field('list', ...of('other'))).toBe('There are none.');
    for (const words of [
      ['remove', id],
      ['set', id, '--name', 'Theirs'],
    ] as const) {
      await expect(field(words[0], ...words.slice(1), ...of('other'))).rejects.toThrow(`There is no field '${id}'`);
    }
  });

  it.each<[string, string[], string]>([
    ['no merchant', ['add', '--name', 'X'], 'missing --merchant'],
    ['no name', ['add', ...['--merchant', 'kala']], 'missing --name'],
    ['a long name', ['add', '--merchant', 'kala', '--name', 'x'.repeat(101)], '--name takes 1 to 100 letters.'],
    [
      'another type',
      ['add', '--merchant', 'kala', '--name', 'X', '--type', 'date'],
      'Allowed choices are single_input, multiple_input.',
    ],
    ['fixed without options', ['add', '--merchant', 'kala', '--name', 'X', '--fixed', 'yes'], 'needs --options'],
    ['an option twice', ['add', '--merchant', 'kala', '--name', 'X', '--options', 'a,b,a'], "'a' is there twice"],
    ['the same name', ['add', '--merchant', 'kala', '--name', 'colours'], "There is a field 'Colours' here already"],
    ['half a place', ['add', '--merchant', 'kala', '--name', 'X', '--when', 'a'], '--under and --when go together.'],
    ['no such parent', ['add', '--merchant', 'kala', '--name', 'X', '--under', '99', '--when', 'a'], 'no field'],
    ['no field', ['set', 'x', '--merchant', 'kala', '--name', 'X'], "There is no field 'x'"],
    [
      'neither yes nor no',
      ['add', '--merchant', 'kala', '--name', 'X', '--required', '1'],
      'Allowed choices are yes, no.',
    ],
  ])('refuses %s', async (_, [verb = '', ...words], message) => {
    await expect(field(verb, ...words)).rejects.toThrow(message);
  });

  it('refuses to change nothing, an option that is not there, and fields that nest too deep', async () => {
    let parent = await add('--name', 'Level 1', '--options', 'more');
    await expect(field('set', parent, ...of())).rejects.toThrow('Say what is to be changed.');
    await expect(add('--name', 'X', '--under', parent, '--when', 'less')).rejects.toThrow("has no option 'less'");
    const below = (level: number) => ['--name', `Level ${level}`, '--options', 'more', '--under', parent];
    for (const level of [2, 3, 4, 5]) parent = await add(...below(level), '--when', 'more');
    await expect(add(...below(6), '--when', 'more')).rejects.toThrow('Fields nest 5 deep at most.');
  });
});

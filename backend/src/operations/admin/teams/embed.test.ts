import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, type Vault } from '../../../accounts/vault';
import { openEmbedSecret } from '../../../embed/secrets';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { embedCommands } from './embed';
import { adminContext, runCommand } from '../testing';

let test: TestDatabase;
let vault: Vault;
let dir: string;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'embed-'));
  vault = await openVault(dir);
  const names = [
    { slug: 'kala', name: 'Kala' },
    { slug: 'other', name: 'Other' },
  ];
  await test.db.insertInto('merchants').values(names).execute();
});

afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true });
});

async function embed(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const context = adminContext({ db: test.db, vault, print: (line) => printed.push(line) });
  await runCommand(embedCommands, ['embed', ...words], context);
  return printed.join('\n');
}
const of = (slug = 'kala') => ['--merchant', slug];

describe('pnpm admin embed origins', () => {
  it('is an empty list at first, and each merchant’s own', async () => {
    expect(await embed('origins', 'list', ...of())).toMatch(/^There are none/);
    await embed('origins', 'add', 'HTTPS://Shop.Example:443/', ...of());
    await embed('origins', 'add', 'http://localhost:8080', ...of());
    expect(await embed('origins', 'list', ...of())).toBe('http://localhost:8080\nhttps://shop.example');
    expect(await embed('origins', 'list', ...of('other'))).toMatch(/^There are none/);
    expect(await embed('origins', 'add', 'https://shop.example', ...of())).toMatch(/already/);
    await embed('origins', 'remove', 'https://shop.example', ...of());
    expect(await embed('origins', 'list', ...of())).toBe('http://localhost:8080');
    await expect(embed('origins', 'remove', 'https://shop.example', ...of())).rejects.toThrow(/not in the list/);
  });

  it.each([
    '*',
    'null',
    'shop.example',
    'https://*.shop.example',
    'https://shop.example/path',
    'https://me@shop.example',
    'https://shop.example;x',
    'file:///tmp',
    'javascript:alert(1)',
    'https://',
  ])('takes no %s', async (text) => {
    await expect(embed('origins', 'add', text, ...of())).rejects.toThrow(/is no origin/);
  });
});

describe('pnpm admin embed secret', () => {
  const kidOf = (printed: string): string => /^kid: (\S+)$/m.exec(printed)?.[1] ?? '';
  const secretOf = (printed: string): string => /shown this once\): (\S+)$/m.exec(printed)?.[1] ?? '';

  it('shows a secret once, and stores it so that the database does not tell it', async () => {
    const printed = await embed('secret', 'create', ...of());
    expect(await openEmbedSecret(test.db, vault, kidOf(printed))).toMatchObject({
      slug: 'kala',
      secret: secretOf(printed),
      endsAt: null,
    });
    const row = await test.db
      .selectFrom('embed_secrets')
      .selectAll()
      .where('kid', '=', kidOf(printed))
      .executeTakeFirstOrThrow();
    expect(row.sealed.toString('latin1')).not.toContain(secretOf(printed));
    expect(await embed('secret', 'list', ...of())).not.toContain(secretOf(printed));
  });

  it('rotates: the older ones end later, or at once', async () => {
    const older = kidOf(await embed('secret', 'create', ...of('other')));
    const rotated = await embed('secret', 'rotate', ...of('other'));
    expect(rotated).toMatch(/1 older one ends 20/);
    const listed = await embed('secret', 'list', ...of('other'));
    expect(listed).toMatch(new RegExp(`${kidOf(rotated)}\\s+in use`));
    expect(listed).toMatch(new RegExp(`${older}\\s+ends `));
    await embed('secret', 'rotate', '--hours', '0', ...of('other'));
    expect(await embed('secret', 'list', ...of('other'))).toMatch(new RegExp(`${older}\\s+ended `));
    await expect(embed('secret', 'rotate', '--hours', '1.5', ...of('other'))).rejects.toThrow(/--hours/);
  });

  it('revokes one of the merchant’s own, once', async () => {
    const kid = kidOf(await embed('secret', 'create', ...of()));
    await expect(embed('secret', 'revoke', kid, ...of('other'))).rejects.toThrow(/no such secret/);
    expect(await embed('secret', 'revoke', kid, ...of())).toBe(`The secret ${kid} is revoked.`);
    await expect(embed('secret', 'revoke', kid, ...of())).rejects.toThrow(/no such secret/);
  });
});

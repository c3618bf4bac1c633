import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pino from 'pino';
import { startInbox } from '../../app/inbox';
import { readSettings } from '../../app/settings/settings';
import { readArchiveKey } from './archive-key';

const dir = mkdtempSync(join(tmpdir(), 'inbox-archive-key-'));
afterAll(() => rmSync(dir, { recursive: true }));

const put = (name: string, text: string | Buffer): string => {
  const path = join(dir, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

/** Starts the inbox without a database. A start that accepts the key fails at the database. */
const start = (env: Record<string, string>) =>
  startInbox({
    settings: readSettings(
      { INBOX_DATA_DIR: join(dir, 'data'), DATABASE_URL: 'postgres://127.0.0.1:1/x', ...env },
      dir,
    ),
    root: dir,
    logger: pino({ level: 'silent' }),
    say: () => undefined,
    fail: () => undefined,
    signal: new AbortController().signal,
  });

const NO_KEY = 'has no key. A key begins with AGE-SECRET-KEY-1, or with age1 for its public half.';
const DAMAGED = 'is damaged: characters are missing, or are not those of the key.';
const identity = generateX25519Identity();
const recipient = identity.then(identityToRecipient);

describe('a start of the inbox whose key of archives', () => {
  it.each<[string, (secret: string, half: string) => string, string]>([
    ['does not exist', () => join(dir, 'none'), 'none, which does not exist (ENOENT). Name the file of your key'],
    ['is a folder', () => (mkdirSync(join(dir, 'keys')), join(dir, 'keys')), 'keys, which cannot be read (EISDIR).'],
    ['is empty', () => put('empty', ''), NO_KEY],
    ['is another file', () => put('other', '-----BEGIN OPENSSH PRIVATE KEY-----\n'), NO_KEY],
    ['is no text', () => put('bytes', Buffer.from([0xff, 0xfe, 0, 1, 2])), NO_KEY],
    ['is cut off', (secret) => put('short', secret.slice(0, -5)), DAMAGED],
    [
      'has another letter',
      (secret) =>
        put(
          'typo',
          secret.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q')),
        ),
      DAMAGED,
    ],
    ['is a public half that is cut off', (_, half) => put('half', half.slice(0, -5)), DAMAGED],
  ])('%s fails with a sentence that shows no key', async (_what, make, says) => {
    const keyFile = make(await identity, await recipient);
    const failed = await start({ INBOX_BACKUP_DIR: dir, INBOX_BACKUP_KEY_FILE: keyFile }).catch(String);
    expect(failed).toContain(says);
    expect(failed).not.toMatch(/\n|AGE-SECRET-KEY-1[A-Z0-9]|age1[a-z0-9]/);
  });

  it('is damaged in the environment fails as well', async () => {
    await expect(start({ INBOX_BACKUP_KEY: 'age1x' })).rejects.toThrow(`The key of INBOX_BACKUP_KEY ${DAMAGED}`);
  });

  it('is good, or is not used by this process, does not stop the start', async () => {
    const good = { INBOX_BACKUP_KEY: await recipient };
    const other = { INBOX_BACKUP_KEY_FILE: 'none', INBOX_ROLE: 'web', INBOX_BROKER_URL: 'redis://127.0.0.1:1' };
    for (const env of [good, other]) await expect(start(env)).rejects.toThrow('DATABASE_URL names cannot be reached');
  });
});

it('a key is read with the comments that age-keygen writes', async () => {
  const keyFile = put('commented', `# created: 2026\r\n\r\n${await identity}\r\n`);
  expect(await readArchiveKey({ key: undefined, keyFile })).toEqual({
    recipient: await recipient,
    identity: await identity,
  });
});

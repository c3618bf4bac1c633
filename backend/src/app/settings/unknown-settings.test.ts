import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { findRoot } from './root';
import { SETTING_NAMES } from './settings';
import { OTHER_SETTINGS, unknownSettings } from './unknown-settings';

describe('a setting that the inbox does not have', () => {
  it.each([
    ['two letters swapped', 'INBOX_PROT', 'INBOX_PROT is not a setting; did you mean PORT?'],
    ['a prefix that the setting does not have', 'INBOX_DATABASE_URL', 'did you mean DATABASE_URL?'],
    ['a letter left out', 'INBOX_BACKUP_DR', 'did you mean INBOX_BACKUP_DIR?'],
    ['a longer word', 'INBOX_BACKUP_DIRECTORY', 'did you mean INBOX_BACKUP_DIR?'],
    ['a line between two words too few', 'INBOX_BACKUP_KEYFILE', 'did you mean INBOX_BACKUP_KEY_FILE?'],
    ['a letter in lower case', 'INBOX_SMTP_pORT', 'did you mean INBOX_SMTP_PORT?'],
    ['a file for what is no secret', 'INBOX_DATA_DIR_FILE', 'did you mean INBOX_DATA_DIR?'],
    ['no resemblance to any', 'INBOX_FAVOURITE_COLOUR_OF_ALL', 'INBOX_FAVOURITE_COLOUR_OF_ALL is not a setting.'],
  ])('is named with the nearest one: %s', (_what, name, says) => {
    const lines = unknownSettings({ [name]: 'hunter2' }, SETTING_NAMES);
    expect(lines).toEqual([expect.stringContaining(says)]);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('is none of the inbox, of its scripts and tests, of Kubernetes, or left empty', () => {
    const names = [...SETTING_NAMES, ...OTHER_SETTINGS, 'INBOX_SERVICE_HOST', 'INBOX_PORT_4000_TCP_ADDR', 'HOME'];
    const env = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(unknownSettings({ ...env, INBOX_PORT: 'tcp://10.0.0.1:4000', INBOX_PROT: '' }, SETTING_NAMES)).toEqual([]);
  });

  it('is compared in a moment, however long its name is', () => {
    const [line = ''] = unknownSettings({ [`INBOX_${'A'.repeat(100_000)}`]: 'x' }, SETTING_NAMES);
    expect(line.length).toBeLessThan(100);
  });
});

it('every setting that any program of the product reads is known', () => {
  const READ = String.raw`(process\.env|[^A-Za-z]env)(\.|\[')INBOX_[A-Z0-9_]+`;
  const found = execFileSync('git', ['grep', '-ohE', READ, '--', '*.ts', '*.tsx', '*.mjs', '*.md'], {
    cwd: findRoot(),
    encoding: 'utf8',
  });
  const names = found.match(/INBOX_[A-Z0-9_]+/g) ?? [];
  expect(names).toContain('INBOX_CHROMIUM');
  expect([...new Set(names)].filter((name) => ![...SETTING_NAMES, ...OTHER_SETTINGS].includes(name))).toEqual([]);
});

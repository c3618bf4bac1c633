import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRoot } from './root';
import { fileNameOf, SECRET_NAMES } from './secret-settings';
import { SETTING_NAMES } from './settings';

const page = readFileSync(join(findRoot(), 'docs/operators/configuration.md'), 'utf8');
const [ofInbox = '', ofTeams = ''] = page.split('## Settings of panel teams');
const rows = [...ofInbox.matchAll(/^\| `([A-Z\d_]+)` +\|/gm)].map(([, name = '']) => name);
/** Each secret may come from a file, which the page says once for all; this one has a row of its own. */
const FILES = SECRET_NAMES.map(fileNameOf).filter((name) => name !== 'INBOX_BACKUP_KEY_FILE');

describe('the configuration page', () => {
  it('has a row for every setting that the inbox reads, and for no other', () => {
    expect(rows.toSorted()).toEqual(SETTING_NAMES.filter((name) => !FILES.includes(name)).toSorted());
  });

  it('has each setting once', () => {
    expect(new Set(rows).size).toBe(rows.length);
    expect(ofTeams).toContain('INBOX_PANEL_TOKEN');
  });

  it('names all secrets that may come from files', () => {
    const [, part = ''] = page.split('## Secrets in files');
    const [named = ''] = part.split('\n## ');
    for (const name of SECRET_NAMES) expect(named).toContain(`\`${name}\``);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/lib/paths.mjs';

const DEPLOY = join(ROOT, 'deploy');
const settings = readFileSync(join(ROOT, 'docs/operators/configuration.md'), 'utf8');
const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));

describe('the files of deploy/', () => {
  it.each(files)('name settings that there are: %s', (file) => {
    const text = readFileSync(join(DEPLOY, file), 'utf8');
    const named = new Set(text.match(/\b(?:INBOX|DATABASE)_[A-Z\d]+(?:_[A-Z\d]+)*\b/g));
    expect([...named].filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(files.filter((file) => !/grafana|prometheus/.test(file)))(
    'lead to the page that explains them: %s',
    (file) => {
      expect(readFileSync(join(DEPLOY, file), 'utf8')).toMatch(/docs\/operators\/many-machines\.md|compose\.yaml/);
    },
  );
});

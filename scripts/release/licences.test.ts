import { describe, expect, it } from '@jest/globals';
import { isAllowed } from './licences.mjs';
import { refuseLicences } from './make-release.mjs';

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['NONE', false],
    ['UNLICENSED', false],
    ['(MIT OR EUPL-1.1+)', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['GPL-2.0 OR AGPL-3.0', false],
    ['MIT AND GPL-2.0', false],
    ['MIT AND (GPL-2.0 OR BSD-3-Clause)', true],
    ['(MIT AND ISC) OR (GPL-2.0 AND MIT)', true],
    ['(MIT OR ISC) AND (GPL-2.0 OR AGPL-3.0)', false],
  ])('%s: %s', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
  });

  it('refuses a release with another one, by name', () => {
    const parts = [
      { name: 'good', licence: 'MIT' },
      { name: 'copyleft', licence: 'AGPL-3.0' },
    ];
    expect(() => refuseLicences(parts)).toThrow('copyleft (AGPL-3.0)');
  });
});

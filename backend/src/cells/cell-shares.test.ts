import { describe, expect, it } from '@jest/globals';
import { differenceOf } from './cell-shares';

const shares = { keys: ['cred_a'], tokens: 'signed by a', files: 'https://s3.example/files' };

describe('what cells have alike', () => {
  it('is enough to move a merchant, with more keys on the other side', () => {
    expect(differenceOf(shares, shares)).toBeNull();
    expect(differenceOf(shares, { ...shares, keys: ['cred_b', 'cred_a'] })).toBeNull();
  });

  it.each([
    ['one was never started', null, 'started with INBOX_CELL_SECRET'],
    ['secrets are sealed with another key', { ...shares, keys: ['cred_b'] }, 'cannot open'],
    ['tokens are signed with another', { ...shares, tokens: 'signed by b' }, 'everybody would be signed out'],
    ['files are elsewhere', { ...shares, files: 'https://s3.example/others' }, 'different stores of files'],
  ])('is not where %s', (_what, other, words) => {
    expect(differenceOf(shares, other)).toContain(words);
  });
});

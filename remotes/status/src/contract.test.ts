import { compareTopics } from '@inbox/panel/used-topics';
import { expect, it } from '@jest/globals';
import { join } from 'node:path';

it('declares the topics that its code uses, and no others', () => {
  expect(compareTopics(join(__dirname, '..'))).toEqual({ undeclared: [], unused: [] });
});

import { expect, it } from '@jest/globals';
import { readTriggeredAt } from './rank';

it.each([
  ['2026-01-15T04:30:05.877041743Z', '2026-01-15T04:30:05.877041743Z'],
  ['2026-01-15T10:00:05.5+05:30', '2026-01-15T04:30:05.500000000Z'],
  ['2026-01-15T04:30:05Z', '2026-01-15T04:30:05.000000000Z'],
  ['2026-01-15T04:30:05.8770417431234Z', '2026-01-15T04:30:05.877041743Z'],
  ['2026-13-15T04:30:05Z', null],
  ['yesterday', null],
  ['', null],
  ['9'.repeat(1_000_000), null],
])('the trigger at %.40s is read as %s', (header, read) => {
  expect(readTriggeredAt(header)).toBe(read);
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heldOrder, waitingUpdates } from './held-order';

const rows = (text: string) => [...text];

describe('the held order', () => {
  it.each([
    ['a row that would come in above waits', 'abc', 'xabc', 'abc'],
    ['a row that would come in between waits', 'abc', 'abxc', 'abc'],
    ['a row that would move up stays', 'abc', 'cab', 'abc'],
    ['a row that left the filter stays', 'abc', 'ac', 'abc'],
    ['rows below the last one come in at once', 'abc', 'abcde', 'abcde'],
    ['rows above wait while rows below come in', 'abc', 'xcabde', 'abcde'],
    ['an empty list takes what comes', '', 'ab', 'ab'],
  ])('%s', (_name, drawn, order, expected) => {
    expect(heldOrder(rows(drawn), rows(order))).toEqual(rows(expected));
  });

  it('never moves a drawn row, whatever comes', () => {
    const ids = fc.uniqueArray(fc.nat({ max: 20 }));
    fc.assert(
      fc.property(ids, ids, (drawn, order) => {
        expect(heldOrder(drawn, order).slice(0, drawn.length)).toEqual(drawn);
      }),
    );
  });
});

describe('the number of updates that wait', () => {
  it.each([
    ['nothing changed', 'abc', 'abc', 0],
    ['one came', 'abc', 'xabc', 1],
    ['one went', 'abc', 'ac', 1],
    ['one moved up past two', 'abc', 'cab', 1],
    ['two moved up', 'abcd', 'dcab', 2],
    ['one came, one went, one moved', 'abcd', 'xdab', 3],
    ['all went', 'ab', '', 2],
  ])('%s', (_name, drawn, order, expected) => {
    expect(waitingUpdates(rows(drawn), rows(order))).toBe(expected);
  });

  it('is nothing exactly when applying would change nothing', () => {
    const ids = fc.uniqueArray(fc.nat({ max: 6 }));
    fc.assert(
      fc.property(ids, ids, (drawn, order) => {
        const changes = JSON.stringify(drawn) !== JSON.stringify(order);
        expect(waitingUpdates(drawn, [...order]) > 0).toBe(changes);
      }),
    );
  });
});

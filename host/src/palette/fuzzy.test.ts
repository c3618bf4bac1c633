import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzzyFilter, fuzzyScore } from './fuzzy';

const labels = [
  'Assign to me',
  'Assign or transfer',
  'Close ticket',
  'Next ticket',
  'Filter tickets',
  'Mark as Unread',
];
const found = (typed: string) => fuzzyFilter(typed, labels, (label) => label);

describe('what was typed', () => {
  it.each([
    ['', labels],
    ['  ', labels],
    ['close', ['Close ticket']],
    ['CLOSE', ['Close ticket']],
    ['nxt', ['Next ticket']],
    ['unread', ['Mark as Unread']],
    ['tick', ['Close ticket', 'Next ticket', 'Filter tickets']],
    ['xyz', []],
  ])('%p finds %p', (typed, expected) => {
    expect([...found(typed)].sort()).toEqual([...expected].sort());
  });

  it('finds best what begins with it, then a word that does, then what holds its letters', () => {
    const names = ['My assistant', 'Assign', 'Reassign', 'A kiss in'];
    expect(fuzzyFilter('assi', names, (name) => name)).toEqual(['Assign', 'My assistant', 'Reassign', 'A kiss in']);
    expect(found('am')[0]).toBe('Assign to me');
  });

  it('passes over accents', () => {
    expect(fuzzyScore('priya', 'Príyá')).not.toBeNull();
  });

  it('that is a part of a label always finds it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...labels), fc.infiniteStream(fc.boolean()), (label, keep) => {
        const typed = [...label].filter(() => keep.next().value).join('');
        expect(fuzzyScore(typed, label)).not.toBeNull();
      }),
    );
  });
});

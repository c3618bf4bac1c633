import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitByTerm } from './message-text';

it.each([
  ['Order and ORDER', 'order', ['', 'Order', ' and ', 'ORDER', '']],
  ['1+1 (2)', '(2)', ['1+1 ', '(2)', '']],
  ['nothing', '', ['nothing']],
])('%j is cut at %j', (text, term, pieces) => {
  expect(splitByTerm(text, term)).toEqual(pieces);
});

it('loses nothing, whatever is searched for', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (text, term) => splitByTerm(text, term).join('') === text));
});

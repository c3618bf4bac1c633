import { expect, it } from '@jest/globals';
import { typedTicket } from './typed-ticket';

it.each([
  ['48207', { kind: 'ticket', id: 48207 }],
  [' #48207 ', { kind: 'ticket', id: 48207 }],
  ['', { kind: 'none' }],
  [' # ', { kind: 'none' }],
  ['0', { kind: 'wrong' }],
  ['-1', { kind: 'wrong' }],
  ['4.5', { kind: 'wrong' }],
  ['##4', { kind: 'wrong' }],
  ['the kurta', { kind: 'wrong' }],
  ['9'.repeat(20), { kind: 'wrong' }],
  ['<img src=x>', { kind: 'wrong' }],
])('%j is %j', (text, typed) => {
  expect(typedTicket(text)).toEqual(typed);
});

import { expect, it } from '@jest/globals';
import { CommandError } from './command-error';
import { faultId } from './fault-id';

const failure = new Error('503');
const command = new CommandError('failed', 'reply.send@1', 'The reply could not be sent', failure);

it.each([
  ['the same error', failure, failure, true],
  ['an error and the command that failed with it', failure, command, true],
  ['two errors in the same words', failure, new Error('503'), false],
  ['what is no error', 'gone', 'gone', false],
])('%s: is it one fault?', (_, one, other, isOne) => {
  expect(faultId(one) === faultId(other)).toBe(isOne);
});

it('a fault has an id on a page without https, where browsers make no UUID', () => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(faultId(new Error('503'))).not.toBe(faultId(new Error('503')));
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID');
  }
});

it('errors that wrap each other without end have an id all the same', () => {
  const endless = new Error('first');
  endless.cause = new Error('second', { cause: endless });
  expect(faultId(endless)).not.toBe('');
});

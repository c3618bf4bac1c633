import { expect, it } from '@jest/globals';
import type { CallOutcome } from '../net/breakers';
import { outcomeOf, type ChannelAnswer } from './answer';

it.each<[ChannelAnswer, CallOutcome]>([
  [{ kind: 'sent', externalId: null, note: null }, 'answered'],
  [{ kind: 'refused', reason: 'No such number' }, 'answered'],
  [{ kind: 'later', reason: 'Too many', afterMs: 1 }, 'unclear'],
  [{ kind: 'later', reason: 'ECONNREFUSED', isAway: true }, 'away'],
  [{ kind: 'unknown', reason: 'It took too long' }, 'away'],
])('what %j says of the provider', (answer, outcome) => {
  expect(outcomeOf(answer)).toBe(outcome);
});

import { describe, expect, it } from '@jest/globals';
import { ArgumentError, PARTS, readArguments } from './arguments';

describe('the command line', () => {
  it('measures everything in seven rounds when nothing is said', () => {
    expect(readArguments([])).toEqual({
      rounds: 7,
      parts: ['web', 'list', 'conversation', 'mail', 'quick-replies', 'orders', 'bus', 'idle', 'embed'],
      tickets: [10_000, 100_000],
      quick: false,
      json: undefined,
    });
  });

  it('takes rounds, one part and a file', () => {
    const words = ['--rounds', '3', '--only', 'list', '--tickets', '1000000,500', '--json', 'out.json'];
    expect(readArguments(words)).toEqual({
      rounds: 3,
      parts: ['list'],
      tickets: [500, 1_000_000],
      quick: false,
      json: 'out.json',
    });
  });

  it('tries every part, once and on little, when it is to be quick', () => {
    expect(readArguments(['--quick'])).toMatchObject({ rounds: 1, parts: PARTS, tickets: [1_000], quick: true });
    expect(readArguments(['--quick', '--rounds', '2', '--only', 'web'])).toMatchObject({ rounds: 2, parts: ['web'] });
  });

  it.each([['--help'], ['-h']])('%s asks for help', (word) => {
    expect(readArguments([word])).toBeNull();
  });

  it.each([
    [['--rounds', '0'], '--rounds'],
    [['--rounds', 'many'], '--rounds'],
    [['--rounds', '2.5'], '--rounds'],
    [['--only', 'everything'], 'web, list, conversation, mail, quick-replies, orders, bus'],
    [['--tickets', '1e6'], '--tickets'],
    [['--fast'], '--fast'],
    [['seven'], 'seven'],
  ])('%j is refused in words', (words, message) => {
    const read = () => readArguments(words);
    expect(read).toThrow(ArgumentError);
    expect(read).toThrow(message);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBreakers, type CallOutcome } from './breakers';

function world() {
  let time = 1_000;
  const breakers = createBreakers({ now: () => time });
  const call = (outcome: CallOutcome, provider = 'graph'): number => {
    const ms = breakers.begin(provider);
    if (ms === 0) breakers.end(provider, outcome);
    return ms;
  };
  const fail = (times: number): void => {
    for (let n = 0; n < times; n++) call('away');
  };
  return { breakers, call, fail, pass: (ms: number) => (time += ms) };
}

describe('a provider', () => {
  it('is left alone after five calls in a row that it did not answer, and no other is', () => {
    const { call, fail } = world();
    fail(4);
    expect(call('away')).toBe(0);
    expect(call('answered')).toBe(5_000);
    expect(call('answered', 'mail')).toBe(0);
  });

  it('is called on as long as it answers anybody', () => {
    const { call, fail } = world();
    for (let n = 0; n < 10; n++) {
      fail(4);
      expect(call('answered')).toBe(0);
    }
  });

  it('is tried by one call when the time is over, and is back when that is answered', () => {
    const { breakers, fail, pass } = world();
    fail(5);
    pass(5_000);
    expect([breakers.begin('graph'), breakers.begin('graph')]).toEqual([0, 5_000]);
    breakers.end('graph', 'answered');
    expect([breakers.begin('graph'), breakers.begin('graph')]).toEqual([0, 0]);
  });

  it('is left alone for twice as long each time that the trial fails, half a minute at most', () => {
    const { call, fail, pass } = world();
    fail(5);
    const waits = [5_000, 10_000, 20_000, 30_000, 30_000].map((ms) => {
      const left = call('away');
      pass(ms);
      call('away');
      return left;
    });
    expect(waits).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  });

  it('is tried by the next when a trial said nothing about it', () => {
    const { call, fail, pass } = world();
    fail(5);
    pass(5_000);
    expect([call('unclear'), call('unclear'), call('answered'), call('answered')]).toEqual([0, 0, 0, 0]);
  });

  it('is not left alone for longer by calls that had begun before', () => {
    const { breakers, call } = world();
    for (let n = 0; n < 32; n++) breakers.begin('graph');
    for (let n = 0; n < 32; n++) breakers.end('graph', 'away');
    expect(call('away')).toBe(5_000);
  });

  it('is never left alone for ever, whatever happens', () => {
    const outcome = fc.constantFrom<CallOutcome>('answered', 'away', 'unclear');
    fc.assert(
      fc.property(fc.array(fc.tuple(outcome, fc.nat(40_000))), (calls) => {
        const { call, pass } = world();
        for (const [said, ms] of calls) {
          call(said);
          pass(ms);
        }
        pass(30_000);
        expect(call('answered')).toBe(0);
        expect(call('answered')).toBe(0);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { isLongOutage, QUICK_RETRIES, START_MS } from './policy';
import { watchSleep } from './wake';
import { caughtUp, hello, liveEvent, startChannel, TestClock } from './testing';

/** The server's end: every line that is opened from now on is greeted and told that nothing was missed. */
function serve(lines: ReturnType<typeof startChannel>['lines'], seq: number): void {
  lines.last.say(hello(seq), caughtUp(seq));
}

describe('the first second', () => {
  it('flags nothing, whatever the connection does; then what is true', () => {
    const { clock, lines, told } = startChannel();
    lines.last.drop();
    clock.pass(START_MS - 1);
    expect(told.connections).toEqual([{ state: 'connecting' }]);
    clock.pass(1);
    expect(told.connections.at(-1)).toMatchObject({ state: 'offline', attempt: 1 });
  });

  it('keeps no event back', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), liveEvent(11));
    expect(told.events).toEqual([11]);
  });
});

describe('an outage that outlasts the quick tries', () => {
  function fail24Times() {
    const all = startChannel();
    all.lines.last.say(hello(10));
    all.settle();
    for (let attempt = 1; attempt <= QUICK_RETRIES; attempt += 1) {
      all.lines.last.drop();
      all.clock.pass(5_000);
    }
    return all;
  }
  const lastAttempt = ({ told }: ReturnType<typeof startChannel>) => {
    const last = told.connections.at(-1);
    return last?.state === 'offline' ? last.attempt : null;
  };

  it('is one only when the 24th has failed', () => {
    const all = fail24Times();
    expect(isLongOutage(lastAttempt(all) ?? 0)).toBe(false);
    all.lines.last.drop();
    expect(isLongOutage(lastAttempt(all) ?? 0)).toBe(true);
  });

  it('ends at once when the agent asks, who then has all the quick tries again', () => {
    const all = fail24Times();
    all.lines.last.drop();
    const before = all.lines.all.length;
    all.channel.wake();
    expect(all.lines.all).toHaveLength(before + 1);
    expect(all.state()).toBe('connecting');
    all.lines.last.drop();
    expect(lastAttempt(all)).toBe(1);
    all.clock.pass(5_000);
    expect(all.lines.all).toHaveLength(before + 2);
    serve(all.lines, 10);
    expect(all.state()).toBe('live');
  });

  it('still refetches every six seconds', () => {
    const all = fail24Times();
    const before = all.told.refetches;
    all.lines.last.drop();
    all.clock.pass(4_900);
    all.clock.pass(7_100);
    expect(all.told.refetches - before).toBe(2);
  });
});

describe('a background tab', () => {
  it('whose timers come once a minute tries on, and is live at once when it is looked at', () => {
    const { clock, lines, channel, state } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop();
    clock.passInBackground(180_000);
    expect(lines.all.length).toBeGreaterThan(1);
    lines.last.drop();
    channel.wake();
    serve(lines, 12);
    expect(state()).toBe('live');
    expect(lines.last.since).toBe(10);
  });

  it('that hears the server beat keeps its line', () => {
    const { clock, lines, state } = startChannel();
    lines.last.say(hello(10));
    for (let beat = 0; beat < 40; beat += 1) {
      clock.passInBackground(15_000);
      lines.last.say({ type: 'live.beat', seq: 10 });
    }
    expect(lines.all).toHaveLength(1);
    expect(state()).toBe('live');
  });
});

describe('a machine that slept', () => {
  it('asks for what it missed on a new line when it is woken', () => {
    const { clock, lines, channel, told, state } = startChannel();
    lines.last.say(hello(10));
    const stop = watchSleep(clock, () => channel.wake());
    clock.pass(5_000);
    clock.sleep(3_600_000);
    clock.pass(1);
    expect(lines.all.length).toBeGreaterThan(1);
    expect(lines.last.since).toBe(10);
    lines.last.say(hello(12), liveEvent(11), liveEvent(12), caughtUp(12));
    expect(told.events).toEqual([11, 12]);
    expect(state()).toBe('live');
    stop();
  });

  it('is not imagined while time goes by, nor when the clock is set back', () => {
    const clock = new TestClock();
    let woken = 0;
    const stop = watchSleep(clock, () => (woken += 1));
    clock.pass(600_000);
    clock.sleep(-3_600_000);
    clock.pass(20_000);
    expect(woken).toBe(0);
    stop();
    expect(clock.pending).toBe(0);
  });
});

describe('a switch of network', () => {
  it('renews a connection however lately it spoke, and goes on from the last event', () => {
    const { lines, channel, settle, state } = startChannel();
    lines.last.say(hello(10), liveEvent(11));
    settle();
    channel.networkBack();
    expect(lines.all[0]?.isClosed).toBe(true);
    expect(lines.last.since).toBe(11);
    expect(state()).toBe('catching-up');
    serve(lines, 11);
    expect(state()).toBe('live');
  });

  it('leaves a connection alone that is only being opened', () => {
    const { lines, channel } = startChannel();
    channel.networkBack();
    expect(lines.all).toHaveLength(1);
  });
});

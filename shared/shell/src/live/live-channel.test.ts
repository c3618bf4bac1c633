import { BEAT_MS } from '@inbox/api';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { liveMessages as messages } from './messages';
import { beat, caughtUp, hello, liveEvent, startChannel } from './testing';

describe('a first connection', () => {
  it('is live from the greeting on and hands on what follows it', () => {
    const { lines, told, state, settle } = startChannel();
    expect(lines.last.since).toBeNull();
    expect(state()).toBe('connecting');
    lines.last.say(hello(10));
    settle();
    expect(state()).toBe('live');
    expect(told.opens).toEqual([10]);
    lines.last.say(caughtUp(10), liveEvent(11), liveEvent(12));
    expect(told.events).toEqual([11, 12]);
  });

  it('that is never greeted is given up after ten seconds and tried again', () => {
    const { clock, lines, state } = startChannel();
    clock.pass(10_000);
    expect(state()).toBe('offline');
    expect(lines.last.isClosed).toBe(true);
    clock.pass(5_000);
    expect(lines.all).toHaveLength(2);
  });
});

it('tells of the registry of panels, as the greeting says and whenever it changes', () => {
  const { lines, told } = startChannel();
  lines.last.say({ ...hello(10), panels: 7 }, caughtUp(10), { type: 'live.panels', revision: 8 });
  expect(told.panels).toEqual([7, 8]);
});

describe('a signal', () => {
  it('is handed on as it comes, whatever is missing', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), caughtUp(10), liveEvent(12), { type: 'tickets.popular_tags', tags: ['refund'] });
    expect([told.signals, told.events]).toEqual([['tickets.popular_tags'], []]);
  });
});

describe('events', () => {
  it('that come twice are handed on once', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), liveEvent(11), liveEvent(11), liveEvent(10), liveEvent(12), liveEvent(11));
    expect(told.events).toEqual([11, 12]);
  });

  it('that overtook each other are put in order without a reconnect', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10), liveEvent(12), liveEvent(13));
    expect(told.events).toEqual([]);
    clock.pass(900);
    lines.last.say(liveEvent(11));
    expect(told.events).toEqual([11, 12, 13]);
    clock.pass(10_000);
    expect(lines.all).toHaveLength(1);
  });

  it('that are missing are asked for on a new line from the last one applied', () => {
    const { clock, lines, told, state } = startChannel();
    lines.last.say(hello(10), liveEvent(11), liveEvent(13));
    clock.pass(1_000);
    expect(lines.all).toHaveLength(2);
    expect(lines.last.since).toBe(11);
    expect(state()).toBe('catching-up');
    lines.last.say(hello(13), liveEvent(12), liveEvent(13), caughtUp(13));
    expect(told.events).toEqual([11, 12, 13]);
    expect(state()).toBe('live');
  });

  it('whose absence only a beat tells are asked for too', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10), beat(11));
    clock.pass(1_000);
    expect(lines.last.since).toBe(10);
    lines.last.say(hello(11), liveEvent(11), caughtUp(11));
    expect(told.events).toEqual([11]);
  });

  it('that stay missing are asked for with a second more each time, up to six', () => {
    const { clock, lines } = startChannel();
    lines.last.say(hello(10));
    const waits = [1, 2, 3, 4, 5, 6, 6].map((seconds) => {
      lines.last.say(hello(10), caughtUp(10), liveEvent(12));
      const before = lines.all.length;
      clock.pass(seconds * 1_000 - 1);
      const early = lines.all.length - before;
      clock.pass(1);
      return [early, lines.all.length - before];
    });
    expect(waits).toEqual(Array.from({ length: 7 }, () => [0, 1]));
  });

  it('of a later kind, which this shell does not know, make no gap', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10), { type: 'tickets.painted', seq: 11, colour: 'red' }, liveEvent(12));
    clock.pass(10_000);
    expect(told.events).toEqual([12]);
    expect(lines.all).toHaveLength(1);
  });

  it('for another agent alone are skipped without a gap', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10), { type: 'live.skip', seq: 11 }, liveEvent(12));
    clock.pass(10_000);
    expect(told.events).toEqual([12]);
    expect(lines.all).toHaveLength(1);
  });

  it('are not disturbed by what is no message at all', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10));
    lines.last.sayText('not json');
    lines.last.say({ hello: 'you' }, 5, null, liveEvent(11));
    expect(told.events).toEqual([11]);
  });

  it('that were missed and whose numbers have holes are handed on in order when the replay is complete', () => {
    const { clock, lines, told, state } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop();
    clock.pass(5_000);
    lines.last.say(hello(20), liveEvent(15), liveEvent(12));
    expect(state()).toBe('catching-up');
    lines.last.say(caughtUp(20), liveEvent(21));
    expect(told.events).toEqual([12, 15, 21]);
    expect(state()).toBe('live');
  });

  it('that cannot be had again end in a resync, from which it goes on', () => {
    const { clock, lines, told, state } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop();
    clock.pass(5_000);
    lines.last.say(hello(9_000), { type: 'live.resync', seq: 9_000 });
    expect(told.resyncs).toEqual([9_000]);
    expect(state()).toBe('live');
    lines.last.say(liveEvent(9_001));
    expect(told.events).toEqual([9_001]);
  });

  it('whose numbers began anew end in a resync too', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(500));
    lines.last.drop();
    clock.pass(5_000);
    lines.last.say(hello(3), liveEvent(4));
    expect(told.resyncs).toEqual([3]);
    expect(told.events).toEqual([4]);
  });
});

describe('a connection that closes', () => {
  it('is tried again after about five seconds, 24 times, then in growing steps', () => {
    const { clock, lines } = startChannel();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 31; attempt += 1) {
      lines.last.drop();
      const opened = lines.all.length;
      let waited = 0;
      while (lines.all.length === opened) {
        clock.pass(1_000);
        waited += 1;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([...Array.from({ length: 24 }, () => 5), 5, 10, 20, 40, 60, 90, 90]);
  });

  it('says since when and how often; the count begins anew once the server greets', () => {
    const { clock, lines, told } = startChannel();
    const since = clock.now();
    lines.last.drop();
    clock.pass(5_000);
    lines.last.drop();
    expect(told.connections.at(-1)).toEqual({ state: 'offline', since, attempt: 2 });
    clock.pass(5_000);
    lines.last.say(hello(10));
    const later = clock.now();
    lines.last.drop();
    expect(told.connections.at(-1)).toEqual({ state: 'offline', since: later, attempt: 1 });
  });

  it('has panels load anew every six seconds until it is back', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop();
    clock.pass(4_900);
    expect(told.refetches).toBe(0);
    clock.pass(7_200);
    expect(told.refetches).toBe(2);
    lines.last.say(hello(10), caughtUp(10));
    clock.pass(20_000);
    expect(told.refetches).toBe(2);
  });

  it('with code 1005 is not tried again by itself, but at once when the agent or the network is back', () => {
    const { clock, lines, state, channel } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop(1005);
    clock.pass(3_600_000);
    expect(lines.all).toHaveLength(1);
    expect(state()).toBe('offline');
    channel.wake();
    expect(lines.all).toHaveLength(2);
  });

  it('with code 1012 goes to another node within a second, and nobody is told of an outage', () => {
    const { clock, lines, told, state } = startChannel();
    lines.last.say(hello(10), caughtUp(10));
    lines.last.drop(1012);
    expect(state()).not.toBe('offline');
    clock.pass(1_000);
    expect(lines.all).toHaveLength(2);
    expect(lines.last.since).toBe(10);
    lines.last.say(hello(10), caughtUp(10));
    clock.pass(10_000);
    expect(state()).toBe('live');
    expect(told.connections.map((each) => each.state)).not.toContain('offline');
    expect(told.refetches).toBe(0);
  });

  it('with code 1012, where no other node is there, is an outage as any other', () => {
    const { clock, lines, state } = startChannel();
    lines.last.say(hello(10), caughtUp(10));
    lines.last.drop(1012);
    clock.pass(1_000);
    lines.last.drop(1006);
    expect(state()).toBe('offline');
    clock.pass(5_500);
    expect(lines.all).toHaveLength(3);
  });

  it('with code 4401 ends the session and everything with it', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10));
    lines.last.drop(4401);
    expect(told.expired).toBe(1);
    expect(clock.pending).toBe(0);
    clock.pass(3_600_000);
    expect(lines.all).toHaveLength(1);
    expect(told.refetches).toBe(0);
  });

  it('is told at once when the network is gone, though its socket still seems open', () => {
    const { lines, told, channel, settle } = startChannel();
    lines.last.say(hello(10));
    settle();
    channel.networkLost();
    expect(lines.last.isClosed).toBe(true);
    expect(told.connections.at(-1)).toMatchObject({ state: 'offline' });
    channel.wake();
    expect(lines.last.since).toBe(10);
  });

  it('is tried at once when the network is back', () => {
    const { clock, lines, channel } = startChannel();
    lines.last.drop();
    clock.pass(100);
    channel.wake();
    expect(lines.all).toHaveLength(2);
    clock.pass(5_000);
    expect(lines.all).toHaveLength(2);
  });
});

describe('a connection that stays silent', () => {
  it('for three beats is dead: a new one goes on from the last event', () => {
    const { clock, lines } = startChannel();
    lines.last.say(hello(10), liveEvent(11));
    clock.pass(3 * BEAT_MS - 1);
    expect(lines.all).toHaveLength(1);
    clock.pass(1);
    expect(lines.all[0]?.isClosed).toBe(true);
    expect(lines.last.since).toBe(11);
  });

  it('is kept as long as it beats', () => {
    const { clock, lines } = startChannel();
    lines.last.say(hello(10));
    for (let minute = 0; minute < 20; minute += 1) {
      clock.pass(2 * BEAT_MS);
      lines.last.say(beat(10));
    }
    expect(lines.all).toHaveLength(1);
  });
});

describe('typed messages', () => {
  const markUnread = ['conversations.mark_unread', { ticket_id: 5 }] as const;

  it('resolve when the server has done them', async () => {
    const { lines, channel } = startChannel();
    lines.last.say(hello(10));
    const sent = channel.send(...markUnread);
    expect(lines.last.sent).toEqual([{ type: 'conversations.mark_unread', ref: '1', data: { ticket_id: 5 } }]);
    lines.last.say({ type: 'live.done', ref: '1' });
    await expect(sent).resolves.toBeUndefined();
  });

  it.each([
    ['the server refuses', messages.notUnderstood, { type: 'live.refused', ref: '1', message: messages.notUnderstood }],
    ['the server refuses in its own words', 'Not yours.', { type: 'live.refused', ref: '1', message: 'Not yours.' }],
  ])('reject when %s', async (_, words, answer) => {
    const { lines, channel } = startChannel();
    lines.last.say(hello(10));
    const sent = channel.send(...markUnread);
    lines.last.say(answer);
    await expect(sent).rejects.toThrow(words);
  });

  it('reject when nobody answers, when the connection is lost, when there is none, and when they make no sense', async () => {
    const { clock, lines, channel } = startChannel();
    await expect(channel.send(...markUnread)).rejects.toThrow(messages.notConnected);
    lines.last.say(hello(10));
    await expect(channel.send('tickets.explode', {})).rejects.toThrow(messages.notUnderstood);
    const unanswered = channel.send(...markUnread);
    clock.pass(5_000);
    await expect(unanswered).rejects.toThrow(messages.notAnswered);
    const lost = channel.send(...markUnread);
    lines.last.drop();
    await expect(lost).rejects.toThrow(messages.connectionLost);
  });
});

describe('a channel that is stopped', () => {
  it('leaves no line and no timer behind', () => {
    const { clock, lines, channel } = startChannel();
    lines.last.say(hello(10), liveEvent(12));
    channel.stop();
    expect(lines.last.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
    channel.wake();
    expect(lines.all).toHaveLength(1);
  });
});

/** What may befall an event on its way, and the connection as a whole. */
const mishap = fc.constantFrom('deliver', 'lose', 'repeat', 'delay', 'drop-line', 'silence');

describe('whatever happens on the way', () => {
  it('every event is handed on exactly once and in order', () => {
    fc.assert(
      fc.property(fc.array(mishap, { maxLength: 60 }), (mishaps) => {
        const { clock, lines, told } = startChannel();
        let newest = 10;
        let delayed: number[] = [];
        let greeted = 0;

        /** The server's end: greets each new line and sends what it missed. */
        const serve = () => {
          while (greeted < lines.all.length) {
            const line = lines.all[greeted];
            greeted += 1;
            if (!line || line.isClosed) continue;
            line.say(hello(newest));
            if (line.since === null) continue;
            for (let seq = line.since + 1; seq <= newest; seq += 1) line.say(liveEvent(seq));
            line.say(caughtUp(newest));
          }
        };
        const pass = (ms: number) => {
          for (let passed = 0; passed < ms; passed += 500) {
            clock.pass(500);
            serve();
          }
        };

        serve();
        for (const what of mishaps) {
          newest += 1;
          if (what === 'deliver' || what === 'repeat') lines.last.say(liveEvent(newest));
          if (what === 'repeat') lines.last.say(liveEvent(newest), liveEvent(newest - 1));
          if (what === 'delay') delayed.push(newest);
          if (what === 'drop-line') lines.last.drop();
          if (what === 'silence') pass(7_000);
          if (what === 'deliver') {
            for (const seq of delayed) lines.last.say(liveEvent(seq));
            delayed = [];
          }
        }
        pass(10_000);
        lines.last.say(beat(newest));
        pass(10_000);
        expect(told.events).toEqual(Array.from({ length: newest - 10 }, (_, index) => 11 + index));
      }),
      { numRuns: 300 },
    );
  });
});

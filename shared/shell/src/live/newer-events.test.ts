import { aMessage } from '@inbox/panel/testing';
import { describe, expect, it } from '@jest/globals';
import { hello, liveEvent, startChannel } from './testing';

describe('an event that is newer than this page', () => {
  const ofTomorrow = (seq: number) => ({ ...liveEvent(seq), type: 'tickets.merged' });

  it('is applied as a change of its tickets and items, reported, and followed by a load anew', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), ofTomorrow(11), liveEvent(12));
    expect([told.events, told.resyncs, told.newer]).toEqual([[11, 12], [11], ['event: tickets.merged']]);
  });

  it('and carries nothing that is known leaves no gap, and is followed by a load anew', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10), { type: 'shops.moved', seq: 11, shop: 4 }, liveEvent(12));
    clock.pass(10_000);
    expect([told.events, told.resyncs, told.newer]).toEqual([[12], [11], ['event: shops.moved, message: shops.moved']]);
    expect(lines.all).toHaveLength(1);
  });

  it('loses only the ticket that cannot be read', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), { ...liveEvent(11), tickets: [{ id: 'T-1' }] });
    expect([told.events, told.resyncs, told.newer]).toEqual([[11], [11], ['event.tickets: id']]);
  });

  it('has a kind of item that is not known: that is shown as such, and nothing is loaded anew', () => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), { ...liveEvent(11), items: [{ ...aMessage(), content_type: 'poll' }] });
    expect([told.events, told.resyncs, told.newer]).toEqual([[11], [], ['content_type: poll']]);
  });

  it('comes a hundred times: what is shown is loaded anew twice, the second time after half a minute', () => {
    const { clock, lines, told } = startChannel();
    lines.last.say(hello(10));
    for (let seq = 11; seq <= 110; seq += 1) lines.last.say(ofTomorrow(seq));
    expect(told.resyncs).toEqual([11]);
    clock.pass(29_999);
    expect(told.resyncs).toEqual([11]);
    clock.pass(1);
    expect(told.resyncs).toEqual([11, 110]);
  });

  it.each([
    ['a notice', { type: 'live.weather', seq: 11 }, 'message: live.weather'],
    ['a signal', { type: 'agents.danced' }, 'message: agents.danced'],
  ])('is %s: it is reported and changes nothing', (_what, said, report) => {
    const { lines, told } = startChannel();
    lines.last.say(hello(10), said, liveEvent(11));
    expect([told.events, told.signals, told.resyncs, told.newer]).toEqual([[11], [], [], [report]]);
  });
});

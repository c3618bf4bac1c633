import { AGENT_STATUSES } from '@inbox/domain';
import { describe, expect, it, jest } from '@jest/globals';
import type { Observable } from 'rxjs';
import { createBus, type BusFault } from './bus';
import { CommandError } from './command-error';
import { COMMAND_TIMEOUT_MS, connectBus, topicKey } from './connect';
import { readOnce } from './read-once';
import { topicOf } from './topics';

function makeBus() {
  const faults: BusFault[] = [];
  return { bus: createBus((fault) => faults.push(fault)), faults };
}

function seenOf<T>(source: Observable<T>): { values: T[]; stop(): void } {
  const values: T[] = [];
  const subscription = source.subscribe((value) => values.push(value));
  return { values, stop: () => subscription.unsubscribe() };
}

describe('state topics', () => {
  it('give a late subscriber the last value at once, and an early one nothing before there is a value', () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    const early = seenOf(connectBus(bus.join('list')).state('ticket.open'));
    expect(early.values).toEqual([]);
    const ticket = host.own('ticket.open');
    ticket.set({ id: null });
    ticket.set({ id: 7 as never });
    const late = seenOf(connectBus(bus.join('conversation')).state('ticket.open'));
    expect(early.values).toEqual([{ id: null }, { id: 7 }]);
    expect(late.values).toEqual([{ id: 7 }]);
  });

  it('refuse a second owner and name both', () => {
    const { bus } = makeBus();
    connectBus(bus.join('host')).own('agentStatus');
    expect(() => connectBus(bus.join('rogue')).own('agentStatus')).toThrow(/owned by host; rogue/);
  });

  it('can be owned again once given up, keep their last value, and take nothing more from the former owner', () => {
    const { bus } = makeBus();
    const before = connectBus(bus.join('before')).own('agentStatus');
    before.set('break');
    before.release();
    expect(() => before.set('online')).toThrow(/gave agentStatus@1 up/);
    const seen = seenOf(connectBus(bus.join('list')).state('agentStatus'));
    expect(seen.values).toEqual(['break']);
    connectBus(bus.join('after')).own('agentStatus').set('online');
    expect(seen.values).toEqual(['break', 'online']);
  });
});

describe('event topics', () => {
  it('reach every subscriber of the moment and none that comes later', () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    const first = seenOf(connectBus(bus.join('list')).events('live.resync'));
    const second = seenOf(connectBus(bus.join('conversation')).events('live.resync'));
    host.emit('live.resync', { seq: 4 });
    const late = seenOf(connectBus(bus.join('customer')).events('live.resync'));
    expect([first.values, second.values, late.values]).toEqual([[{ seq: 4 }], [{ seq: 4 }], []]);
  });
});

describe('a subscriber that throws', () => {
  it('harms nobody else, is reported by name, and stays subscribed', () => {
    const { bus, faults } = makeBus();
    const broken = connectBus(bus.join('broken'));
    const calls: number[] = [];
    broken.onEvent('live.resync', ({ seq }) => {
      calls.push(seq);
      throw new Error('oh no');
    });
    const healthy = seenOf(connectBus(bus.join('healthy')).events('live.resync'));
    const host = connectBus(bus.join('host'));
    host.emit('live.resync', { seq: 1 });
    host.emit('live.resync', { seq: 2 });
    expect(healthy.values).toEqual([{ seq: 1 }, { seq: 2 }]);
    expect(calls).toEqual([1, 2]);
    expect(faults).toMatchObject([
      { who: 'broken', topic: 'live.resync@1', error: { message: 'oh no' } },
      { who: 'broken', topic: 'live.resync@1' },
    ]);
  });

  it('is reported for state topics too', () => {
    const { bus, faults } = makeBus();
    connectBus(bus.join('broken')).onState('agentStatus', () => {
      throw new Error('oh no');
    });
    connectBus(bus.join('host')).own('agentStatus').set('online');
    expect(faults).toMatchObject([{ who: 'broken', topic: 'agentStatus@1' }]);
  });

  it('harms nobody else inside a bare observable either: the error goes to the page, as any uncaught one', () => {
    jest.useFakeTimers();
    try {
      const { bus } = makeBus();
      connectBus(bus.join('bare'))
        .events('live.resync')
        .subscribe(() => {
          throw new Error('oh no');
        });
      const healthy = seenOf(connectBus(bus.join('healthy')).events('live.resync'));
      connectBus(bus.join('host')).emit('live.resync', { seq: 1 });
      expect(healthy.values).toEqual([{ seq: 1 }]);
      expect(() => jest.runAllTimers()).toThrow('oh no');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('commands', () => {
  it('are carried out by their one handler, whose answer comes back', async () => {
    const { bus } = makeBus();
    connectBus(bus.join('conversation')).handle('reply.send', ({ text }) => ({ id: text.length as never }));
    await expect(
      connectBus(bus.join('quick-replies')).send('reply.send', { ticket_id: 5 as never, text: 'abc' }),
    ).resolves.toEqual({ id: 3 });
  });

  it('refuse a second handler and name both', () => {
    const { bus } = makeBus();
    connectBus(bus.join('host')).handle('toast', () => {});
    expect(() => connectBus(bus.join('rogue')).handle('toast', () => {})).toThrow(/handled by host; rogue/);
  });

  it('tell the sender when nobody handles them', async () => {
    const { bus } = makeBus();
    await expect(connectBus(bus.join('list')).send('list.refresh', {})).rejects.toMatchObject({
      name: 'CommandError',
      kind: 'no-handler',
      topic: 'list.refresh@1',
    });
  });

  it('time out, name the silent handler and ignore what it says later', async () => {
    jest.useFakeTimers();
    try {
      const { bus } = makeBus();
      let finish = () => {};
      connectBus(bus.join('list')).handle('list.refresh', () => new Promise<void>((resolve) => (finish = resolve)));
      const sent = connectBus(bus.join('host')).send('list.refresh', {});
      const outcome = sent.catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(COMMAND_TIMEOUT_MS);
      expect(await outcome).toMatchObject({ kind: 'timeout', message: expect.stringContaining('list did not answer') });
      finish();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('give the sender what the handler threw, as a failure, and report the handler by name', async () => {
    const { bus, faults } = makeBus();
    connectBus(bus.join('conversation')).handle('reply.insert', () => {
      throw new Error('The ticket is closed.');
    });
    const sent = connectBus(bus.join('quick-replies')).send('reply.insert', { ticket_id: 5 as never, text: 'x' });
    await expect(sent).rejects.toMatchObject({ kind: 'failed', message: 'The ticket is closed.' });
    await expect(sent).rejects.toBeInstanceOf(CommandError);
    expect(faults).toMatchObject([{ who: 'conversation', topic: 'reply.insert@1' }]);
  });

  it('hand on a refusal that the handler worded itself', async () => {
    const { bus, faults } = makeBus();
    const refusal = new CommandError('failed', 'toast@1', 'Not now.');
    connectBus(bus.join('host')).handle('toast', () => Promise.reject(refusal));
    await expect(connectBus(bus.join('list')).send('toast', { kind: 'info', text: 'x' })).rejects.toBe(refusal);
    expect(faults).toEqual([]);
  });
});

describe('payloads that do not fit their schema', () => {
  const odd = { seq: 'four' } as never;

  it('are refused where they leave', () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    expect(() => host.emit('live.resync', odd)).toThrow();
    expect(() => host.own('agentStatus').set('asleep' as never)).toThrow();
  });

  it('do not enter a panel when a stranger put them on the bare bus: they are reported by reader and topic', () => {
    const { bus, faults } = makeBus();
    const panel = connectBus(bus.join('list'));
    const events = seenOf(panel.events('live.resync'));
    const states = seenOf(panel.state('agentStatus'));
    const stranger = bus.join('stranger');
    stranger.emit('live.resync@1', odd);
    stranger.own('agentStatus@1').set(42);
    expect([events.values, states.values]).toEqual([[], []]);
    expect(faults.map(({ who, topic }) => `${who} ${topic}`)).toEqual(['list live.resync@1', 'list agentStatus@1']);
    stranger.emit('live.resync@1', { seq: 4 });
    expect(events.values).toEqual([{ seq: 4 }]);
  });

  it('of a command are refused at both ends with a typed error', async () => {
    const { bus } = makeBus();
    const handler = jest.fn();
    connectBus(bus.join('host')).handle('toast', handler as () => void);
    await expect(
      connectBus(bus.join('list')).send('toast', { kind: 'loud', text: 'x' } as never),
    ).rejects.toMatchObject({
      kind: 'bad-payload',
      topic: 'toast@1',
    });
    await expect(bus.join('stranger').send('toast@1', { text: 5 }, 1000)).rejects.toMatchObject({
      kind: 'bad-payload',
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('of an answer are refused too, as the failure of whoever gave it', async () => {
    const { bus } = makeBus();
    connectBus(bus.join('conversation')).handle('reply.send', () => ({ id: 'nine' }) as never);
    const sent = connectBus(bus.join('quick-replies')).send('reply.send', { ticket_id: 5 as never, text: 'x' });
    await expect(sent).rejects.toMatchObject({ name: 'CommandError', kind: 'failed' });
    bus.join('stranger').handle('list.refresh@1', () => 'not nothing');
    await expect(connectBus(bus.join('host')).send('list.refresh', {})).rejects.toMatchObject({
      name: 'CommandError',
      kind: 'failed',
    });
  });
});

describe('a payload', () => {
  it('is parsed once, where it enters the bus, however many hear of it', () => {
    const { bus } = makeBus();
    const schema = topicOf('live.resync').schema;
    const parse = jest.spyOn(schema, 'parse');
    const heard: unknown[] = [];
    for (const who of ['a', 'b', 'c', 'd', 'e'])
      connectBus(bus.join(who)).onEvent('live.resync', (told) => heard.push(told));
    const known = readOnce(schema, { seq: 4 });
    connectBus(bus.join('host')).emit('live.resync', known as { seq: number });
    expect(heard).toEqual(Array.from({ length: 5 }, () => ({ seq: 4 })));
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});

describe('versions', () => {
  it('of one topic live side by side: each subscriber hears only its own', () => {
    const bus = makeBus().bus.join('host');
    const old = seenOf(bus.events('ticket.moved@1'));
    const current = seenOf(bus.events('ticket.moved@2'));
    bus.emit('ticket.moved@1', { id: 4 });
    bus.emit('ticket.moved@2', { ticket: { id: 4 } });
    expect(old.values).toEqual([{ id: 4 }]);
    expect(current.values).toEqual([{ ticket: { id: 4 } }]);
  });

  it('of one state or command have an owner and a handler each', async () => {
    const bus = makeBus().bus.join('host');
    bus.own('mode@1').set('dark');
    bus.own('mode@2').set({ mode: 'dark' });
    expect(seenOf(bus.state('mode@1')).values).toEqual(['dark']);
    expect(seenOf(bus.state('mode@2')).values).toEqual([{ mode: 'dark' }]);
    bus.handle('open@1', () => 'one');
    bus.handle('open@2', () => 'two');
    await expect(bus.send('open@1', {}, 1000)).resolves.toBe('one');
    await expect(bus.send('open@2', {}, 1000)).resolves.toBe('two');
  });

  it('stand in the key under which a topic travels', () => {
    expect(topicKey('agentStatus')).toBe('agentStatus@1');
    expect(topicKey('live.tickets.tickets')).toBe('live.tickets.tickets@1');
  });
});

describe('payloads', () => {
  it('are frozen to their depth, so that no subscriber changes what another one sees', () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    const bare = bus.join('host');
    bare.events('nested@1').subscribe((value) => {
      expect(Object.isFrozen(value)).toBe(true);
      expect(() => {
        (value as { list: { n: number }[] }).list[0]!.n = 2;
      }).toThrow(TypeError);
    });
    const other = seenOf(bare.events('nested@1'));
    bare.emit('nested@1', { list: [{ n: 1 }] });
    expect(other.values).toEqual([{ list: [{ n: 1 }] }]);

    const checked = host.own('list.checked');
    checked.set({ ids: [], all: true });
    const [value] = seenOf(connectBus(bus.join('list')).state('list.checked')).values;
    expect(() => Object.assign(value!, { all: false })).toThrow(TypeError);
  });

  it('of commands are frozen before the handler sees them', async () => {
    const bus = makeBus().bus.join('host');
    bus.handle('change@1', (payload) => Object.isFrozen(payload));
    await expect(bus.send('change@1', { a: 1 }, 1000)).resolves.toBe(true);
  });
});

describe('a party that declares its topics', () => {
  const declared = { consumes: ['list.refresh@1', 'act.list@1'], produces: ['list.checked@1', 'toast@1', 'act.*@1'] };

  it('publishes and handles these', async () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    host.handle('toast', () => undefined);
    host.handle('act.weather', () => undefined);
    const list = connectBus(bus.join('list', declared));
    list.own('list.checked').set({ ids: [], all: true });
    list.handle('list.refresh', () => undefined);
    list.handle('act.list', () => undefined);
    const sent = [list.send('toast', { kind: 'info', text: 'Hello' }), list.send('act.weather', { action: 'show' })];
    await expect(Promise.all(sent)).resolves.toEqual([undefined, undefined]);
  });

  it('and nothing else: who tries is told what is missing in the declaration', async () => {
    const { bus } = makeBus();
    const list = connectBus(bus.join('list', declared));
    expect(() => list.own('list.filters')).toThrow('list does not declare that it produces list.filters@1');
    expect(() => list.emit('ticket.changed', { tickets: [] })).toThrow('that it produces ticket.changed@1');
    expect(() => list.handle('reply.insert', () => undefined)).toThrow('that it consumes reply.insert@1');
    await expect(list.send('list.refresh', {})).rejects.toThrow('that it produces list.refresh@1');
  });
});

describe('a client that is disposed of', () => {
  it('hears nothing more, owns nothing more and handles nothing more', async () => {
    const { bus } = makeBus();
    const panel = connectBus(bus.join('panel'));
    const heard: unknown[] = [];
    panel.onEvent('live.resync', (event) => heard.push(event));
    panel.onState('agentStatus', (status) => heard.push(status));
    panel.own('draft.present');
    panel.handle('list.refresh', () => {});
    panel.dispose();

    const host = connectBus(bus.join('host'));
    host.emit('live.resync', { seq: 1 });
    host.own('agentStatus').set(AGENT_STATUSES[0]);
    expect(heard).toEqual([]);
    await expect(host.send('list.refresh', {})).rejects.toMatchObject({ kind: 'no-handler' });
    expect(() => host.own('draft.present')).not.toThrow();
    expect(() => host.handle('list.refresh', () => {})).not.toThrow();
  });

  it('can be disposed of twice, and its single ends as well', () => {
    const { bus } = makeBus();
    const panel = connectBus(bus.join('panel'));
    const stop = panel.onEvent('live.resync', () => {});
    stop();
    stop();
    panel.dispose();
    expect(() => panel.dispose()).not.toThrow();
  });
});

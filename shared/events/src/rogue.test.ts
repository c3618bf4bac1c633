import { describe, expect, it, jest } from '@jest/globals';
import { createBus, type BusEntry, type BusFault } from './bus';
import { connectBus } from './connect';
import { BURST, PER_SECOND } from './quota';
import { isKnownTopic, knownTopic } from './known-topics';

function makeBus() {
  const faults: BusFault[] = [];
  const clock = { now: 0 };
  return {
    bus: createBus(
      (fault) => faults.push(fault),
      () => clock.now,
    ),
    faults,
    clock,
  };
}

const EVERYTHING = [
  'session@1',
  'ticket.current@1',
  'list.filters@1',
  'ticket.changed@1',
  'ticket.likely@1',
  'toast@1',
  'reply.send@1',
  'live.*@1',
  'live.resync@1',
  'act.*@1',
  'actions.list@1',
  'actions.rogue@1',
  'act.rogue@1',
  'ticket.open@2',
  'weather@1',
];
const declaresAll = { consumes: EVERYTHING, produces: EVERYTHING };

/** What the party says of an attempt that is refused. */
function refusalOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return String(error);
  }
  return 'it was let through';
}

describe('a panel that reaches for what is not its own', () => {
  it.each([
    ['the state of the shell', 'session@1'],
    ['the state of a neighbour in another slot', 'ticket.current@1'],
    ['what a neighbour offers', 'actions.list@1'],
  ] as const)('may not own %s, whatever it declares', (_, topic) => {
    const { bus, faults } = makeBus();
    const rogue = bus.join('rogue', { ...declaresAll, slot: 'side' });
    expect(refusalOf(() => rogue.own(topic))).toMatch(new RegExp(`rogue may not have ${topic}`));
    expect(faults).toMatchObject([{ who: 'rogue', topic }]);
    expect(() => connectBus(bus.join('host')).own('session')).not.toThrow();
  });

  it.each(['toast@1', 'reply.send@1', 'act.list@1'] as const)('may not handle %s', (topic) => {
    const { bus, faults } = makeBus();
    const rogue = bus.join('rogue', { ...declaresAll, slot: 'side' });
    expect(refusalOf(() => rogue.handle(topic, () => undefined))).toMatch(`rogue may not have ${topic}`);
    expect(faults).toMatchObject([{ who: 'rogue', topic }]);
  });

  it.each(['live.tickets.tickets@1', 'live.resync@1', 'ticket.likely@1'] as const)('may not emit %s', (topic) => {
    const { bus, faults } = makeBus();
    const heard = jest.fn();
    bus.join('host').events(topic).subscribe(heard);
    const rogue = bus.join('rogue', { ...declaresAll, slot: 'side' });
    expect(refusalOf(() => rogue.emit(topic, { seq: 1, id: 1 }))).toMatch(`rogue may not have ${topic}`);
    expect(heard).not.toHaveBeenCalled();
    expect(faults).toMatchObject([{ who: 'rogue', topic }]);
  });

  it('may have what belongs to the panel of its slot, and its own two topics', () => {
    const { bus, faults } = makeBus();
    const rogue = bus.join('rogue', { ...declaresAll, slot: 'main' });
    rogue.own('ticket.current@1').set({ ticket: null });
    rogue.own('actions.rogue@1').set({ actions: [] });
    rogue.handle('act.rogue@1', () => undefined);
    rogue.handle('reply.send@1', () => ({ id: 1 }));
    expect(refusalOf(() => rogue.own('list.filters@1'))).toMatch('which is list’s');
    expect(faults).toHaveLength(1);
  });

  it('is alone in a page without slots: there it has what it declares, but for the shell’s', () => {
    const rogue = makeBus().bus.join('rogue', declaresAll);
    expect(() => rogue.own('ticket.current@1')).not.toThrow();
    expect(refusalOf(() => rogue.own('session@1'))).toMatch('rogue may not have session@1, which is host’s');
  });

  it('is known by the name under which it joined, and has no way to another', () => {
    const { bus } = makeBus();
    const rogue = bus.join('rogue', { ...declaresAll, slot: 'main' });
    expect(() => Object.assign(rogue, { who: 'host' })).toThrow(TypeError);
    rogue.own('ticket.current@1');
    expect(() => bus.join('host').own('ticket.current@1')).toThrow(/owned by rogue/);
    const owned = bus.join('other', { ...declaresAll, slot: 'list' }).own('list.filters@1');
    expect(Object.isFrozen(owned)).toBe(true);
  });
});

describe('a topic that a panel does not declare', () => {
  const declared = { consumes: ['ticket.open@1'], produces: ['toast@1'], slot: 'side' };

  it('cannot be subscribed to or published on: the error names both, and it is a fault of the panel', async () => {
    const { bus, faults } = makeBus();
    const panel = connectBus(bus.join('loyalty', declared));
    expect(() => panel.state('session')).toThrow('loyalty does not declare that it consumes session@1');
    expect(() => panel.onEvent('live.resync', () => undefined)).toThrow('that it consumes live.resync@1');
    expect(() => panel.emit('ticket.changed', { tickets: [] })).toThrow('that it produces ticket.changed@1');
    await expect(panel.send('list.refresh', {})).rejects.toMatchObject({
      kind: 'refused',
      message: 'loyalty does not declare that it produces list.refresh@1',
    });
    expect(faults.map(({ who, topic }) => `${who} ${topic}`)).toEqual([
      'loyalty session@1',
      'loyalty live.resync@1',
      'loyalty ticket.changed@1',
      'loyalty list.refresh@1',
    ]);
  });

  it('is reported once when it is touched in a listener, and the neighbours hear what they came for', () => {
    const { bus, faults } = makeBus();
    const host = connectBus(bus.join('host'));
    const broken = connectBus(bus.join('loyalty', declared));
    broken.onState('ticket.open', () => broken.emit('ticket.changed', { tickets: [] }));
    const heard: unknown[] = [];
    connectBus(bus.join('next', declared)).onState('ticket.open', (value) => heard.push(value));
    host.own('ticket.open').set({ id: null });
    expect(heard).toEqual([{ id: null }]);
    expect(faults).toHaveLength(1);
  });
});

describe('a topic that the page does not know', () => {
  it.each(['ticket.open@2', 'weather@1'] as const)('is refused by name: %s', (topic) => {
    const { bus, faults } = makeBus();
    const rogue = bus.join('rogue', declaresAll);
    expect(refusalOf(() => rogue.state(topic))).toMatch(`rogue declares ${topic}, which this page does not know`);
    expect(faults).toMatchObject([{ who: 'rogue', topic }]);
  });

  it.each([
    ['ticket.open@1', true],
    ['ticket.open@2', false],
    ['live.*@1', true],
    ['live.*@2', false],
    ['live.tickets.tickets@1', true],
    ['act.*@1', true],
    ['act.anybody@1', true],
    ['actions.anybody@2', false],
    ['unsent.anybody@1', true],
    ['unsent.anybody@2', false],
    ['constructor@1', false],
    ['toString@undefined', false],
    ['nonsense', false],
  ])('is told from one that it knows: %s %s', (topic, expected) => {
    expect(isKnownTopic(topic)).toBe(expected);
  });

  it('and a state is no event', () => {
    const { bus } = makeBus();
    expect(refusalOf(() => bus.join('rogue', declaresAll).events('session@1'))).toMatch('it is a state');
    expect(knownTopic('reply.send@1')).toMatchObject({ kind: 'command', owner: 'main' });
  });
});

describe('a payload that does not fit', () => {
  it('goes no further when it is published past the typed client', () => {
    const { bus, faults } = makeBus();
    const heard = jest.fn();
    bus.join('host').events('ticket.changed@1').subscribe(heard);
    const rogue = bus.join('rogue', declaresAll);
    expect(refusalOf(() => rogue.emit('ticket.changed@1', { tickets: 'all' }))).toMatch('what does not fit');
    expect(heard).not.toHaveBeenCalled();
    expect(faults).toMatchObject([{ who: 'rogue', topic: 'ticket.changed@1' }]);
  });
});

describe('a burst', () => {
  const publish = (panel: ReturnType<typeof connectBus>, times: number) => {
    let through = 0;
    for (let turn = 0; turn < times; turn += 1) {
      try {
        panel.emit('ticket.changed', { tickets: [] });
        through += 1;
      } catch {
        // Counted by what is missing.
      }
    }
    return through;
  };

  it('of one panel is limited and named once, and costs the others nothing', () => {
    const { bus, faults, clock } = makeBus();
    const rogue = connectBus(bus.join('rogue', declaresAll));
    const next = connectBus(bus.join('next', declaresAll));
    expect(publish(rogue, BURST + 5_000)).toBe(BURST);
    expect(publish(next, 100)).toBe(100);
    expect(faults).toMatchObject([{ who: 'rogue', topic: 'ticket.changed@1' }]);
    expect(String(faults[0]?.error)).toContain('rogue publishes too much');
    clock.now += 500;
    expect(publish(rogue, BURST)).toBe(PER_SECOND / 2);
    expect(faults).toHaveLength(1);
  });

  it('ends: a panel that rests may publish again, and its next burst is named again', () => {
    const { bus, faults, clock } = makeBus();
    const rogue = connectBus(bus.join('rogue', declaresAll));
    publish(rogue, BURST + 1);
    clock.now += 60_000;
    expect(publish(rogue, BURST)).toBe(BURST);
    publish(rogue, 1);
    expect(faults).toHaveLength(2);
  });

  it('counts states and commands as well', async () => {
    const { bus } = makeBus();
    const rogue = connectBus(bus.join('rogue', { ...declaresAll, slot: 'main' }));
    const current = rogue.own('ticket.current');
    for (let turn = 0; turn < BURST; turn += 1) current.set({ ticket: null });
    expect(() => current.set({ ticket: null })).toThrow('rogue publishes too much');
    await expect(rogue.send('toast', { kind: 'info', text: 'x' })).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('who looks into the bus', () => {
  it('sees all that passes, by whom, with faults, until it looks away', async () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    const entries: BusEntry[] = [];
    const stop = bus.watch((entry) => entries.push(entry));
    host.handle('toast', () => undefined);
    host.own('agentStatus').set('break');
    host.emit('live.resync', { seq: 4 });
    const panel = connectBus(bus.join('loyalty', { consumes: [], produces: ['toast@1'] }));
    await panel.send('toast', { kind: 'info', text: 'Hi' });
    expect(() => panel.emit('ticket.changed', { tickets: [] })).toThrow();
    expect(entries.map(({ kind, who, topic }) => `${kind} ${who} ${topic}`)).toEqual([
      'state host agentStatus@1',
      'event host live.resync@1',
      'command loyalty toast@1',
      'answer host toast@1',
      'fault loyalty ticket.changed@1',
    ]);
    expect(entries[2]?.payload).toEqual({ kind: 'info', text: 'Hi' });
    stop();
    host.emit('live.resync', { seq: 5 });
    expect(entries).toHaveLength(5);
  });
});

describe('a party that leaves', () => {
  it('leaves no subscription, ownership or handler behind, and what it answers late still reaches the others', async () => {
    const { bus } = makeBus();
    const host = connectBus(bus.join('host'));
    const port = bus.join('rogue', { ...declaresAll, slot: 'list' });
    const heard: unknown[] = [];
    port.events('live.resync@1').subscribe((value) => heard.push(value));
    port.own('list.filters@1');
    port.handle('act.rogue@1', () => undefined);
    port.leave();
    host.emit('live.resync', { seq: 1 });
    expect(heard).toEqual([]);
    expect(() => bus.join('next', { ...declaresAll, slot: 'list' }).own('list.filters@1')).not.toThrow();
    await expect(host.send('act.rogue', { action: 'x' })).rejects.toMatchObject({ kind: 'no-handler' });
    const told = jest.fn();
    host.onEvent('ticket.changed', told);
    port.emit('ticket.changed@1', { tickets: [] });
    expect(told).toHaveBeenCalledTimes(1);
  });
});

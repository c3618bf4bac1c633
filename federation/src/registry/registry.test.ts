import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseRelease,
  EMPTY_REGISTRY,
  endCanary,
  parseRegistry,
  promote,
  publish,
  RegistryError,
  rollBack,
  servedRegistry,
  setEnabled,
  startCanary,
  writtenRegistry,
  type PanelEntry,
  type Registry,
  type Release,
} from './registry';

const release = (version: string, name = 'conversation'): Release => ({
  name,
  version,
  contract: '1',
  consumes: ['ticket.open@1'],
  produces: [],
  entry: `/panels/${name}/${version}/mf-manifest.json`,
  integrity: {},
  published_at: '2026-01-02T03:04:05.000Z',
});

const [first, second, third] = ['0.1.0-a', '0.1.0-b', '0.1.0-c'].map((version) => release(version)) as [
  Release,
  Release,
  Release,
];

const panel = (registry: Registry): PanelEntry => registry.panels['conversation']!;

describe('publishing', () => {
  it('gives the release to everybody and raises the revision by one', () => {
    const registry = publish(EMPTY_REGISTRY, first);
    expect(registry.revision).toBe(1);
    expect(chooseRelease(panel(registry), '7')?.version).toBe('0.1.0-a');
  });

  it('changes nothing when the release is live already', () => {
    const registry = publish(EMPTY_REGISTRY, first);
    expect(publish(registry, first)).toBe(registry);
  });

  it('leaves other panels and a switched-off state alone', () => {
    const before = setEnabled(
      publish(publish(EMPTY_REGISTRY, first), release('1.0.0', 'ticket-list')),
      'conversation',
      false,
    );
    const after = publish(before, second);
    expect(after.panels['ticket-list']).toBe(before.panels['ticket-list']);
    expect(panel(after).enabled).toBe(false);
  });

  it('ends a canary, also with the version of the canary', () => {
    const canary = startCanary(publish(EMPTY_REGISTRY, first), second, 10, 'seed');
    expect(panel(publish(canary, second)).canary).toBeUndefined();
    expect(panel(publish(canary, first)).canary).toBeUndefined();
  });
});

describe('rolling back', () => {
  const live = publish(publish(publish(EMPTY_REGISTRY, first), second), third);
  const lived = [first, second, third];

  it.each([
    ['to the one before', undefined, '0.1.0-b'],
    ['to the one named', '0.1.0-a', '0.1.0-a'],
  ])('goes %s', (_, version, expected) => {
    expect(panel(rollBack(live, 'conversation', lived, version)).version).toBe(expected);
  });

  it('goes one further back when it is done twice', () => {
    const once = rollBack(live, 'conversation', lived);
    expect(panel(rollBack(once, 'conversation', [...lived, second])).version).toBe('0.1.0-a');
  });

  it('never lands on a release that was taken back before, until somebody publishes that once more', () => {
    const back = rollBack(live, 'conversation', lived);
    const fourth = release('0.1.0-d');
    const later = publish(back, fourth);
    const again = rollBack(later, 'conversation', [...lived, second, fourth]);
    expect(panel(again).version).toBe('0.1.0-b');
    expect(panel(again).taken_back).toEqual(['0.1.0-c', '0.1.0-d']);
    expect(panel(publish(again, third)).taken_back).toEqual(['0.1.0-d']);
  });

  it('takes a canary back first, and leaves alone what everybody has', () => {
    const canary = startCanary(publish(EMPTY_REGISTRY, first), second, 10, 'seed');
    const back = rollBack(canary, 'conversation', [first]);
    expect(panel(back)).toMatchObject({ version: '0.1.0-a', taken_back: ['0.1.0-b'] });
    expect(panel(back).canary).toBeUndefined();
  });

  it.each<[string, Registry, string, string | undefined, Release[]?]>([
    ['nothing was live before', live, 'conversation', undefined, [third]],
    ['the version was never published', live, 'conversation', '9.9.9'],
    ['the version is live', live, 'conversation', '0.1.0-c'],
    ['the panel is unknown', live, 'quick-replies', undefined],
  ])('is refused when %s', (_, registry, name, version, before = lived) => {
    expect(() => rollBack(registry, name, before, version)).toThrow(RegistryError);
  });
});

describe('a canary', () => {
  const share = (percent: number, seed = 'seed') =>
    panel(startCanary(publish(EMPTY_REGISTRY, first), second, percent, seed));
  const agents = Array.from({ length: 4000 }, (_, index) => String(index + 1));
  const chosen = (entry: PanelEntry) => agents.filter((agent) => chooseRelease(entry, agent)?.version === '0.1.0-b');

  it.each([1, 10, 50, 90])('of %d %% reaches about that share of the agents', (percent) => {
    expect((chosen(share(percent)).length / agents.length) * 100).toBeCloseTo(percent, -0.6);
  });

  it('of 100 % reaches everybody and of 0 % ends', () => {
    expect(chosen(share(100))).toHaveLength(agents.length);
    expect(share(0).canary).toBeUndefined();
  });

  it('reaches other agents under another seed', () => {
    expect(chosen(share(10, 'a'))).not.toEqual(chosen(share(10, 'b')));
  });

  it('keeps every agent who has it when its share grows', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (agent, larger, part) => {
          const smaller = Math.max(larger * part, Number.MIN_VALUE);
          const before = chooseRelease(share(smaller), agent)?.version;
          fc.pre(before === '0.1.0-b');
          expect(chooseRelease(share(larger), agent)?.version).toBe('0.1.0-b');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives everybody the stable version again when it is ended', () => {
    const registry = startCanary(publish(EMPTY_REGISTRY, first), second, 50, 'seed');
    const after = endCanary(registry, 'conversation');
    expect(chosen(panel(after))).toEqual([]);
    expect(endCanary(after, 'conversation')).toBe(after);
  });

  it('goes to everybody when it is promoted', () => {
    const promoted = promote(startCanary(publish(EMPTY_REGISTRY, first), second, 10, 'seed'), 'conversation');
    expect(panel(promoted).version).toBe('0.1.0-b');
    expect(panel(promoted).canary).toBeUndefined();
    expect(() => promote(promoted, 'conversation')).toThrow(RegistryError);
  });

  it('is refused for the version that is live', () => {
    expect(() => startCanary(publish(EMPTY_REGISTRY, first), first, 10, 'seed')).toThrow(RegistryError);
  });
});

it('raises the revision by exactly one with every change, whatever the order of changes', () => {
  const step = fc.oneof(
    fc.constantFrom(first, second, third).map((one) => (registry: Registry) => publish(registry, one)),
    fc.tuple(fc.constantFrom(first, second, third), fc.integer({ min: 0, max: 100 })).map(
      ([one, percent]) =>
        (registry: Registry) =>
          startCanary(registry, one, percent, 'seed'),
    ),
    fc.boolean().map((enabled) => (registry: Registry) => setEnabled(registry, 'conversation', enabled)),
    fc.constant((registry: Registry) => rollBack(registry, 'conversation', [first, second, third])),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let registry: Registry = EMPTY_REGISTRY;
      for (const change of steps) {
        let next = registry;
        try {
          next = change(registry);
        } catch (error) {
          expect(error).toBeInstanceOf(RegistryError);
        }
        expect(next === registry || next.revision === registry.revision + 1).toBe(true);
        registry = next;
      }
    }),
  );
});

describe('the first version of a panel, given to a share of the agents', () => {
  const agents = Array.from({ length: 400 }, (_, index) => String(index + 1));
  const whoHave = (registry: Registry) => agents.filter((agent) => chooseRelease(panel(registry), agent) !== null);
  const canary = startCanary(EMPTY_REGISTRY, first, 10, 'seed');

  it('is had by them and by nobody else, and by more as the share grows', () => {
    const few = whoHave(canary);
    expect(few.length).toBeGreaterThan(20);
    expect(few.length).toBeLessThan(60);
    expect(canary.revision).toBe(1);
    expect(whoHave(startCanary(canary, first, 50, 'seed'))).toEqual(expect.arrayContaining(few));
    expect(whoHave(startCanary(canary, second, 10, 'seed'))).toEqual(few);
    expect(panel(startCanary(canary, second, 10, 'seed')).version).toBe('0.1.0-b');
  });

  it('goes to everybody when it is promoted, or published', () => {
    for (const live of [promote(canary, 'conversation'), publish(canary, first), publish(canary, second)]) {
      expect(whoHave(live)).toEqual(agents);
      expect(panel(live)).toMatchObject({ enabled: true });
    }
  });

  it.each([
    ['taken back', (registry: Registry) => rollBack(registry, 'conversation', [])],
    ['ended', (registry: Registry) => endCanary(registry, 'conversation')],
  ])('is had by nobody once it is %s, until a version is given out again', (_, end) => {
    const ended = end(canary);
    expect(panel(ended)).toMatchObject({ enabled: false, taken_back: ['0.1.0-a'] });
    expect(end(ended)).toBe(ended);
    expect(() => promote(ended, 'conversation')).toThrow(RegistryError);
    expect(panel(startCanary(ended, second, 10, 'seed'))).toMatchObject({ enabled: true, taken_back: ['0.1.0-a'] });
    expect(panel(publish(ended, second))).toMatchObject({ enabled: true });
  });

  it('stays switched off by an operator', () => {
    const off = setEnabled(canary, 'conversation', false);
    expect(panel(startCanary(off, second, 10, 'seed')).enabled).toBe(false);
    expect(panel(setEnabled(off, 'conversation', true))).toEqual(panel(canary));
  });

  it('is written and served where readers that know of no shares do not find it', () => {
    for (const written of [writtenRegistry(canary), servedRegistry(canary)]) {
      expect(written.panels).toEqual({});
      expect(panel(parseRegistry(JSON.parse(JSON.stringify(written)), () => undefined))).toEqual(panel(canary));
    }
  });
});

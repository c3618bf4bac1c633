import { describe, expect, it } from '@jest/globals';
import { ROOT } from './paths.mjs';
import { readWorkspace, withDependencies } from './workspace.mjs';

const packages = readWorkspace(ROOT);

describe('the workspace', () => {
  it('has every room of the house', () => {
    expect(packages.map(({ dir }) => dir)).toEqual(
      expect.arrayContaining([
        'host',
        'backend',
        'federation',
        'simulate',
        'e2e',
        'bench',
        'fuzz',
        'cluster',
        'embed',
        ...['domain', 'events', 'api', 'ui', 'panel', 'shell'].map((name) => `shared/${name}`),
        ...['ticket-list', 'conversation', 'customer-panel', 'quick-replies', 'operations', 'status'].map(
          (name) => `remotes/${name}`,
        ),
      ]),
    );
  });

  it('follows dependencies to the ground floor, each package once', () => {
    const names = withDependencies('@inbox/conversation', packages).map(({ name }) => name);
    expect(names[0]).toBe('@inbox/conversation');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        '@inbox/domain',
        '@inbox/events',
        '@inbox/api',
        '@inbox/ui',
        '@inbox/panel',
        '@inbox/federation',
      ]),
    );
    expect(names).not.toContain('@inbox/host');
  });

  it('refuses a dependency that is in no folder', () => {
    expect(() => withDependencies('@inbox/nowhere', packages)).toThrow('@inbox/nowhere');
  });
});

/** The floors of the house: what each room may name in its package.json, so that no dynamic import gets around lint. */
describe('a room depends on lower floors only', () => {
  const shared = ['@inbox/domain', '@inbox/events', '@inbox/api', '@inbox/ui', '@inbox/panel'];
  const panel = [...shared, '@inbox/federation'];
  const page = [...panel, '@inbox/shell'];
  it.each([
    ['@inbox/domain', []],
    ['@inbox/events', ['@inbox/domain']],
    ['@inbox/api', ['@inbox/domain']],
    ['@inbox/ui', ['@inbox/domain']],
    ['@inbox/panel', ['@inbox/domain', '@inbox/events', '@inbox/api', '@inbox/ui']],
    ['@inbox/ticket-list', panel],
    ['@inbox/conversation', panel],
    ['@inbox/customer-panel', panel],
    ['@inbox/quick-replies', panel],
    ['@inbox/shell', panel],
    ['@inbox/host', page],
    ['@inbox/embed', page],
    // The demo data speaks for customers through the simulator's builders.
    ['@inbox/backend', ['@inbox/domain', '@inbox/api', '@inbox/federation', '@inbox/simulate']],
    ['@inbox/federation', ['@inbox/panel']],
    ['@inbox/simulate', ['@inbox/domain']],
  ])('%s', (name, allowed) => {
    const uses = packages.find((each) => each.name === name)?.uses;
    expect(uses).toBeDefined();
    expect(allowed).toEqual(expect.arrayContaining(uses ?? []));
  });
});

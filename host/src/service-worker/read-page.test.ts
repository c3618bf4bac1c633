import { describe, expect, it } from '@jest/globals';
import { readPage, wantedFiles } from './read-page';
import { filesOf, hashOf, ORIGIN } from './worker-testing';

const PAGE = `${ORIGIN}/inbox/tickets`;
const html = filesOf()['/inbox/tickets'] ?? '';

describe('a page', () => {
  it('says its shell, the list of its files, its registry, and what it begins with', () => {
    expect(readPage(html, PAGE)).toMatchObject({
      hostVersion: '1.0.0-a',
      list: expect.stringMatching(/^files\.[\da-f]{10}\.json$/),
      registry: { revision: 1, panels: { list: { version: '1.0.0-panel' } } },
      needed: [expect.stringMatching(/\/host\.[\da-f]{10}\.js$/), `${ORIGIN}/panels/list/1.0.0-panel/panel.js`],
    });
  });

  it.each([
    ['of a proxy', '<html><body>Please sign in</body></html>'],
    ['of a shell from before', html.replace(/ data-host-files="[^"]*"/, '')],
    ['without a registry', html.replace('id="inbox-registry"', 'id="other"')],
    ['whose list lies elsewhere', html.replace(/data-host-files="/, 'data-host-files="https://evil.test/')],
    ['half of it', html.slice(0, html.length / 2)],
    ['whose registry is none', html.replace('{"revision":1', '{"revision":"x"')],
    ['empty', ''],
  ])('that is none of the inbox is not stored: %s', (_, text) => {
    expect(readPage(text, PAGE)).toBeNull();
  });
});

describe('the files that are wanted', () => {
  const shell = { 'later.0123456789.js': 'sha256-l', 'host.0123456789.js': 'sha256-h' };
  const wanted = (release: Parameters<typeof filesOf>[0], agent = '7') => {
    const facts = readPage(filesOf(release)['/inbox/tickets'] ?? '', PAGE);
    return facts && wantedFiles({ ...facts, needed: [`${ORIGIN}/host.0123456789.js`] }, shell, agent, PAGE);
  };

  it('are those of the shell and of the panels, first what the page begins with', () => {
    expect(Object.entries(wanted({}) ?? {})).toEqual([
      [`${ORIGIN}/host.0123456789.js`, 'sha256-h'],
      [`${ORIGIN}/later.0123456789.js`, 'sha256-l'],
      [`${ORIGIN}/panels/list/1.0.0-panel/panel.js`, hashOf('panel')],
    ]);
  });

  it.each([
    ['of a canary for everybody, the canary’s', { canary: { panel: 'canary', percent: 100 } }, ['canary']],
    ['of a canary for nobody, the stable ones', { canary: { panel: 'canary', percent: 0 } }, ['panel']],
    ['of a panel that is switched off, none', { enabled: false }, []],
  ])('are, %s', (_, release, panels) => {
    const addresses = Object.keys(wanted(release) ?? {}).filter((address) => address.includes('/panels/'));
    expect(addresses).toEqual(panels.map((name) => `${ORIGIN}/panels/list/1.0.0-${name}/panel.js`));
  });
});

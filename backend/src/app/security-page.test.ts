import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servePanelRoutes } from '../panels/panel-routes';
import { serveInsights } from '../main-site/insights';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { findRoot } from './settings/root';

const root = findRoot();
const page = readFileSync(join(root, 'docs/operators/security.md'), 'utf8');

/** The routes that the page names; a star at the end matches any rest. */
const namedRoutes = [...page.matchAll(/^Routes: (.*)$/gm)].flatMap(([, line = '']) =>
  [...line.matchAll(/`(\/[^`]*)`/g)].map(([, route = '']) => route),
);

/** A row: initial of STRIDE, threat, protection, tests. */
const rows = [...page.matchAll(/^\| ([STRIDE]) +\|(.*)\|$/gm)].map(([, letter = '', cells = '']) => ({
  letter,
  threat: cells.split('|')[0]?.trim() ?? '',
  tests: [...(cells.split('|').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
}));

/** `/*` is the page of the shell, and matches no other route. */
const isNamed = (url: string): boolean =>
  namedRoutes.some(
    (named) => named === url || (named !== '/*' && named.endsWith('/*') && `${url}/`.startsWith(named.slice(0, -1))),
  );

/** Functions that serve routes at the start, and the routes that this test cannot serve without a build. */
const SERVED: Record<string, readonly string[]> = {
  serveApi: [],
  serveHealth: [],
  serveMainSite: [],
  serveWebhooks: [],
  servePanelRoutes: [],
  serveInsights: [],
  serveCellRoutes: ['/cell/whose', '/cell/gone'],
  serveBuilt: ['/', '/panels/*', '/registry.json', '/service-worker.js'],
  serveFrontEnd: [],
  serveEmbed: ['/embed/versions.json', '/embed/frame', '/embed/:version/*'],
  serveEmbedRoutes: [],
};

let inbox: TestInbox;
const routes = new Set<string>();

beforeAll(async () => {
  inbox = await startTestInbox({ onRoute: (url) => routes.add(url) });
  servePanelRoutes(inbox.app, { context: inbox.context, dataDir: inbox.dataDir });
  serveInsights(inbox.app, join(root, 'examples/analytics'));
  await inbox.app.ready();
});
afterAll(() => inbox.close());

describe('docs/operators/security.md', () => {
  it('names every route of the backend', () => {
    const files = ['inbox.ts', ...readdirSync(join(root, 'backend/src/app/roles')).map((name) => `roles/${name}`)];
    const source = files.map((file) => readFileSync(join(root, 'backend/src/app', file), 'utf8')).join('\n');
    const serving = new Set([...source.matchAll(/\b(serve[A-Z]\w+)\(/g)].map(([, name = '']) => name));
    expect([...serving].sort()).toEqual(Object.keys(SERVED).sort());
    const all = [...routes, ...Object.values(SERVED).flat()];
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((url) => !isNamed(url))).toEqual([]);
  });

  it('has a test for each threat, and only such that exist', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(rows.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('looks at every kind of threat', () => {
    expect([...new Set(rows.map(({ letter }) => letter))].sort()).toEqual(['D', 'E', 'I', 'R', 'S', 'T']);
  });
});

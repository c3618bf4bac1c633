import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderHostHtml } from './html';
import { setEnabled } from '../registry/registry';
import { builtPanel, publishPanel } from '../testing/build';

let home: string;
let data: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'page-'));
  data = join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const build = (version: string) => builtPanel(home, version);

describe("the shell's page", () => {
  const html = '<html><head><title>Inbox</title></head><body></body></html>';

  it('leaves the manifest of a panel for some agents to whoever opens it', async () => {
    const dist = await build('0.1.0-a');
    const facts = JSON.parse(await readFile(join(dist, 'panel.json'), 'utf8')) as { description: object };
    const description = { ...facts.description, when: { permission: 'operate' } };
    await writeFile(join(dist, 'panel.json'), JSON.stringify({ ...facts, description }));
    const { registry } = await publishPanel(data, dist);
    const page = await renderHostHtml('<head></head>', registry, data, true);
    expect(page).toContain('"permission":"operate"');
    expect(page).toContain('"manifests":{}');
    expect(page).not.toContain('rel="preload"');
  });

  it('carries the registry, and preloads with their hashes the scripts without which no panel shows', async () => {
    const { registry, release } = await publishPanel(data, await build('0.1.0-a'));
    const page = await renderHostHtml(html, registry, data, true);
    expect(page).toContain(
      `<link rel="preload" as="script" crossorigin="anonymous" href="/panels/conversation/0.1.0-a/panel.js" integrity="${release.integrity['panel.js']}">`,
    );
    expect(page).not.toContain('href="/panels/conversation/0.1.0-a/heavy.js"');
    const [, json] = /<script type="application\/json" id="inbox-registry">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json ?? '')).toMatchObject({
      registry: { revision: 1, panels: { conversation: { version: release.version, integrity: release.integrity } } },
      manifests: {
        '/panels/conversation/0.1.0-a/mf-manifest.json': { metaData: { globalName: 'conversation' }, shared: [] },
      },
    });
  });

  it('cannot be broken out of by what stands in the registry', async () => {
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    const entry = registry.panels['conversation']!;
    const hostile = { ...registry, panels: { conversation: { ...entry, contract: '</script><script>alert(1)' } } };
    expect(await renderHostHtml(html, hostile, data, true)).not.toContain('<script>alert');
  });

  it('names the other server where one has the panels’ files, with the same hashes', async () => {
    const { registry, release } = await publishPanel(data, await build('0.1.0-a'));
    const page = await renderHostHtml(html, registry, data, true, 'https://cdn.test/inbox');
    const at = 'https://cdn.test/inbox/conversation/0.1.0-a/';
    expect(page).toContain(`href="${at}panel.js" integrity="${release.integrity['panel.js']}"`);
    const [, json] = /<script type="application\/json" id="inbox-registry">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json ?? '')).toMatchObject({
      registry: { panels: { conversation: { entry: `${at}mf-manifest.json`, integrity: release.integrity } } },
      manifests: { [`${at}mf-manifest.json`]: { metaData: { globalName: 'conversation' } } },
    });
  });

  it('preloads only the panels that show first', async () => {
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    const page = await renderHostHtml(html, registry, data, false);
    expect(page).not.toContain('rel="preload"');
    expect(page).toContain('"/panels/conversation/0.1.0-a/mf-manifest.json"');
  });

  it('does not preload a panel that is switched off', async () => {
    const { registry } = await publishPanel(data, await build('0.1.0-a'));
    expect(await renderHostHtml(html, setEnabled(registry, 'conversation', false), data, true)).not.toContain(
      'rel="preload"',
    );
  });
});

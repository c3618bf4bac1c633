import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFacts } from '../publish/publish';
import { publishDist } from '../publish/release-panel';
import { readRegistry } from '../registry/store';

/** A build as the preset leaves it. */
export async function builtPanel(
  home: string,
  version: string,
  code = `run(${version})`,
  name = 'conversation',
): Promise<string> {
  const dist = join(home, `${name}-${version}-${createHash('sha1').update(code).digest('hex')}`);
  await mkdir(dist, { recursive: true });
  const description = { title: name, slot: 'main', order: 0, firstPaint: 'ticket', failed: `${name} failed.` };
  const facts = {
    name,
    version,
    contract: '1',
    consumes: ['ticket.open@1'],
    produces: ['ticket.changed@1'],
    description,
  };
  const manifest = {
    id: name,
    name,
    metaData: {
      globalName: name,
      buildInfo: { buildVersion: version },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      publicPath: 'auto',
    },
    shared: [{ name: 'react' }],
    exposes: [
      {
        name: 'panel',
        path: './panel',
        assets: { js: { sync: ['panel.js'], async: ['heavy.js'] }, css: { sync: [], async: [] } },
      },
    ],
  };
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  for (const script of ['remoteEntry.js', 'panel.js', 'heavy.js']) await writeFile(join(dist, script), code);
  await writeFile(join(dist, 'panel.js.map'), '{}');
  return dist;
}

/** Gives a build to everybody. */
export async function publishPanel(dataDir: string, dist: string, why?: string) {
  await publishDist(dataDir, dist, { to: 'everybody' }, { by: 'asha', why });
  const registry = await readRegistry(dataDir);
  const { name } = await readFacts(dist);
  const release = registry.panels[name];
  if (!release) throw new Error(`${name} is not live.`);
  return { registry, release };
}

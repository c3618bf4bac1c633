import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { changePanel, publishDist, readRegistry, versionDir } from '@inbox/federation';
import { addAgent, addMerchant } from '../testing/rows';
import { startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;
let admin: string;
let agent: string;
let outsider: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  const shop = await addMerchant(inbox.db, 'Kala');
  admin = await inbox.signIn(shop, await addAgent(inbox.db, shop, { is_store_admin: true }));
  agent = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  outsider = await inbox.signIn(shop, await addAgent(inbox.db, shop, { is_store_admin: true, user_permissions: [] }));
});
afterAll(() => inbox.close());

async function publish(version: string, to: 'everybody' | 'nobody'): Promise<void> {
  const dist = join(inbox.dataDir, `dist-${version}`);
  await mkdir(dist, { recursive: true });
  const facts = { name: 'weather', version, contract: '1', consumes: [], produces: [] };
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  const manifest = {
    metaData: { remoteEntry: { name: 'panel.js' } },
    exposes: [{ assets: { js: { sync: ['panel.js'], async: [] } } }],
  };
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'panel.js'), `run('${version}')`);
  await publishDist(inbox.dataDir, dist, { to }, { by: 'asha' });
}

async function ask(version: string, authorization?: string): Promise<[number, unknown]> {
  const url = `/api/inbox/panels/weather/releases/${version}/`;
  const response = await inbox.app.inject({ url, ...(authorization && { headers: { authorization } }) });
  return [response.statusCode, response.json()];
}

const refused = (status: number, message: string) => [status, { success: false, error: { message } }];

it('a release that is live for nobody is told to store admins, with the hashes that it was published with', async () => {
  await publish('0.1.0-a', 'everybody');
  await publish('0.1.0-b', 'nobody');
  const hash = expect.stringMatching(/^sha384-/);
  const release = {
    name: 'weather',
    version: '0.1.0-b',
    entry: '/panels/weather/0.1.0-b/mf-manifest.json',
    integrity: { 'mf-manifest.json': hash, 'panel.js': hash },
  };
  expect(await ask('0.1.0-b', admin)).toMatchObject([200, { success: true, data: { release } }]);
  expect((await readRegistry(inbox.dataDir)).panels['weather']?.version).toBe('0.1.0-a');
});

it('nobody else is told', async () => {
  expect(await ask('0.1.0-b', agent)).toMatchObject(refused(403, 'Only store admins may preview a panel.'));
  expect(await ask('0.1.0-b', outsider)).toMatchObject(refused(403, 'Feature not subscribed!'));
  expect((await ask('0.1.0-b'))[0]).toBe(401);
});

it('one that is not there any more, or never was, says so', async () => {
  expect(await ask('9.9.9', admin)).toMatchObject(refused(404, 'weather 9.9.9 was never published.'));
  expect((await ask('..%2F..%2Fx', admin))[0]).toBe(404);

  await rm(versionDir(inbox.dataDir, 'weather', '0.1.0-b'), { recursive: true });
  expect(await ask('0.1.0-b', admin)).toMatchObject(refused(404, 'The files of weather 0.1.0-b are gone.'));

  await publish('0.1.0-c', 'everybody');
  await changePanel(inbox.dataDir, 'weather', { action: 'rollback' }, { by: 'asha' });
  expect(await ask('0.1.0-c', admin)).toMatchObject(refused(404, 'weather 0.1.0-c was taken back.'));
});

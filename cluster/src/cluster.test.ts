import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ClusterError, findService, postgresPid, SERVICES, takeDown } from './cluster';
import { idOf } from './service';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cluster-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('believes no folder that somebody else has put in its place', async () => {
  const place = join(dir, 'cluster');
  await symlink(dir, place);
  await expect(takeDown({ dir: place, basePort: 19_500 }, { remove: true })).rejects.toThrow(ClusterError);
});

it('takes no other process for a PostgreSQL that has had its id', async () => {
  const data = join(dir, 'one/postgresql/inbox');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`);
  expect(await postgresPid({ dir, basePort: 19_500 }, 'one')).toBeNull();
});

it('takes down what is not up', async () => {
  await expect(takeDown({ dir: join(dir, 'none'), basePort: 19_500 }, { remove: true })).resolves.toBeUndefined();
});

it('knows each service by a name of its own', () => {
  expect(new Set(SERVICES.map(idOf)).size).toBe(SERVICES.length);
  expect(findService('two/patroni')).toMatchObject({ machine: 'two', name: 'patroni' });
  expect(() => findService('two/nothing')).toThrow('There is no two/nothing.');
});

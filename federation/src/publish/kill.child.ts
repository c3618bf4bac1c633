import fs, { open, readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { publishDist } from './release-panel';
import { BuildAnnouncement, receiveBuild } from './upload';

/** Receives a build and publishes it, and kills itself as it begins the n-th operation on files. */
const [dataDir = '', dist = '', announcement = '', killAt = ''] = process.argv.slice(2);
const { files, audience } = BuildAnnouncement.parse(JSON.parse(announcement));

let operations = 0;
function countDown(): void {
  operations += 1;
  if (operations === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['mkdir', 'open', 'rename', 'writeFile', 'cp', 'rm'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...args: unknown[]) {
      countDown();
      return original.apply(fs, args);
    },
  });
}
syncBuiltinESMExports();

async function* incoming() {
  for (const name of await readdir(dist)) {
    if (!(name in files)) continue;
    const file = await open(join(dist, name));
    yield { name, bytes: file.createReadStream() };
  }
}

await receiveBuild(dataDir, { panel: 'weather', announced: files }, incoming(), (received) =>
  publishDist(dataDir, received, audience, { by: 'kill' }),
);

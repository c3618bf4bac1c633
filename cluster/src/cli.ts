import { parseArgs } from 'node:util';
import { userInfo } from 'node:os';
import { buildChanged } from '../../scripts/lib/build.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import {
  bringUp,
  ClusterError,
  findService,
  killService,
  openCluster,
  pidOf,
  primaryOf,
  SERVICES,
  startService,
  stopService,
  takeDown,
} from './cluster';
import type { Cluster } from './examples';
import { inboxUrl, settingsOf } from './inbox';
import { layoutOf, portOf } from './layout';
import { idOf } from './service';

const HELP = `pnpm cluster up                brings the example of deploy/ up on this machine
pnpm cluster status            what runs, and whether it is ready
pnpm cluster down [--remove]   ends all of it, and removes what it has stored
pnpm cluster kill two/patroni  kills one with all it has started, as when its machine loses power
pnpm cluster stop three/web    ends one in order
pnpm cluster start three/web   and starts it again
pnpm cluster env               settings for pnpm admin: env $(pnpm -s cluster env) pnpm admin doctor

--dir DIR     where it is; /var/tmp/inbox-cluster-UID otherwise
--port PORT   the first of its eighty ports; 17000 otherwise`;

type Command = (cluster: Cluster, id: string) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async up(cluster) {
    await buildChanged(ROOT);
    await bringUp(cluster, say);
    say(`The inbox is at ${inboxUrl(cluster)}, with a certificate of its own.`);
  },
  async status(cluster) {
    for (const service of SERVICES) {
      const pid = await pidOf(cluster, service);
      const state = pid === null ? 'down' : (await service.isReady(cluster)) ? 'ready' : 'not ready';
      say(`${idOf(service).padEnd(18)} ${String(pid ?? '').padEnd(8)} ${state}`);
    }
    say(`The primary of PostgreSQL is ${(await primaryOf(cluster)) ?? 'none'}.`);
  },
  kill: (cluster, id) => killService(cluster, findService(id)),
  stop: (cluster, id) => stopService(cluster, findService(id)),
  start: (cluster, id) => startService(cluster, findService(id)),
  async env(cluster) {
    const settings = { ...settingsOf(cluster, 'one'), PORT: portOf(cluster, 'one', 4000) };
    for (const [name, value] of Object.entries(settings)) say(`${name}=${value}`);
  },
};

const say = (line: string) => console.log(line);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: `/var/tmp/inbox-cluster-${userInfo().uid}` },
      port: { type: 'string', default: '17000' },
      remove: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [name = '', id = ''] = positionals;
  if (values.help) return say(HELP);
  const layout = layoutOf(values);
  if (name === 'down') return takeDown(layout, { remove: values.remove });
  const command = COMMANDS[name];
  if (!command) throw new ClusterError(HELP);
  await command(await openCluster(layout), id);
}

main().catch((error: unknown) => {
  console.error(error instanceof ClusterError || error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
});

import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { localised, type Layout, type Machine } from './layout';
import { withSecrets, type Secrets } from './secrets';

/** One of several clusters that are one inbox. */
export interface CellOf {
  number: number;
  /** The cluster whose bucket, keys and tokens all cells have; the first has them of itself. */
  first: Layout;
}

/** What every service is made from. */
export interface Cluster extends Layout {
  secrets: Secrets;
  /** The cell that it is of several; null where it is the whole inbox. */
  cell: CellOf | null;
  /** The built product that the inbox's processes run. */
  root: string;
  /** Folder of PostgreSQL's programs. */
  postgresBin: string;
  /** Who may not be root: PostgreSQL and PgBouncer; undefined where the caller is not root either. */
  user: { uid: number; gid: number } | undefined;
}

/** Lines that say where the machine itself is, in files that are written for machine one. */
const OWN_LINES = /^(\s*(?:listen\S*|advertise\S*|initial-advertise\S*|connect_address|bind)[: ].*)10\.0\.0\.1\b/gm;

/** A folder or file of a machine's. */
export const placeOf = ({ dir }: Layout, machine: Machine, ...path: string[]): string => join(dir, machine, ...path);

interface ExampleOptions {
  /** Its path in `deploy/`. */
  example: string;
  machine: Machine;
  /** Folders and the like that are others here. */
  places: Readonly<Record<string, string>>;
  /** At the end. */
  added?: string;
  /** Who must read it. */
  owner?: Cluster['user'];
}

/**
 * A file of `deploy/` as this machine of the cluster needs it.
 * @returns its path
 */
export async function writeExample(
  cluster: Cluster,
  { example, machine, places, added = '', owner }: ExampleOptions,
): Promise<string> {
  let text = await readFile(join(ROOT, 'deploy', example), 'utf8');
  const number = { front: 0, one: 1, two: 2, three: 3 }[machine];
  text = text.replaceAll(OWN_LINES, `$110.0.0.${number}`).replaceAll(/^name: one$/gm, `name: ${machine}`);
  text = localised(text + added, machine, cluster);
  for (const [there, here] of Object.entries(places)) text = text.replaceAll(there, here);
  return writePlace(cluster, machine, example.replaceAll('/', '-'), withSecrets(text, cluster.secrets), owner);
}

/** A file that holds secrets. @returns its path */
export async function writePlace(
  cluster: Cluster,
  machine: Machine,
  name: string,
  text: string,
  owner?: Cluster['user'],
): Promise<string> {
  const path = placeOf(cluster, machine, name);
  await writeFile(path, text, { mode: 0o600 });
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

/** A folder of a machine's, for whom it is. @returns its path */
export async function makePlace(
  cluster: Cluster,
  machine: Machine,
  name: string,
  owner?: Cluster['user'],
): Promise<string> {
  const path = placeOf(cluster, machine, name);
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
  return path;
}

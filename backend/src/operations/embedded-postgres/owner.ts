import { chown, stat } from 'node:fs/promises';
import { systemCode } from './errors';

/** What is spread into spawn() and handed to chown(): empty unless this process is root. */
export interface ServerOwner {
  uid?: number;
  gid?: number;
}

/** The user and group of "nobody" on every common Linux; initdb insists on an entry in /etc/passwd. */
const nobody = 65534;

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, so root hands it to another user: the one that owns the database already,
 * which lets root and a normal user take turns on one folder, or else nobody.
 */
export async function serverOwner(clusterDir: string): Promise<ServerOwner> {
  if (!isRoot()) return {};
  try {
    const { uid, gid } = await stat(clusterDir);
    if (uid !== 0) return { uid, gid };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return { uid: nobody, gid: nobody };
}

/** Makes `paths` the server's own, when it runs as another user than this process. */
export async function give(owner: ServerOwner, ...paths: string[]): Promise<void> {
  const { uid, gid } = owner;
  if (uid === undefined || gid === undefined) return;
  await Promise.all(paths.map((path) => chown(path, uid, gid)));
}

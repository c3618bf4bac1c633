import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processLives } from './lock';
import { give, type ServerOwner } from './owner';

/**
 * Who uses the server: one file per user, named by its process, so that the last one to leave stops the server
 * (`pnpm admin` beside a running backend must not). To be called under the launch lock only.
 */
export class ServerUsers {
  constructor(
    private readonly dir: string,
    private readonly owner: ServerOwner,
  ) {}

  /** Enters this process; returns the name to leave by. */
  async enter(): Promise<string> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    await give(this.owner, this.dir);
    const name = `${process.pid}-${randomUUID()}`;
    await writeFile(join(this.dir, name), '');
    return name;
  }

  /** Removes `name` and everyone whose process has died; returns how many remain. */
  async leave(name: string): Promise<number> {
    // The folder goes with the users of a server that has died.
    const names = await readdir(this.dir).catch(() => []);
    const gone = names.filter((each) => each === name || !processLives(Number.parseInt(each, 10)));
    await Promise.all(gone.map((each) => rm(join(this.dir, each), { force: true })));
    return names.length - gone.length;
  }

  /** How many there are whose process lives. */
  async count(): Promise<number> {
    return this.leave('');
  }

  /** A server that is only now being started has no users yet; process ids from before a reboot mean nothing. */
  async clear(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}

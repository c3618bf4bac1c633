import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { HASHED, HOST_FACTS_FILE, HostFacts } from '../facts/host-facts';
import { HOST_NAME } from '../facts/panel-facts';
import { copyWhole, isUnfinished } from './publish';
import { releaseHost, type Registry } from '../registry/registry';
import { changeRegistry, hostDirs, hostVersionDir, readRegistry } from '../registry/store';

/**
 * Stores the shell's files beside those of its older releases, which open pages may have, and records in the registry what
 * this one offers to panels. A shell that was built before it said so is served as it is, and nothing is checked against it.
 *
 * @param hostDir the built shell
 */
export async function recordHost(dataDir: string, hostDir: string, now = new Date()): Promise<Registry> {
  const text = await readFile(join(hostDir, HOST_FACTS_FILE), 'utf8').catch(() => null);
  if (text === null) return readRegistry(dataDir);
  const { exports: _exports, ...offer } = z.parse(HostFacts, JSON.parse(text));
  const target = hostVersionDir(dataDir, offer.version);
  if (!(await stat(target).catch(() => null))) await copyWhole(hostDir, target);
  const note = { action: 'publish', panel: HOST_NAME, version: offer.version, by: 'start' };
  const host = { ...offer, published_at: now.toISOString() };
  return changeRegistry(dataDir, note, (current) => releaseHost(current, host));
}

/**
 * The folder of a release of the shell that has this file, for a page that was opened before the shell of now; null when
 * none has it.
 */
export async function findHostFile(dataDir: string, file: string): Promise<string | null> {
  if (!HASHED.test(file)) return null;
  const names = await readdir(hostDirs(dataDir)).catch((): string[] => []);
  for (const version of names.filter((name) => !isUnfinished(name))) {
    const dir = hostVersionDir(dataDir, version);
    if (await stat(join(dir, file)).catch(() => null)) return dir;
  }
  return null;
}

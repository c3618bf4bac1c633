import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { isUnfinished, readFacts } from './publish';
import { RegistryError, Sha384 } from '../registry/registry';
import { Audience } from './release-panel';
import { embedDirs, hostDirs, panelDirs } from '../registry/store';

/** Files that a build may have; the largest panel has a hundred. */
export const MAX_BUILD_FILES = 600;
/** Bytes of one file, and of a whole build with its compressed copies. */
export const MAX_BUILD_FILE_BYTES = 8_000_000;
export const MAX_BUILD_BYTES = 32_000_000;

/** What a build consists of, all in one folder. No page and no source map: what lies here is served to everybody. */
const BUILD_FILE = /^[\w~-][\w.~-]*\.(?:js|json|css|svg|png|woff2|mp3|ogg)(?:\.br|\.gz)?$/;

/** Is it a file of a build, as opposed to what stays with the team? */
export const isBuildFile = (name: string): boolean => BUILD_FILE.test(name) && !name.startsWith('mf-stats.json');

const BuildFileName = z.string().check(z.refine(isBuildFile, 'not the name of a file of a build'));

/** What stands before the files of an upload. */
export const BuildAnnouncement = z.object({
  audience: Audience,
  why: z.optional(z.string().check(z.maxLength(500))),
  /** Need it not fit the shell before the one of now? */
  skip_before: z.optional(z.boolean()),
  /** The hash of every file that follows, by its name. */
  files: z
    .record(BuildFileName, Sha384)
    .check(z.refine((files) => Object.keys(files).length <= MAX_BUILD_FILES, `more than ${MAX_BUILD_FILES} files`)),
});
export type BuildAnnouncement = z.infer<typeof BuildAnnouncement>;

/** A file on its way in. */
export interface IncomingBuildFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

const incomingDir = (dataDir: string) => join(dataDir, 'incoming-builds');

/**
 * Receives a build into a folder of its own, verifies it and hands it to `work`; then the folder is taken away. Nothing of it
 * is published before every file is there and has the hash that was announced.
 *
 * @throws RegistryError that says what is wrong with it
 */
export async function receiveBuild<T>(
  dataDir: string,
  { panel, announced }: { panel: string; announced: Readonly<Record<string, string>> },
  files: AsyncIterable<IncomingBuildFile>,
  work: (dist: string) => Promise<T>,
): Promise<T> {
  const dist = join(incomingDir(dataDir), randomUUID());
  await mkdir(dist, { recursive: true });
  try {
    await receiveFiles(dist, announced, files);
    await verifyBuild(dist, panel);
    return await work(dist);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

async function receiveFiles(
  dist: string,
  announced: Readonly<Record<string, string>>,
  files: AsyncIterable<IncomingBuildFile>,
): Promise<void> {
  const missing = new Set(Object.keys(announced));
  let left = MAX_BUILD_BYTES;
  for await (const { name, bytes } of files) {
    // Only what was announced, and once: no name of a part ever becomes a path by itself.
    if (!missing.delete(name)) throw new RegistryError(`${JSON.stringify(name)} is no file of the announced build.`);
    left -= await receiveFile(join(dist, name), name, announced[name] ?? '', bytes, left);
  }
  if (missing.size > 0) throw new RegistryError(`The upload is not complete: ${[...missing].join(', ')} did not come.`);
}

/** @returns its bytes */
async function receiveFile(
  path: string,
  name: string,
  expected: string,
  bytes: AsyncIterable<Uint8Array>,
  left: number,
): Promise<number> {
  const digest = createHash('sha384');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MAX_BUILD_FILE_BYTES) throw new RegistryError(`${name} is larger than ${MAX_BUILD_FILE_BYTES} bytes.`);
      if (size > left) throw new RegistryError(`The build is larger than ${MAX_BUILD_BYTES} bytes.`);
      digest.update(chunk);
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  if (`sha384-${digest.digest('base64')}` !== expected) throw new RegistryError(`${name} is not what was announced.`);
  return size;
}

const ManifestFiles = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(
    z.object({ assets: z.object({ js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }) }) }),
  ),
});

/**
 * Is it a whole build of this panel: its description, its manifest with every script that this names, and compressed copies
 * that say what their files say?
 */
async function verifyBuild(dist: string, panel: string): Promise<void> {
  const { name } = await readFacts(dist).catch((error: unknown) => {
    throw new RegistryError(`Its panel.json cannot be read: ${firstLine(error)}`);
  });
  if (name !== panel) throw new RegistryError(`It is a build of ${name}, not of ${panel}.`);
  const files = new Set(await readdir(dist));
  const { metaData, exposes } = await readFile(join(dist, 'mf-manifest.json'), 'utf8')
    .then((text) => z.parse(ManifestFiles, JSON.parse(text)))
    .catch((error: unknown) => {
      throw new RegistryError(`Its mf-manifest.json cannot be read: ${firstLine(error)}`);
    });
  const scripts = exposes.flatMap(({ assets: { js } }) => [...js.sync, ...js.async]);
  const absent = [metaData.remoteEntry.name, ...scripts].find((script) => !files.has(script));
  if (absent !== undefined) throw new RegistryError(`Its manifest names ${absent}, which is not among its files.`);
  for (const file of files) await verifyCopy(dist, file);
}

const unpack = { br: promisify(brotliDecompress), gz: promisify<Buffer, object, Buffer>(gunzip) };

/** A compressed copy is served in the place of its file, so it must be the same. */
async function verifyCopy(dist: string, file: string): Promise<void> {
  const [, plain, kind] = /^(.*)\.(br|gz)$/.exec(file) ?? [];
  if (plain === undefined) return;
  const original = await readFile(join(dist, plain)).catch(() => {
    throw new RegistryError(`${file} is a copy of ${plain}, which is not among its files.`);
  });
  // A copy that unpacks to more than its file is given up there, however much more it is.
  const limit = { maxOutputLength: Math.max(1, original.length) };
  const same = await readFile(join(dist, file))
    .then((bytes) => unpack[kind === 'br' ? 'br' : 'gz'](bytes, limit))
    .then((bytes) => bytes.equals(original))
    .catch(() => false);
  if (!same) throw new RegistryError(`${file} is not a copy of ${plain}.`);
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Milliseconds after which a folder that is half written belongs to a process that was killed. */
const ABANDONED_MS = 3_600_000;

/** Takes away what processes that were killed have left half written: uploads, and versions under another name. */
export async function removeAbandoned(dataDir: string, now = Date.now()): Promise<void> {
  const panelsDir = panelDirs(dataDir);
  const panels = await readdir(panelsDir).catch(() => []);
  const versions = [...panels.map((panel) => join(panelsDir, panel)), hostDirs(dataDir), embedDirs(dataDir)];
  const folders = [incomingDir(dataDir), ...versions];
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (folder !== incomingDir(dataDir) && !isUnfinished(name)) continue;
      const path = join(folder, name);
      const state = await stat(path).catch(() => null);
      if (state && now - state.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Of a target, in the repository: more would make the tests long. */
const MOST_KEPT = 60;
/** Bytes of one that is kept. */
const LONGEST_KEPT = 4_096;

const ROOM = fileURLToPath(new URL('../corpus', import.meta.url));

/** Inputs that once ran what no other had run before. */
export async function readCorpus(target: string, room = ROOM): Promise<Uint8Array[]> {
  const names = await readdir(join(room, target)).catch((): string[] => []);
  return Promise.all(names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => readFile(join(room, target, name))));
}

/** @returns whether it was stored: there is room for so many, of so many bytes */
export async function keep(target: string, input: Uint8Array, room = ROOM): Promise<boolean> {
  const folder = join(room, target);
  await mkdir(folder, { recursive: true });
  if (input.length > LONGEST_KEPT || (await readdir(folder)).length >= MOST_KEPT) return false;
  await writeFile(join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16)), input);
  return true;
}

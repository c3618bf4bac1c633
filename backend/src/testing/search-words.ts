import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Found {
  /** Below the folder. */
  path: string;
  word: string;
}

/** A word as bytes, in every encoding that something might be written in. */
function encodings(word: string): Buffer[] {
  const little = Buffer.from(word, 'utf16le');
  return [Buffer.from(word), little, Buffer.from(little).swap16()];
}

/** Letters that have two cases, as they may be written in any. */
const cases = (word: string): string[] => [
  ...new Set([word, word.toUpperCase(), word[0]?.toUpperCase() + word.slice(1)]),
];

/** Looks through every byte of every file below the folder. */
export async function searchWords(dir: string, words: readonly string[]): Promise<Found[]> {
  const patterns = words.flatMap((word) =>
    cases(word).flatMap((each) => encodings(each).map((bytes) => ({ word, bytes }))),
  );
  const longest = Math.max(...patterns.map(({ bytes }) => bytes.length));
  const found: Found[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const here = new Set<string>();
    let tail = Buffer.alloc(0);
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
        const bytes = Buffer.concat([tail, chunk as Buffer]);
        for (const { word, bytes: pattern } of patterns) if (bytes.includes(pattern)) here.add(word);
        tail = bytes.subarray(-longest);
      }
    } catch (error) {
      // A file of the server that went meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    found.push(...[...here].map((word) => ({ path: path.slice(dir.length + 1), word })));
  }
  return found;
}

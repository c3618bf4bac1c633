import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readArchive, writeArchive, type Entry } from './archive';
import { BackupError } from '../database-copy/backup-error';

const ENTRIES = 40;
const BYTES = 20_000;

let dir: string;
let identity: string;
let path: string;
let written: Buffer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-archive-'));
  path = join(dir, 'whole');
  identity = await generateIdentity();
  await writeArchive(path, await identityToRecipient(identity), async (add) => {
    for (let number = 0; number < ENTRIES; number += 1) {
      await add({ name: `file-${number}`, size: BYTES }, [randomBytes(BYTES)]);
    }
  });
  written = await readFile(path);
});

afterAll(() => rm(dir, { recursive: true, force: true }));

/** The ways in which a restore takes an entry's bytes. */
const TAKEN: Record<string, (entry: Entry) => Promise<unknown>> = {
  'in memory': ({ bytes }) => buffer(bytes),
  'into a file': ({ bytes }) => pipeline(bytes, createWriteStream(join(dir, 'out'))),
};

async function readAll(name: string, take: (entry: Entry) => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of readArchive(name, identity)) {
    names.push(entry.name);
    await take(entry);
  }
  return names;
}

describe('an archive', () => {
  it.each(Object.entries(TAKEN))('is read entry by entry, %s', async (_, take) => {
    expect(await readAll(path, take)).toHaveLength(ENTRIES);
  });

  it('passes over what nobody reads', async () => {
    expect(await readAll(path, async () => undefined)).toHaveLength(ENTRIES);
  });

  const damages: [string, (bytes: Buffer) => Uint8Array][] = [
    ...[0.1, 0.3, 0.5, 0.7, 0.95].map((share): [string, (bytes: Buffer) => Uint8Array] => [
      `has another bit at ${share * 100} %`,
      (bytes) => bytes.with(Math.floor(bytes.length * share), (bytes[Math.floor(bytes.length * share)] ?? 0) ^ 1),
    ]),
    ['ends in the middle', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['lacks its end', (bytes) => bytes.subarray(0, -20_000)],
  ];
  describe.each(damages)('that %s is refused', (_, damage) => {
    // A busy machine comes to an entry's bytes long after the fault was found in what follows.
    it.each(Object.entries(TAKEN).flatMap(([how, take]) => [0, 1, 50].map((turns) => [how, turns, take] as const)))(
      '%s, %i turns later',
      async (_how, turns, take) => {
        const name = join(dir, 'damaged');
        await writeFile(name, damage(written));
        const reading = readAll(name, async (entry) => {
          for (let count = 0; count < turns; count += 1) await turn();
          await take(entry);
        });
        await expect(reading).rejects.toThrow(BackupError);
        await expect(reading).rejects.toThrow('it is not complete, or was changed');
      },
    );
  });

  it('leaves a fault of whoever reads it as it is', async () => {
    const reading = readAll(path, async () => {
      throw new Error('No room');
    });
    await expect(reading).rejects.toThrow(/^No room$/);
  });
});

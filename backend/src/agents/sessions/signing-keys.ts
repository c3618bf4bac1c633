import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { codeOf } from '../../platform/errors/errors';
import { writeSecretFile } from '../../accounts/secret-file';

/** In the data folder: the keys that tokens are signed with, the newest first. */
export const RING_FILE = 'jwt-keys.json';
/** In the data folder of releases that knew one key. It is read once, and removed by the first rotation. */
export const FIRST_KEY_FILE = 'jwt-secret';
const SECRET_BYTES = 48;

/** Milliseconds after which a running inbox looks at the ring again, so that a key that was retired is refused soon. */
const LOOK_AGAIN_MS = 5_000;

const SigningKeyShape = z.object({
  kid: z.string().check(z.regex(/^jwt_[\w-]+$/)),
  secret: z.string().check(z.minLength(32)),
  made_at: z.iso.datetime(),
  /** Until when it signed; null of the one that signs. */
  signed_until: z.nullable(z.iso.datetime()),
});
const RingShape = z.object({ keys: z.array(SigningKeyShape).check(z.minLength(1)) });

export type RingKey = z.infer<typeof SigningKeyShape>;

/** What tokens and proofs are signed and checked with. */
export interface SigningKey {
  kid: string;
  secret: string;
  /** Null: it signs, or is accepted for as long as a setting has it. */
  signedUntil: Date | null;
}

/** The newest first. */
export interface SigningKeys {
  /** As they are at this moment. */
  now(): readonly SigningKey[];
  /** As they were some seconds ago at most. */
  lately(): readonly SigningKey[];
}

/** Keys that stay as they are: of the settings, the first of them signs. Each is named by its own hash. */
export function fixedKeys(secrets: readonly string[]): SigningKeys {
  const keys = secrets.map((secret) => {
    const hash = createHash('sha256').update(`kid ${secret}`).digest('base64url');
    return { kid: `set_${hash.slice(0, 10)}`, secret, signedUntil: null };
  });
  return { now: () => keys, lately: () => keys };
}

/** A key made now, which signs. */
const newKey = (now: Date, secret = randomBytes(SECRET_BYTES).toString('base64')): RingKey => ({
  kid: `jwt_${randomBytes(6).toString('base64url')}`,
  secret,
  made_at: now.toISOString(),
  signed_until: null,
});

const textOf = (keys: readonly RingKey[]): string => `${JSON.stringify({ keys }, null, 2)}\n`;

/**
 * The ring of a data folder, made when there is none: with the one key of older releases where it has that. It is read again
 * while the inbox runs, so that a rotation by another process counts at once.
 * @throws an error whose message is one line for the operator
 */
export async function openSigningKeys(dataDir: string, now: Date): Promise<SigningKeys> {
  const path = join(dataDir, RING_FILE);
  const there = await readFile(path, 'utf8').catch(() => undefined);
  if (there === undefined) {
    const first = await readFile(join(dataDir, FIRST_KEY_FILE), 'utf8').catch(() => '');
    const draft = await writeSecretFile(dataDir, textOf([newKey(now, first.trim() || undefined)]));
    try {
      await link(draft, path);
    } catch (error) {
      // Two processes at the first start end with one ring.
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      await rm(draft);
    }
  }
  let known = parseRing(readFileSync(path, 'utf8'), path).map(toSigningKey);
  let readAt = performance.now();
  const read = (): readonly SigningKey[] => {
    readAt = performance.now();
    try {
      known = parseRing(readFileSync(path, 'utf8'), path).map(toSigningKey);
    } catch {
      // What cannot be read for a moment, as when no more files can be opened, signs nobody out.
    }
    return known;
  };
  return { now: read, lately: () => (performance.now() - readAt > LOOK_AGAIN_MS ? read() : known) };
}

const toSigningKey = ({ kid, secret, signed_until }: RingKey): SigningKey => ({
  kid,
  secret,
  signedUntil: signed_until === null ? null : new Date(signed_until),
});

function parseRing(text: string, path: string): RingKey[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const ring = RingShape.safeParse(json);
  if (ring.success) return ring.data.keys;
  throw new Error(
    `${path} does not hold the keys that tokens are signed with. Put it back from a backup, or remove it.`,
  );
}

/** The keys of the ring with all that is stored of them, for the operator; none where no inbox has started yet. */
export async function readRing(dataDir: string): Promise<RingKey[]> {
  const path = join(dataDir, RING_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? [] : parseRing(text, path);
}

/**
 * Adds a key, which signs from now on. The others are good until nothing that they signed is. The caller holds a lock.
 * @param keepMs for how long after its last signature a key stays
 * @returns the new key's name
 */
export async function rotateSigningKey(dataDir: string, now: Date, keepMs: number): Promise<string> {
  await openSigningKeys(dataDir, now);
  const older = (await readRing(dataDir))
    .map((key) => (key.signed_until === null ? { ...key, signed_until: now.toISOString() } : key))
    .filter(({ signed_until: until }) => until !== null && Date.parse(until) + keepMs > now.getTime());
  const made = newKey(now);
  await writeSecretFile(dataDir, textOf([made, ...older]), RING_FILE);
  await rm(join(dataDir, FIRST_KEY_FILE), { force: true });
  return made.kid;
}

/**
 * Takes a key out of the ring: what it signed is refused from now on. The caller holds a lock.
 * @returns false when the ring has no such key; 'signs' for the one that signs, which stays
 */
export async function retireSigningKey(dataDir: string, kid: string): Promise<boolean | 'signs'> {
  const keys = await readRing(dataDir);
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) return false;
  if (key.signed_until === null) return 'signs';
  await writeSecretFile(dataDir, textOf(keys.filter((each) => each !== key)), RING_FILE);
  return true;
}

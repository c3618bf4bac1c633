import { join } from 'node:path';
import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { addVaultKey, readVaultKeys, removeVaultKeys } from '../../../accounts/vault-keys';
import { readRing, retireSigningKey, rotateSigningKey, type RingKey } from '../../../agents/sessions/signing-keys';
import { PROOF_MS, TOKEN_MS } from '../../../agents/sessions/token';
import { withLock } from '../../embedded-postgres/lock';
import { KEYS_LOCK, LEAST_HOURS, recordKey } from '../../keys/key-care';
import { resealAll } from '../../keys/sealed-values';
import { AdminError, table, textOf, type AdminContext, type Command } from '../command';

const KINDS = ['tokens', 'credentials'] as const;

const BY_SETTING =
  'Tokens are signed with INBOX_JWT_SECRET, which is rotated in two steps, without signing anybody out: ' +
  '1. give every node the new secret as INBOX_JWT_SECRET_OTHER and start it again; ' +
  '2. exchange the two settings and start again. 12 hours later INBOX_JWT_SECRET_OTHER can go.';

type Keys = NonNullable<AdminContext['keys']>;

function keysOf({ keys }: AdminContext): Keys {
  if (keys === undefined) throw new AdminError('There is no data folder here.');
  return keys;
}

const locked = <T>({ dataDir }: Keys, work: () => Promise<T>): Promise<T> => withLock(join(dataDir, KEYS_LOCK), work);

/** What a key of the ring is good for at this moment. */
function goodFor({ signed_until: until }: RingKey, now: Date): string {
  if (until === null) return 'signs';
  const ended = new Date(until);
  const tokens = addMilliseconds(ended, TOKEN_MS);
  return tokens > now
    ? `accepted until ${tokens.toISOString()}`
    : `known browsers only, until ${addMilliseconds(ended, PROOF_MS).toISOString()}`;
}

async function list(context: AdminContext): Promise<void> {
  const keys = keysOf(context);
  const now = new Date();
  const ring = await readRing(keys.dataDir);
  const signing = keys.tokensBySetting
    ? [['tokens', 'INBOX_JWT_SECRET', '', 'signs']]
    : ring.map((key) => ['tokens', key.kid, key.made_at, goodFor(key, now)]);
  const sealing = (await readVaultKeys(keys.dataDir)).map(({ name, replacedAt }) => [
    'credentials',
    name,
    '',
    replacedAt === null ? 'seals' : `replaced ${replacedAt.toISOString()}, still opens`,
  ]);
  for (const line of table([['for', 'key', 'made', 'state'], ...signing, ...sealing])) context.print(line);
}

async function rotateTokens(context: AdminContext, keys: Keys): Promise<void> {
  if (keys.tokensBySetting) return context.print(BY_SETTING);
  const kid = await locked(keys, async () => {
    const made = await rotateSigningKey(keys.dataDir, new Date(), PROOF_MS);
    await recordKey(context.db, 'made', made);
    return made;
  });
  context.print(`Tokens are signed with ${kid} from now on. Those of the older keys are accepted until they expire.`);
}

async function rotateCredentials({ db, print }: AdminContext, keys: Keys): Promise<void> {
  const { vault } = keys;
  await locked(keys, async () => {
    // One that was killed is brought to its end first; that is enough.
    const before = await resealAll(db, vault);
    if (before.resealed > 0) {
      print(`A rotation that was cut short has come to its end: ${before.resealed} values are under the newest key.`);
    } else {
      const { name } = await addVaultKey(keys.dataDir, new Date());
      await recordKey(db, 'made', name);
      const { resealed } = await resealAll(db, vault);
      print(`Credentials are sealed with ${name} from now on: ${resealed} values were put under it.`);
    }
    if (before.unreadable > 0)
      print(`${before.unreadable} values are under no key that is here, and stay as they are.`);
    print(`The inbox removes the key before it after ${LEAST_HOURS} hour, when nothing is sealed with it.`);
  });
}

async function retire(context: AdminContext, name: string): Promise<void> {
  const keys = keysOf(context);
  const { db, print } = context;
  const { vault } = keys;
  await locked(keys, async () => {
    const retired = await retireSigningKey(keys.dataDir, name);
    if (retired === 'signs') throw new AdminError('This key signs. Make another one first: pnpm admin keys rotate');
    if (retired) {
      await recordKey(db, 'retired', name);
      return print(`What ${name} has signed is refused within seconds: who signed in with it signs in again.`);
    }
    const key = (await readVaultKeys(keys.dataDir)).find((each) => each.name === name);
    if (key === undefined) throw new AdminError('There is no such key; see pnpm admin keys list.');
    if (key.replacedAt === null) {
      throw new AdminError('This key seals. Make another one first: pnpm admin keys rotate');
    }
    const from = addHours(key.replacedAt, LEAST_HOURS);
    if (from > new Date()) {
      throw new AdminError(`It was replaced just now, and may be in use. It can go from ${from.toISOString()} on.`);
    }
    await resealAll(db, vault);
    if ((await resealAll(db, vault)).resealed > 0) throw new AdminError('It is in use: try again.');
    await removeVaultKeys(keys.dataDir, new Set([name]));
    await recordKey(db, 'retired', name);
    print(`${name} is removed: nothing was sealed with it.`);
  });
}

/** The keys of the installation: what signs tokens, and what seals credentials. They work beside a running inbox. */
export const keyCommands: readonly Command[] = [
  {
    name: 'keys list',
    summary: 'show the keys by name, never the keys themselves',
    options: {},
    run: list,
  },
  {
    name: 'keys rotate',
    summary: 'make new keys while the inbox runs; nobody is signed out',
    details:
      'Older tokens are accepted until they expire. Stored credentials are encrypted again. You can run it again after an interruption.',
    options: { what: { value: 'WHAT', about: `${KINDS.join(' or ')} (default: both)`, choices: KINDS } },
    async run(context, values) {
      const keys = keysOf(context);
      const what = textOf(values, 'what');
      if (what !== 'credentials') await rotateTokens(context, keys);
      if (what !== 'tokens') await rotateCredentials(context, keys);
    },
  },
  {
    name: 'keys retire',
    summary: 'remove an older key at once, as after a theft',
    details: 'Agents who signed in with it must sign in again.',
    argument: { name: 'KEY', about: "its name in 'keys list'" },
    options: {},
    run: (context, _values, name) => retire(context, name),
  },
];

import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { withDatabase } from './database';
import { accountsOf, agentsOf, type World } from './world';

type Row = Readonly<Record<string, unknown>>;

/**
 * Adds worlds like one that is set up, row by row: the operator's tool takes a process for each account and agent, which
 * for hundreds of worlds would be minutes.
 */
export async function cloneWorlds(dataDir: string, of: World, worlds: readonly World[]): Promise<void> {
  const seal = await openVault(dataDir);
  await withDatabase(dataDir, async (db) => {
    const slugsOf = ({ shop, otherShop }: World) => [shop.slug, otherShop.slug];
    const merchants = new Map((await rowsOf(db, 'merchants')).map((row) => [row['slug'], row]));
    await insert(
      db,
      'merchants',
      cloned(of, worlds, slugsOf, (own, slug) => ({ ...merchants.get(own), slug })),
    );
    const ids = new Map((await rowsOf(db, 'merchants')).map((row) => [row['slug'], row['id']]));

    const accounts = new Map((await rowsOf(db, 'accounts')).map((row) => [row['external_id'], row]));
    const clonedAccounts = cloned(of, worlds, accountsOf, (own, { merchant, kind, id, address, credentials }) => ({
      ...accounts.get(own.id),
      merchant_id: ids.get(merchant),
      external_id: id,
      address,
      credentials: hex(seal(credentials, `${kind}:${id}`)),
      door_digest: credentials['webhook_secret'] ? hex(sha256(credentials['webhook_secret'])) : null,
    }));
    await insert(db, 'accounts', clonedAccounts);

    const agents = new Map((await rowsOf(db, 'agents')).map((row) => [row['email'], row]));
    const clonedAgents = cloned(of, worlds, agentsOf, (own, { merchant, email, password }) => ({
      ...agents.get(own.email),
      merchant_id: ids.get(merchant),
      email,
      password_hash: hashCheaply(password),
    }));
    await insert(db, 'agents', clonedAgents);
  });
}

/** A row for each thing of each world, like that of the same thing in the first. */
function cloned<T>(
  of: World,
  worlds: readonly World[],
  list: (world: World) => T[],
  row: (own: T, its: T) => Row,
): Row[] {
  const own = list(of);
  return worlds.flatMap((world) => list(world).map((its, index) => row(own[index]!, its)));
}

async function rowsOf(db: pg.Client, table: string): Promise<Row[]> {
  const { rows } = await db.query<{ row: Row }>(`select to_jsonb(each) as row from ${table} each`);
  return rows.map(({ row }) => row);
}

async function insert(db: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  // The database gives the ids.
  const columns = Object.keys(rows[0] ?? {})
    .filter((name) => name !== 'id')
    .join(', ');
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Cheap hash for the agents of cloned worlds. A hash carries its own cost, and the product's takes up to half a second of CPU
 * at each sign-in of a journey.
 */
function hashCheaply(password: string): string {
  const [cost, salt] = [{ N: 16, r: 8, p: 1 }, randomBytes(16)];
  const key = scryptSync(password, salt, 32, cost).toString('base64');
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key].join('$');
}

/** As `to_jsonb` writes bytes. */
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Seals credentials as the inbox itself does (backend/src/accounts/vault.ts), with the key of its data folder. Journeys know
 * the inbox from outside, and import nothing of it.
 */
async function openVault(dataDir: string): Promise<(secret: unknown, label: string) => Buffer> {
  const [newest = ''] = (await readFile(join(dataDir, 'credentials-key'), 'utf8')).split(/\s/);
  const key = Buffer.from(newest, 'base64');
  return (secret, label) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
    const body = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
}

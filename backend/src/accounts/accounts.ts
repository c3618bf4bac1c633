import { createHash } from 'node:crypto';
import type { AccountId, CallAccount, MerchantId } from '@inbox/domain';
import { mailboxNames } from '@inbox/domain/conversation';
import { noteMailProblem } from './mailbox-queries';
import type { Queryable } from '../platform/db/connection';
import type { IncomingMail, AccountKind } from './tables';
import type { Vault } from './vault';

/** An account as its channel has read it: what is in the credentials, and what an address may be, the channel alone knows. */
export interface NewAccount {
  kind: AccountKind;
  /** WhatsApp phone_number_id, page or Instagram account id, mailbox, or phone number: what a delivery names. */
  external_id: string;
  name: string;
  /** What people see: the phone number or mailbox. */
  address: string | null;
  out_url: string;
  /** How a mailbox is read by IMAP; null, or left out, where nothing is fetched. */
  incoming?: IncomingMail | null | undefined;
  /** E-mail: further addresses of the mailbox, in lower case; left out where there are none. */
  aliases?: string[] | undefined;
  credentials: object;
  /** For providers that name the account by a secret in the address that they call. Of it a digest is kept, to look it up. */
  webhook_secret?: string;
}

export interface Account extends NewAccount {
  id: AccountId;
  merchant_id: MerchantId;
  enabled: boolean;
  /** WhatsApp: the business account that the number belongs to, as soon as it is known. */
  business_id?: string | null;
}

/** Names an account within its merchant. */
export type AccountKey = Pick<Account, 'merchant_id' | 'id'>;

/** Of an account's sealed credentials. */
export const labelOf = ({ kind, external_id }: { kind: AccountKind; external_id: string }) => `${kind}:${external_id}`;

/** JSON for the column. */
const incomingOf = ({ incoming }: NewAccount) => ({ incoming: incoming ? JSON.stringify(incoming) : null });

const webhookDigest = (webhookSecret: string): Buffer => createHash('sha256').update(webhookSecret).digest();

const webhookOf = ({ webhook_secret: secret }: NewAccount) =>
  secret === undefined ? {} : { door_digest: webhookDigest(secret) };

/** Gives a merchant an account. One that has the same name on its channel already, at any merchant, is an error. */
export async function addAccount(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
  given: NewAccount,
): Promise<AccountId> {
  const { kind, external_id, name, address, out_url, credentials } = given;
  const { id } = await db
    .insertInto('accounts')
    .values({
      kind,
      external_id,
      name,
      address,
      out_url,
      merchant_id: merchantId,
      credentials: vault.seal(credentials, labelOf(given)),
      ...incomingOf(given),
      aliases: given.aliases ?? [],
      ...webhookOf(given),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces an account's settings and secrets, but not its kind and what a delivery names it by. */
export async function changeAccount(db: Queryable, vault: Vault, changed: Account): Promise<void> {
  const { credentials, name, address, out_url } = changed;
  await db
    .updateTable('accounts')
    .set({
      name,
      address,
      out_url,
      enabled: changed.enabled,
      credentials: vault.seal(credentials, labelOf(changed)),
      ...incomingOf(changed),
      aliases: changed.aliases ?? [],
      ...webhookOf(changed),
    })
    .where('merchant_id', '=', changed.merchant_id)
    .where('id', '=', changed.id)
    .execute();
  // Whether it sends now is known with the next mail.
  await noteMailProblem(db, { merchant_id: changed.merchant_id, account_id: changed.id }, 'out', null);
}

const accountsOf = (db: Queryable) =>
  db
    .selectFrom('accounts')
    .select(['id', 'merchant_id', 'kind', 'external_id', 'name', 'address', 'out_url', 'enabled', 'credentials'])
    .select(['business_id', 'incoming', 'aliases']);

type Row = Awaited<ReturnType<ReturnType<typeof accountsOf>['execute']>>[number];

function toAccount(vault: Vault, row: Row): Account {
  const credentials = vault.open(row.credentials, labelOf(row));
  if (typeof credentials !== 'object' || credentials === null) throw new TypeError('These are no credentials.');
  return { ...row, credentials };
}

export async function findAccount(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
  id: AccountId,
): Promise<Account | undefined> {
  const row = await accountsOf(db).where('merchant_id', '=', merchantId).where('id', '=', id).executeTakeFirst();
  return row && toAccount(vault, row);
}

/** Names of the accounts whose secrets this vault cannot open, among all that have some. */
export async function listUnreadable(db: Queryable, vault: Vault): Promise<{ sealed: number; unreadable: string[] }> {
  const rows = await accountsOf(db).where('credentials', '!=', Buffer.alloc(0)).orderBy('id').execute();
  const unreadable = rows.filter((row) => {
    try {
      vault.open(row.credentials, labelOf(row));
      return false;
    } catch {
      return true;
    }
  });
  return { sealed: rows.length, unreadable: unreadable.map((row) => labelOf(row)) };
}

/**
 * Accounts of these kinds: those that a delivery names, by themselves or by their WhatsApp business, or all. One whose
 * secrets cannot be opened is left out.
 */
export async function findAccountsOf(
  db: Queryable,
  vault: Vault,
  kinds: readonly AccountKind[],
  externalIds: readonly string[] | 'all',
): Promise<Account[]> {
  if (externalIds.length === 0) return [];
  const all = accountsOf(db).where('kind', 'in', kinds).orderBy('id');
  const rows = await (
    externalIds === 'all'
      ? all
      : all.where((eb) => eb.or([eb('external_id', 'in', externalIds), eb('business_id', 'in', externalIds)]))
  ).execute();
  return rows.flatMap((row) => readable(vault, row) ?? []);
}

/** Whose provider calls at this address. A digest is looked up: how long that takes tells nothing of the secret. */
export async function findAccountByWebhook(
  db: Queryable,
  webhookSecret: string,
): Promise<{ id: AccountId; merchant_id: MerchantId; external_id: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'merchant_id', 'external_id'])
    .where('door_digest', '=', webhookDigest(webhookSecret))
    .where('enabled', '=', true)
    .executeTakeFirst();
}

/** The accounts through which a merchant's agents may call. */
export async function listCallAccounts(db: Queryable, merchantId: MerchantId): Promise<CallAccount[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'phone')
    .where('enabled', '=', true)
    .where('door_digest', 'is not', null)
    .orderBy('id')
    .execute();
}

/** The kinds of channel on which the merchant has an account that is switched on. */
export async function readEnabledChannels(db: Queryable, merchantId: MerchantId): Promise<ReadonlySet<AccountKind>> {
  const rows = await db
    .selectFrom('accounts')
    .select('kind')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('enabled', '=', true)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Whether the merchant has a channel account that is switched on. */
export async function hasChannels(db: Queryable, merchantId: MerchantId): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function readable(vault: Vault, row: Row): Account | undefined {
  try {
    return toAccount(vault, row);
  } catch {
    return undefined;
  }
}

/** Remembers to which WhatsApp business a number belongs: deliveries about its templates name only that. */
export async function setBusiness(db: Queryable, { merchant_id, id }: AccountKey, businessId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ business_id: businessId })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Changes an account to what is made of it as it is stored now; not at all when that is null, or when it is gone. */
export type ChangeAccount = (of: AccountKey, change: (now: Account) => Account | null) => Promise<void>;

/** How parts that know no database change an account. */
export const accountChanger =
  (db: Queryable, vault: Vault): ChangeAccount =>
  async ({ merchant_id, id }, change) => {
    const account = await findAccount(db, vault, merchant_id, id);
    const changed = account && change(account);
    if (changed) await changeAccount(db, vault, changed);
  };

/** All addresses of a mailbox: the one under which mail reaches it, the one that people see, and its aliases. */
export const mailboxAddresses = (mailbox: Pick<Account, 'external_id' | 'address' | 'aliases'>): string[] => {
  const { external_id, address, aliases = [] } = mailbox;
  return [...new Set([external_id, ...(address === null ? [] : [address]), ...aliases])];
};

/** Finds the mailbox of an envelope's recipient. Case, a dot at the end and a tag after a plus do not matter. */
export async function findMailbox(
  db: Queryable,
  recipient: string,
): Promise<(AccountKey & { addresses: readonly string[] }) | undefined> {
  const names = mailboxNames(recipient);
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'merchant_id', 'external_id', 'address', 'aliases'])
    .where('kind', '=', 'email')
    .where('external_id', 'in', names)
    .execute();
  const [mailbox] = found.toSorted((a, b) => names.indexOf(a.external_id) - names.indexOf(b.external_id));
  return mailbox && { id: mailbox.id, merchant_id: mailbox.merchant_id, addresses: mailboxAddresses(mailbox) };
}

/** The mailbox of this shop that agents know by this address, when it is turned on. */
export async function findMailboxByAddress(
  db: Queryable,
  merchantId: MerchantId,
  address: string,
): Promise<{ id: AccountId; name: string; address: string | null; external_id: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'address', 'external_id'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .where((eb) =>
      eb(eb.fn<string>('lower', [eb.fn.coalesce('address', 'external_id')]), '=', address.trim().toLowerCase()),
    )
    .orderBy('id')
    .executeTakeFirst();
}

/** The account of phone tickets of a shop without telephony: nothing is sent or received through it. */
const LINE_BY_HAND = 'by-hand:';

/** Makes the account on which a shop that has no phone line keeps the phone tickets that its agents make. */
export async function ensureLineByHand(db: Queryable, merchantId: MerchantId): Promise<AccountId> {
  const external_id = `${LINE_BY_HAND}${merchantId}`;
  await db
    .insertInto('accounts')
    .values({
      merchant_id: merchantId,
      kind: 'phone',
      external_id,
      name: 'Phone',
      address: null,
      out_url: '',
      credentials: Buffer.alloc(0),
      enabled: false,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'external_id']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'phone')
    .where('external_id', '=', external_id)
    .executeTakeFirstOrThrow();
  return id;
}

/** The mailbox to begin a thread with this customer from: the one of their newest thread, or else the shop's first. */
export async function findMailboxToWriteFrom(
  db: Queryable,
  merchantId: MerchantId,
  contact: string,
): Promise<{ id: AccountId } | undefined> {
  return db
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.merchant_id', '=', merchantId)
    .where('a.kind', '=', 'email')
    .where('a.enabled', '=', true)
    .orderBy(
      (eb) =>
        eb
          .selectFrom('conversations as c')
          .select((inner) => inner.fn.max('c.id').as('newest'))
          .whereRef('c.merchant_id', '=', 'a.merchant_id')
          .whereRef('c.account_id', '=', 'a.id')
          .where('c.contact', '=', contact),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('a.id')
    .executeTakeFirst();
}

/** A merchant's accounts, or everybody's, as they were set up; without secrets. */
export async function listAccounts(db: Queryable, merchantId: MerchantId | null): Promise<Omit<Row, 'credentials'>[]> {
  const rows = await accountsOf(db)
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .where('external_id', 'not like', `${LINE_BY_HAND}%`)
    .orderBy('id')
    .execute();
  return rows.map(({ credentials: _, ...row }) => row);
}

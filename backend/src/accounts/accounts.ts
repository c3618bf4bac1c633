import { createHash } from 'node:crypto';
import type { AccountId, CallAccount, MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import { noteMailProblem } from './mailbox-queries';
import { emailCredentials, incomingMail } from './email-settings';
import type { Queryable } from '../db/connection';
import type { Vault } from './vault';
import type { AccountKind } from '../db/schema';

const secret = z.string().check(z.minLength(1));
const metaCredentials = z.object({
  access_token: secret,
  app_secret: secret,
  verify_token: secret,
  /** WhatsApp: the business account whose templates are sent; asked of WhatsApp when left out. */
  business_account_id: z.exactOptional(secret),
});
const phoneCredentials = z.object({
  account_sid: secret,
  api_key: secret,
  api_token: secret,
  /** In the address that the provider calls: nothing else says who it is. */
  webhook_secret: z.string().check(z.minLength(24), z.regex(/^[\w-]+$/)),
  /** Where the provider reaches this inbox. */
  inbox_url: z.url({ protocol: /^https?$/ }),
});

const named = {
  /** WhatsApp phone_number_id, page or Instagram account id, mailbox, or phone number: what a delivery names. */
  external_id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** What people see: the phone number or mailbox. */
  address: z.nullable(z.string()),
};
const httpUrl = z.url({ protocol: /^https?$/ });
const smtpUrl = z.url({ protocol: /^smtps?$/ });

/** An account as the operator sets it up, by its kind. */
export const newAccountSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['whatsapp', 'instagram', 'messenger']),
    ...named,
    out_url: httpUrl,
    credentials: metaCredentials,
  }),
  z.object({
    kind: z.literal('email'),
    ...named,
    out_url: smtpUrl,
    /** Null, or left out, for a mailbox whose mail comes by SMTP alone. */
    incoming: z.optional(z.nullable(incomingMail)),
    credentials: emailCredentials,
  }),
  z.object({ kind: z.literal('phone'), ...named, out_url: httpUrl, credentials: phoneCredentials }),
]);
export type NewAccount = z.infer<typeof newAccountSchema>;

export type Account = NewAccount & {
  id: AccountId;
  merchant_id: MerchantId;
  enabled: boolean;
  /** WhatsApp: the business account that the number belongs to, as soon as it is known. */
  business_id?: string | null;
};
export type MetaAccount = Extract<Account, { kind: 'whatsapp' | 'instagram' | 'messenger' }>;
export type PhoneAccount = Extract<Account, { kind: 'phone' }>;
export type EmailAccount = Extract<Account, { kind: 'email' }>;

const META_KINDS = ['whatsapp', 'instagram', 'messenger'] as const;

const labelOf = ({ kind, external_id }: { kind: AccountKind; external_id: string }) => `${kind}:${external_id}`;

/** Mailboxes are compared in lower case, and a password in the address of the mail server moves to the secrets. */
function tidy(account: NewAccount): NewAccount {
  if (account.kind !== 'email') return account;
  const out = withoutLogin(account.out_url);
  const incoming = account.incoming && withoutLogin(account.incoming.url);
  return {
    ...account,
    external_id: account.external_id.trim().toLowerCase(),
    out_url: out.url,
    ...(account.incoming && incoming && { incoming: { ...account.incoming, url: incoming.url } }),
    credentials: {
      ...account.credentials,
      ...out.login,
      ...(incoming?.login && { imap: incoming.login }),
    },
  };
}

/** An address without the user and password in it, and what they were. */
function withoutLogin(address: string): { url: string; login: { user: string; password: string } | null } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = username ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : null;
  return { url: url.href, login };
}

/** JSON for the column; nothing but e-mail has it. */
const incomingOf = (account: NewAccount) => ({
  incoming: account.kind === 'email' && account.incoming ? JSON.stringify(account.incoming) : null,
});

const webhookDigest = (webhookSecret: string): Buffer => createHash('sha256').update(webhookSecret).digest();

const webhookOf = (account: NewAccount) =>
  account.kind === 'phone' ? { door_digest: webhookDigest(account.credentials.webhook_secret) } : {};

/** Gives a merchant an account. One that has the same name on its channel already, at any merchant, is an error. */
export async function addAccount(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
  given: NewAccount,
): Promise<AccountId> {
  const tidied = tidy(given);
  const { kind, external_id, name, address, out_url, credentials } = tidied;
  const { id } = await db
    .insertInto('accounts')
    .values({
      kind,
      external_id,
      name,
      address,
      out_url,
      merchant_id: merchantId,
      credentials: vault.seal(credentials, labelOf(tidied)),
      ...incomingOf(tidied),
      ...webhookOf(given),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces an account's settings and secrets, but not its kind and what a delivery names it by. */
export async function changeAccount(db: Queryable, vault: Vault, changed: Account): Promise<void> {
  const tidied = tidy(changed);
  const { credentials, name, address, out_url, kind, external_id } = tidied;
  await db
    .updateTable('accounts')
    .set({
      name,
      address,
      out_url,
      enabled: changed.enabled,
      credentials: vault.seal(credentials, labelOf({ kind, external_id })),
      ...incomingOf(tidied),
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
    .select(['business_id', 'incoming']);

type Row = Awaited<ReturnType<ReturnType<typeof accountsOf>['execute']>>[number];

function toAccount(vault: Vault, row: Row): Account {
  const credentials = vault.open(row.credentials, labelOf(row));
  const { id, merchant_id, enabled, business_id } = row;
  return { ...newAccountSchema.parse({ ...row, credentials }), id, merchant_id, enabled, business_id };
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

/**
 * Accounts of Meta's channels: those that a delivery names, by themselves or by their WhatsApp business, or all. One whose
 * secrets cannot be opened is left out.
 */
export async function findMetaAccounts(
  db: Queryable,
  vault: Vault,
  externalIds: readonly string[] | 'all',
): Promise<MetaAccount[]> {
  if (externalIds.length === 0) return [];
  const all = accountsOf(db).where('kind', 'in', META_KINDS).orderBy('id');
  const rows = await (
    externalIds === 'all'
      ? all
      : all.where((eb) => eb.or([eb('external_id', 'in', externalIds), eb('business_id', 'in', externalIds)]))
  ).execute();
  return rows.flatMap((row) => readable(vault, row) ?? []).filter((account) => isMeta(account));
}

/** Whose provider calls at this address. A digest is looked up: how long that takes tells nothing of the secret. */
export async function findPhoneAccount(
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

function isMeta(account: Account): account is MetaAccount {
  return account.kind !== 'email' && account.kind !== 'phone';
}

/** Remembers to which WhatsApp business a number belongs: deliveries about its templates name only that. */
export async function setBusiness(
  db: Queryable,
  { merchant_id, id }: Pick<Account, 'merchant_id' | 'id'>,
  businessId: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ business_id: businessId })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Puts the refresh token that a provider has given in place of the one that it was given for. Nothing happens when the
 * credentials were changed meanwhile.
 */
export async function replaceRefreshToken(
  db: Queryable,
  vault: Vault,
  { merchant_id, id }: Pick<Account, 'merchant_id' | 'id'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const account = await findAccount(db, vault, merchant_id, id);
  if (account?.kind !== 'email' || account.credentials.oauth?.refresh_token !== from) return;
  const { oauth, ...others } = account.credentials;
  await changeAccount(db, vault, { ...account, credentials: { ...others, oauth: { ...oauth, refresh_token: to } } });
}

/** The mailbox that an envelope's recipient names, whatever its case. */
export async function findMailbox(
  db: Queryable,
  address: string,
): Promise<{ id: AccountId; merchant_id: MerchantId; external_id: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'merchant_id', 'external_id'])
    .where('kind', '=', 'email')
    .where('external_id', '=', address.trim().toLowerCase())
    .executeTakeFirst();
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

import type { MerchantId } from '@inbox/domain';
import { findMetaAccounts, type MetaAccount } from '../account';
import type { Vault } from '../../../accounts/vault';
import { wordsOf } from '../../../platform/errors/errors';
import { storeDeadLetter } from '../../../conversations/dead-letters/dead-letters';
import { isTransient } from '../../../platform/db/transient-error';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import { findHere } from '../../../cells/whose';
import { partsOf, TEMPLATE_FIELDS, type Part } from './delivery';
import { partsFor, type LedParts } from './led-parts';
import type { MetaReader } from './reader';
import { readJson } from '../../../platform/net/read-json';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface MetaDeps {
  context: WorkContext;
  vault: Vault;
  /** One for each channel. */
  readers: readonly MetaReader[];
  /** Of the directory before several cells; undefined where there is none. */
  cellSecret?: string | undefined;
  /** Called, in one line, of what the operator should know; never a secret. */
  log: (line: string) => void;
}

/**
 * Takes a delivery in, part by part. A part that is not understood, or cannot be worked on, is kept for the operator.
 * @param led what of it is for this cell, where a directory has led it here
 * @returns 'unsigned' when no account's app secret signed these bytes, 'misled' when an account is not here that should be:
 *   then nothing of it is kept
 * @throws when the database cannot be reached; what is delivered again then is recognised
 */
export async function handleWebhook(
  deps: MetaDeps,
  body: Buffer,
  signature: string | undefined,
  led?: LedParts,
): Promise<'ingested' | 'unsigned' | 'misled'> {
  const { db } = deps.context;
  const json = readJson(body.toString());
  if (led !== undefined && !(await areHere(db, led.here))) return 'misled';
  const all = partsOf(body, json);
  const parts = led === undefined ? all : partsFor(led, all);
  const named = [...new Set(parts.flatMap(({ account }) => account ?? []))];
  const accounts = await findMetaAccounts(db, deps.vault, named);
  const signers = accounts.filter(({ credentials }) => isSignedBy(credentials.app_secret, signature, body));
  if (signers.length === 0 && !(await isSignedByAny(deps, signature, body))) return 'unsigned';

  for (const part of parts) {
    // An app's secret speaks for the accounts of that app alone.
    const reader = deps.readers.find((each) => each.reads(part)) ?? null;
    const found = signers.filter((account) => isOf(account, part) && (reader === null || reader.kind === account.kind));
    if (found.length === 0) await ingestPart(deps, part, null, reader);
    // All numbers of a business have its templates.
    const shops = new Set<MerchantId>();
    for (const account of found) {
      if (isForShop(part.kind) && shops.has(account.merchant_id)) continue;
      shops.add(account.merchant_id);
      await ingestPart(deps, part, account, reader);
    }
  }
  return 'ingested';
}

/**
 * Takes a part in once more that was stored as a dead letter of this merchant: its signature was checked when it came.
 * @returns why the operator should look at it still; null when all is well
 */
export async function reprocessPart(
  { context, vault, readers }: Omit<MetaDeps, 'log'>,
  merchantId: MerchantId,
  body: Buffer,
): Promise<string | null> {
  const parts = partsOf(body, readJson(body.toString()));
  const named = [...new Set(parts.flatMap(({ account }) => account ?? []))];
  const accounts = (await findMetaAccounts(context.db, vault, named)).filter((each) => each.merchant_id === merchantId);
  let problem: string | null = null;
  for (const part of parts) {
    const reader = readers.find((each) => each.reads(part)) ?? null;
    const account = accounts.find((each) => isOf(each, part) && (reader === null || reader.kind === each.kind)) ?? null;
    problem ??= await ingest(context, part, account, reader);
  }
  return problem;
}

const isOf = ({ external_id, business_id }: MetaAccount, { kind, account }: Part): boolean => {
  if (kind === 'template') return business_id === account;
  return external_id === account || (isForShop(kind) && business_id === account);
};

/** News of a business reaches its store admins once, however many numbers it has. */
const isForShop = (kind: Part['kind']): boolean => kind === 'notice' || kind === 'other';

async function areHere(db: MetaDeps['context']['db'], accounts: readonly string[]): Promise<boolean> {
  if (accounts.length === 0) return true;
  const found = await findHere(db, { about: 'meta', values: [...accounts] });
  const here = new Set(found.flatMap(({ value, gone }) => (gone ? [] : [value])));
  return accounts.every((account) => here.has(account));
}

/** Meta signs also what names no account of ours, or none at all: a number that is not set up yet, news of the app. */
async function isSignedByAny({ context, vault }: MetaDeps, signature: string | undefined, body: Buffer) {
  if (signature === undefined) return false;
  const accounts = await findMetaAccounts(context.db, vault, 'all');
  const secrets = new Set(accounts.map(({ credentials }) => credentials.app_secret));
  return [...secrets].some((secret) => isSignedBy(secret, signature, body));
}

async function ingestPart(
  deps: MetaDeps,
  part: Part,
  account: MetaAccount | null,
  reader: MetaReader | null,
): Promise<void> {
  const { db } = deps.context;
  const keepIt = async (reason: string) =>
    storeDeadLetter(db, {
      merchantId: account?.merchant_id ?? null,
      door: 'meta',
      reason,
      body: part.body,
      ...kindOf(part),
    });
  try {
    const reason = await ingest(deps.context, part, account, reader);
    if (reason !== null) await keepIt(reason);
  } catch (error) {
    if (isTransient(error)) throw error;
    const words = wordsOf(error);
    deps.log(`A part of a delivery by Meta is kept, since it failed: ${words}`);
    await keepIt(`Could not be taken in: ${words}`);
  }
}

const isOfTemplate = (part: Part): boolean =>
  part.kind === 'template' || (part.kind === 'notice' && TEMPLATE_FIELDS.has(part.change.field));

/** Parts that are about no message and no person are stored once for each kind. */
function kindOf(part: Part): { kind?: string } {
  if (part.kind === 'notice') return { kind: part.change.field };
  return part.kind === 'other' && part.field !== undefined ? { kind: part.field } : {};
}

/** @returns why the operator should look at it; null when all is well */
async function ingest(
  context: WorkContext,
  part: Part,
  account: MetaAccount | null,
  reader: MetaReader | null,
): Promise<string | null> {
  if (part.kind === 'other') return part.reason;
  if (part.kind === 'ignored') return null;
  // The templates of a business that was not asked for them yet are fetched whole when they are.
  if (account === null && isOfTemplate(part)) return null;
  if (account === null) return `No account '${part.account}' is set up for the app that signed this.`;
  return reader === null ? 'Nothing here reads this.' : reader.ingest(context, account, part);
}

/** Does this header sign these very bytes with this secret? Takes the same time for every wrong signature. */
function isSignedBy(secret: string, header: string | undefined, body: Buffer): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(body).digest());
}

/** Are two secrets the same? Takes the same time whatever they have in common, and however long they are. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

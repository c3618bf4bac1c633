import type { AccountId, MerchantId, TemplateId, TemplateState, TemplateStatus, WhatsappTemplate } from '@inbox/domain';
import { sql, type Selectable } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { storable, storableJson } from '../platform/db/storable-text';
import type { StoredTemplateParts, TemplatesTable } from './tables';

export type TemplateRow = Selectable<TemplatesTable>;

/** A template as WhatsApp answers it. */
export interface ReadTemplate {
  externalId: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  parts: StoredTemplateParts;
}

interface Of {
  merchantId: MerchantId;
  accountId: AccountId;
}

/** A row as the wire shows it. */
export function toTemplate({ id, account_id, name, language, status, parts }: TemplateRow): WhatsappTemplate {
  const { named: _, ...shown } = parts;
  return { id, account_id, template_name: name, language, status, ...shown };
}

/**
 * Stores all templates that an account has: what is not among them is deleted. In a transaction.
 * @returns those that are new or have changed
 */
export async function storeTemplates(db: Queryable, of: Of, read: readonly ReadTemplate[]): Promise<TemplateState[]> {
  const before = new Map((await shownOf(db, of)).map((row) => [row.id, JSON.stringify(row)]));
  const values = read.map(({ externalId, name, parts, ...rest }) => ({
    ...rest,
    merchant_id: of.merchantId,
    account_id: of.accountId,
    external_id: storable(externalId),
    name: storable(name),
    parts: storableJson(parts),
  }));
  if (values.length > 0) {
    await db
      .insertInto('templates')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'account_id', 'external_id']).doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          language: ref('excluded.language'),
          category: ref('excluded.category'),
          status: ref('excluded.status'),
          parts: ref('excluded.parts'),
        })),
      )
      .execute();
  }
  await ofAccount(db, of)
    .set({ status: 'deleted' })
    .$if(read.length > 0, (query) =>
      query.where(
        'external_id',
        'not in',
        values.map(({ external_id }) => external_id),
      ),
    )
    .execute();
  const changed = (await shownOf(db, of)).filter((row) => before.get(row.id) !== JSON.stringify(row));
  return changed.map(({ id, status }) => ({ id, status }));
}

/** What agents see of an account's templates. */
const shownOf = (db: Queryable, { merchantId, accountId }: Of) =>
  db
    .selectFrom('templates')
    .select(['id', 'status', 'name', 'language', 'category', 'parts'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .execute();

const ofAccount = (db: Queryable, { merchantId, accountId }: Of) =>
  db.updateTable('templates').where('merchant_id', '=', merchantId).where('account_id', '=', accountId);

/** @returns the template, when that was not its status before */
export async function setTemplateStatus(
  db: Queryable,
  of: Of,
  externalId: string,
  status: TemplateStatus,
): Promise<TemplateState[]> {
  return ofAccount(db, of)
    .set({ status })
    .where('external_id', '=', externalId)
    .where('status', '<>', status)
    .returning(['id', 'status'])
    .execute();
}

/** By name, of the accounts that are turned on. One that signs customers in begins no chat. */
export async function listTemplates(
  db: Queryable,
  merchantId: MerchantId,
  status: TemplateStatus,
): Promise<WhatsappTemplate[]> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.merchant_id', '=', 't.merchant_id').onRef('a.id', '=', 't.account_id'),
    )
    .selectAll('t')
    .where('t.merchant_id', '=', merchantId)
    .where('t.status', '=', status)
    .where('t.category', '<>', 'AUTHENTICATION')
    .where('a.enabled', '=', true)
    .orderBy('t.name')
    .orderBy('t.language')
    .orderBy('t.id')
    .execute();
  return rows.map(toTemplate);
}

export async function findTemplate(
  db: Queryable,
  merchantId: MerchantId,
  id: TemplateId,
): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** When the templates of an account were asked for; null for never. */
export interface SyncState extends Of {
  asked_at: Date | null;
  synced_at: Date | null;
  problem: string | null;
}

/** Of each WhatsApp account that is turned on. */
export async function readSyncs(db: Queryable, merchantId: MerchantId): Promise<SyncState[]> {
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('template_syncs as s', (join) =>
      join.onRef('s.merchant_id', '=', 'a.merchant_id').onRef('s.account_id', '=', 'a.id'),
    )
    .select(['a.id as accountId', 's.asked_at', 's.synced_at', 's.problem'])
    .where('a.merchant_id', '=', merchantId)
    .where('a.kind', '=', 'whatsapp')
    .where('a.enabled', '=', true)
    .orderBy('a.id')
    .execute();
  return rows.map((row) => ({ merchantId, ...row }));
}

/** Notes how asking went; `problem` null: they are stored as they are at `at`. */
export async function noteSync(db: Queryable, of: Of, at: Date, problem: string | null): Promise<void> {
  const noted = { asked_at: at, problem, ...(problem === null && { synced_at: at }) };
  await db
    .insertInto('template_syncs')
    .values({ merchant_id: of.merchantId, account_id: of.accountId, synced_at: null, ...noted })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'account_id']).doUpdateSet(noted))
    .execute();
}

/** Something has changed at WhatsApp: they are asked for at the next occasion. */
export async function markSyncDue(db: Queryable, { merchantId, accountId }: Of): Promise<void> {
  await db
    .updateTable('template_syncs')
    .set({ asked_at: null, synced_at: sql<null>`null` })
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .execute();
}

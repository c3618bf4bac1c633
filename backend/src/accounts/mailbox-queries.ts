import type { AccountId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';

/** A mailbox that is read by IMAP. */
export interface MailboxKey {
  merchant_id: MerchantId;
  account_id: AccountId;
}

/** What notes it are the two ways that mail takes. */
export type MailWay = 'in' | 'out';

/** Mailboxes that are to be read, with a text that changes whenever how they are read does. */
export async function listReadMailboxes(db: Queryable): Promise<(MailboxKey & { version: string })[]> {
  return db
    .selectFrom('accounts')
    .select(['merchant_id', 'id as account_id'])
    .select(sql<string>`md5(credentials || convert_to(incoming::text || aliases::text, 'UTF8'))`.as('version'))
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .where('incoming', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Takes a mailbox, or goes on having it, for `leaseMs`. False while another node has it. */
export async function leaseMailbox(db: Queryable, key: MailboxKey, holder: string, leaseMs: number): Promise<boolean> {
  const until = sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;
  const row = await db
    .insertInto('mailboxes')
    .values({ ...key, holder, lease_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'account_id'])
        .doUpdateSet({ holder, lease_until: until })
        .where((eb) =>
          eb.or([
            eb('mailboxes.holder', '=', holder),
            eb('mailboxes.lease_until', 'is', null),
            eb('mailboxes.lease_until', '<', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a mailbox back, so that another node need not wait for the lease to run out. */
export async function releaseMailbox(db: Queryable, key: MailboxKey, holder: string): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ holder: null, lease_until: null })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('holder', '=', holder)
    .execute();
}

/** Notes why mail does not come in, or go out; null when it does. Writes, and notifies, only what changes. */
export async function noteMailProblem(
  db: Queryable,
  key: MailboxKey,
  way: MailWay,
  problem: string | null,
): Promise<void> {
  const column = way === 'in' ? 'in_problem' : 'out_problem';
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ [column]: problem })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where(column, 'is distinct from', problem)
    .executeTakeFirst();
  if (numUpdatedRows > 0n || problem === null) return;
  await db
    .insertInto('mailboxes')
    .values({ ...key, [column]: problem })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'account_id']).doUpdateSet({ [column]: problem }))
    .execute();
}

export interface MailboxProblem {
  account_id: AccountId;
  /** As agents know the mailbox. */
  address: string;
  in_problem: string | null;
  out_problem: string | null;
}

/** The mailboxes of a shop, or of all shops for the operator, that do not work, and why. One that is switched off is not meant to. */
export async function listMailProblems(db: Queryable, merchantId: MerchantId | 'all'): Promise<MailboxProblem[]> {
  return db
    .selectFrom('mailboxes as m')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.merchant_id', '=', 'm.merchant_id').onRef('a.id', '=', 'm.account_id'),
    )
    .select(['m.account_id', 'm.out_problem'])
    .select((eb) => [
      eb.fn.coalesce('a.address', 'a.external_id').as('address'),
      eb.case().when('a.incoming', 'is not', null).then(eb.ref('m.in_problem')).else(null).end().as('in_problem'),
    ])
    .$if(merchantId !== 'all', (query) => query.where('m.merchant_id', '=', merchantId as MerchantId))
    .where('a.enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('m.out_problem', 'is not', null),
        eb.and([eb('m.in_problem', 'is not', null), eb('a.incoming', 'is not', null)]),
      ]),
    )
    .orderBy('m.account_id')
    .execute();
}

/** How far a folder was read. */
export interface Bookmark {
  uid_validity: string;
  last_uid: number;
  read_at: Date;
}

export async function findBookmark(db: Queryable, key: MailboxKey, folder: string): Promise<Bookmark | undefined> {
  return db
    .selectFrom('mailbox_folders')
    .select(['uid_validity', 'last_uid', 'read_at'])
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('folder', '=', folder)
    .executeTakeFirst();
}

/** Moves the bookmark; false when the lease is another node's by now, which goes on from where it was. */
export async function saveBookmark(
  db: Queryable,
  key: MailboxKey & { holder: string },
  folder: string,
  bookmark: Bookmark,
): Promise<boolean> {
  const { merchant_id, account_id, holder } = key;
  const row = await db
    .insertInto('mailbox_folders')
    .columns(['merchant_id', 'account_id', 'folder', 'uid_validity', 'last_uid', 'read_at'])
    .expression((eb) =>
      eb
        .selectFrom('mailboxes')
        .select([
          'merchant_id',
          'account_id',
          sql<string>`${folder}`.as('folder'),
          sql<string>`${bookmark.uid_validity}`.as('uid_validity'),
          sql<number>`${bookmark.last_uid}::bigint`.as('last_uid'),
          sql<Date>`${bookmark.read_at}::timestamptz`.as('read_at'),
        ])
        .where('merchant_id', '=', merchant_id)
        .where('account_id', '=', account_id)
        .where('holder', '=', holder),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'account_id', 'folder']).doUpdateSet((eb) => ({
        uid_validity: eb.ref('excluded.uid_validity'),
        last_uid: eb.ref('excluded.last_uid'),
        read_at: eb.ref('excluded.read_at'),
      })),
    )
    .returning('folder')
    .executeTakeFirst();
  return row !== undefined;
}

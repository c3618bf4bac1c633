import type { Queryable } from '../../platform/db/connection';
import type { PasswordMailsTable } from './tables';

export interface PasswordMail {
  /** As agents' addresses are stored. */
  email: string;
  kind: PasswordMailsTable['kind'];
  asked_at: Date;
  /** How often it was begun. */
  attempts: number;
}

/** So many wait at most: nobody fills the disk with addresses. */
const MOST_WAITING = 1_000;
/** Milliseconds after which a mail whose node has gone is taken up by another. */
const LEASE_MS = 120_000;

/**
 * Has a mail sent to the agent with this address. It does the same when there is none, so that nobody learns it; while one
 * waits the second is the same.
 * @returns false when too many wait already
 */
export async function enqueuePasswordMail(
  db: Queryable,
  { email, kind }: Pick<PasswordMail, 'email' | 'kind'>,
  now: Date,
): Promise<boolean> {
  const { waiting } = await db
    .selectFrom((eb) => eb.selectFrom('password_mails').select('email').limit(MOST_WAITING).as('those'))
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (waiting >= MOST_WAITING) return false;
  await db
    .insertInto('password_mails')
    .values({ email, kind, asked_at: now, due_at: now })
    .onConflict((found) => found.doNothing())
    .execute();
  return true;
}

/** The next one that is due; from here on it is this node's for a while. */
export async function claimPasswordMail(db: Queryable, now: Date): Promise<PasswordMail | undefined> {
  // With '=' PostgreSQL runs the subquery once. With 'in' it may run it for each row, and so claim several.
  return db
    .updateTable('password_mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: new Date(now.getTime() + LEASE_MS) }))
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('email', 'kind'),
        '=',
        eb
          .selectFrom('password_mails as due')
          .select(['due.email', 'due.kind'])
          .where('due.due_at', '<=', now)
          .orderBy('due.due_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('email', 'kind'),
      ),
    )
    .returning(['email', 'kind', 'asked_at', 'attempts'])
    .executeTakeFirst();
}

export async function putOffPasswordMail(db: Queryable, { email, kind }: PasswordMail, until: Date): Promise<void> {
  await db
    .updateTable('password_mails')
    .set({ due_at: until })
    .where('email', '=', email)
    .where('kind', '=', kind)
    .execute();
}

export async function deletePasswordMail(db: Queryable, { email, kind }: PasswordMail): Promise<void> {
  await db.deleteFrom('password_mails').where('email', '=', email).where('kind', '=', kind).execute();
}

/** What is left of an inbox that sends such mails no more. */
export async function forgetPasswordMails(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('password_mails').where('asked_at', '<', before).execute();
}

/** When the next one after this time falls due. */
export async function nextPasswordMail(db: Queryable, after: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('password_mails')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('due_at', '>', after)
    .executeTakeFirstOrThrow();
  return at;
}

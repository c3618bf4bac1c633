import { setTimeout as delay } from 'node:timers/promises';
import type { IsolationLevel, Transaction } from 'kysely';
import type { Queryable } from './connection';
import { isLostConnection, isRolledBack } from './transient-error';
import type { InboxSchema } from './schema';

/** How often one unit of work is attempted before its error reaches the caller. */
export const MAX_ATTEMPTS = 5;

/** Milliseconds; doubled with each attempt. The wait is random below that, so that two who collided do not meet again. */
const BACK_OFF_MS = 20;

/** Errors whose work was perhaps committed. */
const unknownOutcomes = new WeakSet<object>();

/** Whether the connection broke while this error's work was committed: it may be stored, and it may not. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unknownOutcomes.has(error);

interface TransactionOptions {
  /** PostgreSQL's default, read committed, when not given. */
  isolationLevel?: IsolationLevel;
  accessMode?: 'read only' | 'read write';
}

/**
 * Runs `work` in one transaction. This is the only place that opens transactions.
 *
 * PostgreSQL resolves a deadlock, or a conflict that it cannot serialize, by rolling back one of the transactions, and a
 * connection may break before the commit. Nothing has been stored then, so that the work is repeated from the start.
 * `work` may therefore run several times: it must reach nothing but the database, and leave no trace outside of it. What
 * others are to know (live events, a woken outbox, removed files) follows after the commit.
 *
 * @throws the work's own error, or the database's after `MAX_ATTEMPTS`
 */
export async function inTransaction<T>(
  db: Queryable,
  work: (tx: Transaction<InboxSchema>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false;
    try {
      return await transactionOf(db, options).execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      // A connection that breaks during the commit says nothing about whether it was done.
      if (isCommitting && isLostConnection(error) && error instanceof Error) unknownOutcomes.add(error);
      const isUndone = isRolledBack(error) || (!isCommitting && isLostConnection(error));
      if (!isUndone || attempt === MAX_ATTEMPTS) throw error;
      await delay(Math.random() * BACK_OFF_MS * 2 ** attempt);
    }
  }
}

function transactionOf(db: Queryable, { isolationLevel, accessMode }: TransactionOptions) {
  let transaction = db.transaction();
  if (isolationLevel !== undefined) transaction = transaction.setIsolationLevel(isolationLevel);
  if (accessMode !== undefined) transaction = transaction.setAccessMode(accessMode);
  return transaction;
}

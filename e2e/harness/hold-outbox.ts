import type { Page } from '@playwright/test';
import { withDatabase } from './database';
import type { Inbox } from './inbox';

/**
 * Holds the waiting outbox rows of the journey's shop for an hour, or until `releaseOutbox`. A row whose attempt is under way is
 * not held.
 *
 * @returns the number of rows that are held
 */
export function holdOutbox(inbox: Pick<Inbox, 'dataDir' | 'shop'>): Promise<number> {
  return planOutbox(inbox, '1 hour');
}

/** Makes the held rows due. An inbox that starts sends them at once, one that runs within half a minute. */
export async function releaseOutbox(inbox: Pick<Inbox, 'dataDir' | 'shop'>): Promise<void> {
  await planOutbox(inbox, '0');
}

/**
 * Sets when the waiting rows are due.
 *
 * @param after time from now, as a PostgreSQL interval
 */
async function planOutbox({ dataDir, shop }: Pick<Inbox, 'dataDir' | 'shop'>, after: string): Promise<number> {
  const { rowCount } = await withDatabase(dataDir, (db) =>
    db.query(
      `update outbox set next_at = now() + $2::interval
       where state = 'waiting' and lease_until is null
         and merchant_id = (select id from merchants where slug = $1)`,
      [shop.slug, after],
    ),
  );
  return rowCount ?? 0;
}

/** Milliseconds by which the page's clock is moved on to be stopped: less than what is offered for ten seconds has. */
const TO_STOP = 2_000;

/**
 * Does this before the ten seconds are over in which a mail that was sent can be taken back, however busy the machine is.
 * The mail waits in the outbox, and the page's clock stands still.
 *
 * @param page one whose clock is installed, and that shows no HTML mail: a clock is a script, which no mail's frame runs
 */
export async function inTimeForUndo(inbox: Inbox, page: Page, work: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + TO_STOP);
  await holdOutbox(inbox);
  await work();
  await page.clock.resume();
}

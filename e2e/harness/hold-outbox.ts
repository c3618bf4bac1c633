import type { Page } from '@playwright/test';
import { withDatabase } from './database';
import type { Inbox } from './inbox';

/** What waits in the outbox of the journey's shop stays there for an hour. */
export async function holdOutbox({ dataDir, shop }: Pick<Inbox, 'dataDir' | 'shop'>): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `update outbox set next_at = now() + interval '1 hour'
       where state = 'waiting' and merchant_id = (select id from merchants where slug = $1)`,
      [shop.slug],
    ),
  );
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

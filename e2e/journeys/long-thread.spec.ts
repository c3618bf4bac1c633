import { randomInt } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { sampleImage } from '@inbox/simulate';
import { violations } from '../harness/accessibility';
import { withDatabase } from '../harness/database';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { expect, test } from '../harness/test';
import { Thread } from '../harness/thread';

const ALL = 10_000;
/** In the older of the two tickets; the rest is in the one that runs. */
const OLDER = 4_000;

/** Messages of unlike heights before those that are there, some with a picture, some mails of unknown height. */
const FILL = `
  insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, actor, agent_id, message, details,
                        external_id, delivered, read, created_at)
  select t.merchant_id, t.conversation_id, case when n <= $2 then $3::bigint else t.id end, t.account_id,
         case n % 9 when 4 then 'image' when 7 then 'email' else 'message' end,
         case n % 3 when 0 then 'merchant' else 'customer' end, null,
         'Message ' || n || repeat(' and so on', (n * 7) % 30),
         case when n % 9 = 7 then jsonb_build_object('subject', 'Mail ' || n, 'html',
           '<p>Mail ' || n || '</p><div style="height:' || (n * 31) % 400 || 'px;background:#eee">A picture</div>')
         else '{}' end,
         'filled-' || t.id || '-' || n, true, true, t.created_at - (($1::int - n + 1) * interval '1 minute')
  from tickets t, generate_series(1, $1::int) n where t.id = $4`;

const PICTURES = `
  insert into attachments (merchant_id, content_id, kind, filename, content_type, size, storage_key)
  select c.merchant_id, c.id, 'image', 'picture.png', 'image/png', a.size, a.storage_key
  from contents c, (select size, storage_key from attachments where storage_key is not null order by id desc limit 1) a
  where c.conversation_id = (select conversation_id from tickets where id = $1) and c.content_type = 'image'
    and not exists (select from attachments o where o.content_id = c.id)`;

interface LongThread {
  name: string;
  /** The closed ticket and the one that runs. */
  older: number;
  running: number;
  writes(text: string, at?: Date): Promise<void>;
}

/** A customer of years: one conversation of two tickets. */
async function longThread(inbox: Inbox, name: string, messages = ALL): Promise<LongThread> {
  const customer = inbox.customer(name);
  await customer.writes('Where it began');
  const older = await inbox.ticketOf(inbox.asha, name);
  await withDatabase(inbox.dataDir, (db) => db.query(`update tickets set status = 'closed' where id = $1`, [older]));
  const media = String(randomInt(1e9, 9e9));
  inbox.simulator.graph.addMedia(media, { bytes: sampleImage(9), mimeType: 'image/png' });
  await customer.sends({ type: 'image', image: { id: media, mime_type: 'image/png', sha256: '' } });
  const running = await inbox.ticketOf(inbox.asha, name);
  await withDatabase(inbox.dataDir, async (db) => {
    const fetched = `select from attachments a join contents c on c.id = a.content_id
      where c.ticket_id = $1 and a.storage_key is not null`;
    await expect.poll(async () => (await db.query(fetched, [running])).rowCount).toBe(1);
    // What stands there already moves below all that is filled in above it.
    await db.query(FILL, [messages, Math.round((messages * OLDER) / ALL), older, running]);
    await db.query(
      `update contents set created_at = created_at - interval '${messages + 10} minutes'
                    where ticket_id = $1 and coalesce(external_id, '') not like 'filled-%'`,
      [older],
    );
    await db.query(PICTURES, [running]);
  });
  return {
    name,
    older,
    running,
    writes: async (text, at) => void (await customer.writes(text, { ...(at && { at }) })),
  };
}

async function openThread(screen: InboxScreen, { name }: LongThread): Promise<Thread> {
  await screen.isLive();
  await expect(screen.conversation.getByRole('heading', { name })).toBeVisible();
  return new Thread(screen);
}

test('a thread of 10,000 messages opens at the newest, and older ones come above without a jump', async ({
  inbox,
  open,
}) => {
  const long = await longThread(inbox, 'Ten thousand Tara');
  const asha = await open(inbox.asha, { ticket: long.running });
  const thread = await openThread(asha, long);
  await thread.isAtEnd();
  await expect(thread.said(new RegExp(`Message ${ALL}\\b`))).toBeVisible();

  // Not far enough for a way back, and then far enough.
  await thread.wheel(-200);
  await expect.poll(() => thread.belowEnd()).toBe(200);
  await expect(thread.jump).toHaveCount(0);
  await thread.wheel(-100);
  await expect(thread.jump).toBeVisible();

  // Each page waits until the place is known, and comes while others write below.
  const held: (() => void)[] = [];
  await asha.page.route(/content-v2\/\?.*fetch_since=[^&]{3,}/, async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  for (let page = 1; page <= 6; page++) {
    await expect(async () => {
      await thread.wheel(-2_000);
      await expect.poll(() => held.length, { timeout: 500 }).toBe(1);
    }).toPass();
    await thread.contentIsHere();
    await thread.isAtRest();
    const height = await thread.log.evaluate((log) => log.scrollHeight);
    const moved = await thread.moved(async () => {
      held.pop()?.();
      await expect(thread.loading).toHaveCount(0);
      await long.writes(`News ${page}`);
      const count = page === 1 ? '1 new message' : `${page} new messages`;
      await expect(asha.conversation.getByText(count, { exact: true })).toBeVisible();
      await expect.poll(() => thread.log.evaluate((log) => log.scrollHeight)).toBeGreaterThan(height);
      await thread.contentIsHere();
      await thread.isAtRest();
    });
    expect(moved, `while page ${page} came`).toBeLessThanOrEqual(1);
  }
  await asha.page.unroute(/content-v2/);

  await thread.jump.click();
  await thread.isAtEnd();
  await expect(thread.said(/News 6/)).toBeVisible();
  await expect(thread.jump).toHaveCount(0);
  await expect(thread.log).toBeFocused();
});

test('the rail leads to a ticket’s first message and the search to an old one, though neither is loaded, by keyboard alone', async ({
  inbox,
  open,
}) => {
  const long = await longThread(inbox, 'Years of Yamini');
  const asha = await open(inbox.asha, { ticket: long.running });
  const thread = await openThread(asha, long);
  const { page, conversation } = asha;
  await thread.isAtEnd();
  const rail = conversation.getByRole('navigation', { name: 'Tickets of this conversation' });
  expect(await violations(page)).toEqual([]);

  const leadsTo = (ticket: number, message: Locator) =>
    expect(async () => {
      // A server with much to do may not answer in time; the agent asks once more.
      await press(page, rail.getByRole('button', { name: `#${ticket}` }));
      await expect(message).toBeInViewport({ timeout: 12_000 });
    }).toPass({ timeout: 90_000 });
  await leadsTo(long.older, thread.said(/Where it began/));
  await leadsTo(long.running, thread.said(new RegExp(`Message ${OLDER + 1}\\b`)));

  await press(page, conversation.getByRole('button', { name: 'Find in conversation' }));
  await expect(conversation.getByRole('searchbox', { name: 'Find in conversation' })).toBeFocused();
  await page.keyboard.type('Message 1234 ');
  await expect(conversation.getByText('1 of 1')).toBeVisible();
  await expect(thread.said(/Message 1234\b/)).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(thread.log).toBeFocused();

  await page.keyboard.press('End');
  await thread.isAtEnd();
  await page.keyboard.press('PageUp');
  await reach(page, 'Shift+Tab', thread.jump);
  await page.keyboard.press('Enter');
  await thread.isAtEnd();
  await expect(thread.log).toBeFocused();
});

test('a jump to the newest message holds in the middle of another scrolling', async ({ inbox, open }) => {
  const customer = inbox.customer('Hasty Hamsa');
  for (let line = 0; line < 40; line += 1) await customer.writes(`Line ${line}\nand what it is about`);
  const asha = await open(inbox.asha, { ticket: await inbox.ticketOf(inbox.asha, customer.name) });
  const thread = new Thread(asha);
  await thread.isAtEnd();
  for (let time = 0; time < 4; time += 1) {
    await thread.log.focus();
    // In the page, where nothing comes between: the scrolling of a key press is over within some ten frames.
    const jumped = asha.page.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const look = () => {
            const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
            if (!button) return requestAnimationFrame(look);
            button.click();
            return resolve();
          };
          look();
        }),
      'Jump to the newest message',
    );
    await asha.page.keyboard.press('PageUp');
    await jumped;
    await thread.isAtEnd();
    await thread.isAtRest();
    expect(await thread.belowEnd(), `time ${time}`).toBeLessThanOrEqual(1);
  }
});

test('messages stand in the order of the channel’s time, then of their coming, also those that come late', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Late Latika');
  const now = Math.floor(Date.now() / 1000) * 1000;
  const ago = (seconds: number) => new Date(now - seconds * 1000);
  await customer.writes('first', { at: ago(300) });
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  await asha.isLive();
  await expect(asha.bubble('first')).toBeVisible();
  await customer.writes('fifth', { at: ago(60) });
  await customer.writes('third', { at: ago(120) });
  await customer.writes('fourth', { at: ago(120) });
  await customer.writes('second', { at: ago(200) });
  const inOrder = ['first', 'second', 'third', 'fourth', 'fifth'];
  await expect.poll(() => asha.messages()).toEqual(inOrder);
  await asha.page.reload();
  await expect.poll(() => asha.messages()).toEqual(inOrder);
});

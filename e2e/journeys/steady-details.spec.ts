import type { Locator, Response } from '@playwright/test';
import { withDatabase } from '../harness/database';
import { holdCall } from '../harness/hold-call';
import type { Inbox } from '../harness/inbox';
import { expect, test } from '../harness/test';

const CUSTOMER = '**/customer_details/';

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

/** Other tickets of this ticket's customer, at most nine. */
async function addPastTickets({ dataDir }: Inbox, ticket: number, count: number): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `insert into tickets select (jsonb_populate_record(t, jsonb_build_object('id', 100000 + 10 * t.id + n, 'status', 'closed'))).*
       from tickets t, generate_series(1, $2) n where t.id = $1`,
      [ticket, count],
    ),
  );
}

test('a section that is pressed while what is above it comes is opened by the release', async ({ inbox, open }) => {
  const customer = inbox.customer('Pressed Prema');
  await customer.writes('Where is my order?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  await addPastTickets(inbox, ticket, 4);
  let held: Awaited<ReturnType<typeof holdCall>> | undefined;
  let pastTickets: Promise<Response> | undefined;
  const asha = await open(inbox.asha, {
    ticket,
    viewport: { width: 1280, height: 800 },
    prepare: async (page) => {
      held = await holdCall(page, CUSTOMER, 'answer');
      pastTickets = page.waitForResponse('**/api/inbox/conversation/*/tickets/');
    },
  });
  const { page, details } = asha;
  await asha.isLive();
  await asha.showDetails();
  await held?.requested;
  // How many they are decides how high the skeleton is.
  await pastTickets;

  const orders = button(details, 'Orders');
  const middle = async () => {
    const box = (await orders.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  // Waits until it rests.
  await orders.hover();
  await page.mouse.down();
  const pressed = await middle();
  held?.release();
  await expect(details.getByText(customer.phone)).toBeAttached();
  await expect(details.getByRole('heading', { name: 'Past Tickets' })).toBeAttached();
  expect(await middle()).toEqual(pressed);
  await page.mouse.up();
  await expect(orders).toHaveAttribute('aria-expanded', 'true');
  // All comes to its place.
  await expect.poll(async () => (await middle()).y).not.toBe(pressed.y);
});

/** All that a profile may show is known of this ticket's customer, but for orders. */
async function know({ dataDir }: Inbox, ticket: number): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `update customers c set email = 'known@mail.example', city = 'Pune' from tickets t
       where t.id = $1 and c.merchant_id = t.merchant_id and c.id = t.customer_id`,
      [ticket],
    ),
  );
}

async function addOrder({ dataDir }: Inbox, ticket: number): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.query(
      `insert into orders (merchant_id, customer_id, order_number, order_created_at, is_cod, fulfillment_status, total_order_price, details)
       select merchant_id, customer_id, 'S' || id, '2026-11-21 06:00Z', false, 'delivered', 1249, '{}' from tickets where id = $1`,
      [ticket],
    ),
  );
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`what stands for a profile is as high as the profile, ${viewport.width} pixels wide`, async ({
    inbox,
    open,
  }) => {
    const customer = inbox.customer(`Even Esha ${viewport.width}`);
    await customer.writes('Where is my order?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    await know(inbox, ticket);
    await addPastTickets(inbox, ticket, 2);
    const owner = await open(inbox.asha, { ticket, viewport: { width: 1280, height: 800 } });
    await button(owner.conversation, 'Assign to me').click();
    await expect(button(owner.details, 'Correct details')).toBeVisible();

    for (const shows of ['No stats yet.', '₹1,249.00 spent']) {
      if (shows.startsWith('₹')) await addOrder(inbox, ticket);
      let held: Awaited<ReturnType<typeof holdCall>> | undefined;
      // A browser that has stored nothing of the customer.
      const asha = await open(inbox.asha, {
        ticket,
        viewport,
        prepare: async (page) => {
          held = await holdCall(page, CUSTOMER, 'answer');
        },
      });
      const { details } = asha;
      await asha.isLive();
      await asha.showDetails();
      await held?.requested;
      const profile = details.getByRole('group', { name: 'Profile' });
      const height = async () => (await profile.boundingBox())?.height ?? 0;
      await expect(details.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
      await expect(details.getByText(/₹|No stats/)).toHaveCount(0);
      const before = await height();
      held?.release();
      await expect(details.getByText(shows)).toBeVisible();
      await expect(details.getByRole('link', { name: /^#/ })).toHaveCount(2);
      await expect(button(details, 'Correct details')).toBeVisible();
      expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1);
    }
  });
}

import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import { withDatabase } from '../harness/database';
import type { Inbox } from '../harness/inbox';
import { openSection } from '../harness/inbox-screen';
import { mountAlone } from '../harness/mount-alone';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });

const EVIL = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';

/** Orders that a shop has of this ticket's customer: the first hostile, then many plain ones. */
async function addOrders({ dataDir }: Inbox, ticket: number, count: number): Promise<void> {
  const shipped = {
    fulfillment_status: 'in_transit',
    shipment_company: 'Delhivery',
    shipment_tracking_id: 'AWB77',
    shipment_tracking_url: 'https://track.example/AWB77',
  };
  const plain = {
    total_discounts: 50,
    user_email: 'buyer@mail.example',
    user_phone_number: '919812345678',
    line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: 1299 }],
    shipment_details: shipped,
  };
  const hostile = {
    order_url: 'javascript:window.broken=1',
    user_email: EVIL,
    line_items: [{ name: EVIL.repeat(20), sku: EVIL, price: 1 }],
    shipment_details: { ...shipped, shipment_company: EVIL, shipment_tracking_url: 'data:text/html,broken' },
  };
  await withDatabase(dataDir, async (db) => {
    await db.query(
      `insert into orders (merchant_id, customer_id, order_number, order_created_at, is_cod, fulfillment_status, total_order_price, details)
       select merchant_id, customer_id, 'T' || id || '-' || n, timestamptz '2026-11-21 06:00Z' - n * interval '1 day', n % 2 = 1,
         case n when 0 then $2 else 'in_transit' end, 1249, case n when 0 then $3::jsonb else $4::jsonb end
       from tickets, generate_series(0, $5 - 1) n where id = $1`,
      [ticket, EVIL, JSON.stringify(hostile), JSON.stringify(plain), count],
    );
    await db.query(
      `insert into abandoned_checkouts (merchant_id, customer_id, checkout_id, created_at, details)
       select merchant_id, customer_id, 'CHK' || id, '2026-11-21 06:00Z', $2 from tickets where id = $1`,
      [ticket, JSON.stringify({ ...plain, total_order_price: 1249 })],
    );
  });
}

test('five hundred orders and a checkout beside the ticket, by keyboard, into the reply, hostile ones inert', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Ordering Omar');
  await customer.writes('Where is my order?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  await addOrders(inbox, ticket, 500);
  const asha = await open(inbox.asha, { ticket, viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Kolkata' });
  const { page, details } = asha;
  await asha.isLive();
  await button(asha.conversation, 'Assign to me').click();
  await asha.showDetails();

  await button(details, 'Profile').focus();
  await page.keyboard.press('ArrowDown');
  await expect(button(details, 'Orders')).toBeFocused();
  await page.keyboard.press('Enter');
  const card = (n: number) => details.getByRole('article', { name: `#T${ticket}-${n}`, exact: true });
  await expect(details.getByRole('article')).toHaveCount(20);
  await expect(card(1)).toContainText('20 Nov, 2026');

  await button(card(0), 'More details').click();
  await expect(card(0)).toContainText(EVIL);
  await expect(card(0).getByRole('link')).toHaveCount(0);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  expect(await violations(page)).toEqual([]);

  await button(card(1), 'More details').click();
  await expect(button(card(0), 'More details')).toBeVisible();
  await expect(card(1).getByRole('link', { name: 'Track shipment' })).toHaveAttribute(
    'href',
    'https://track.example/AWB77',
  );
  await button(card(1), 'Add number to reply').click();
  await expect(card(1).getByText('Added to the reply.')).toBeVisible();
  await expect(asha.replyBox).toHaveValue(`T${ticket}-1`);
  await button(card(1), 'Show Less').click();

  await button(details, 'Show more (20 of 500)').click();
  await expect(details.getByRole('article')).toHaveCount(40);

  await details.getByRole('tab', { name: 'Orders' }).focus();
  await page.keyboard.press('ArrowRight');
  const checkout = details.getByRole('article', { name: `#CHK${ticket}` });
  await expect(checkout).toContainText('21st Nov, 2026');
  expect(await violations(page)).toEqual([]);

  // What was opened is open again, and orders are loaded at once.
  await page.reload();
  await expect(details.getByRole('article')).toHaveCount(20);
});

test('the panel is for everyone, in both themes and at any width', async ({ inbox, open }) => {
  const customer = inbox.customer('Narrow Naina');
  await customer.writes('Where is my order?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  await addOrders(inbox, ticket, 3);
  const asha = await open(inbox.asha, { ticket, viewport: { width: 360, height: 740 } });
  const { page, details } = asha;
  await asha.isLive();
  await asha.showDetails();
  await openSection(details, 'Orders');
  await button(details.getByRole('article').nth(1), 'More details').click();
  await isForEveryone(page, async () => {
    await asha.showDetails();
    await expect(details.getByRole('link', { name: 'Track shipment' })).toBeVisible();
    const overflow = () => details.evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
});

test('a corrected address is seen by all, and makes two entries one person, who are parted again', async ({
  inbox,
  open,
}) => {
  const [customer, other] = [inbox.customer('Chatting Charu'), inbox.customer('Mailing Charu')];
  await customer.writes('Hello');
  await other.mails({ subject: 'Invoice', text: 'The invoice please.' });
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const mailTicket = await inbox.ticketOf(inbox.asha, other.name);
  const viewport = { width: 1280, height: 800 };
  const [owner, ravi] = await Promise.all([
    open(await addStoreAdmin(inbox, 'Omana'), { ticket, viewport }),
    open(inbox.ravi, { ticket, viewport }),
  ]);
  for (const screen of [owner, ravi]) {
    await screen.isLive();
    await screen.showDetails();
  }
  const { page, details } = owner;
  await button(details, 'Correct details').click();
  const dialog = page.getByRole('dialog', { name: 'Correct customer details' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nonsense');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Pune');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a valid e-mail address.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(other.address);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  for (const screen of [owner, ravi]) {
    await expect(screen.details).toContainText('Pune');
    await expect(screen.details).toContainText(other.address);
  }
  await expect(ravi.details.getByRole('button', { name: /^Join/ })).toHaveCount(0);

  await button(details, `Join with ${other.name}`).click();
  const joining = page.getByRole('dialog', { name: 'Join these entries?' });
  await expect(joining).toContainText(`1 ticket, the conversations and the orders of ${other.name} become those of`);
  expect(await violations(page)).toEqual([]);
  await button(joining, 'Join').click();
  const past = (screen: typeof owner) => screen.details.getByRole('link', { name: new RegExp(`#${mailTicket}`) });
  await expect(past(owner)).toBeVisible();
  await expect(past(ravi)).toBeVisible();
  await expect(owner.row(other.name)).toHaveCount(0);

  await button(details, `Part ${other.name}`).click();
  await button(page.getByRole('dialog', { name: 'Part these entries?' }), 'Part').click();
  await expect(past(owner)).toHaveCount(0);
  await expect(past(ravi)).toHaveCount(0);
});

test('alone in a page, without a shell and without a bus, the panel works with the real backend', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Lone Lata');
  await customer.writes('Where is my order?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  await addOrders(inbox, ticket, 2);
  const asha = await open(inbox.asha, { ticket });
  const { page, details } = asha;
  await asha.isLive();
  await asha.showDetails();
  await expect(button(details, 'Orders')).toBeVisible();
  await mountAlone(page, 'inbox_customer_panel', await inbox.token(inbox.asha), { ticketId: ticket });

  await expect(details).toHaveCount(1);
  await expect(details.getByText(customer.name)).toBeVisible();
  await openSection(details, 'Orders');
  const card = details.getByRole('article').nth(1);
  await button(card, 'More details').click();
  await button(card, 'Add number to reply').click();
  await expect(card.getByRole('alert')).toBeVisible();
  await openSection(details, 'Internal Notes/Comments');
  await button(details, 'Write a note').click();
  await expect(details.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
  await page.keyboard.type('All by myself');
  await button(details, 'Add').click();
  await expect(details.getByRole('list', { name: 'Notes' })).toContainText('All by myself');
});

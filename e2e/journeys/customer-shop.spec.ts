import { orderBody, postShopifyWebhook, startShopifyServer, type SimulatedOrder } from '@inbox/simulate';
import type { Locator } from '@playwright/test';
import { resize, violations } from '../harness/accessibility';
import { withDatabase } from '../harness/database';
import { expect, test } from '../harness/test';

// The shop of this journey is on this machine.
test.use({ ownInbox: { INBOX_AUTOMATION_PRIVATE: 'yes' } });

const DOMAIN = 'saree-house.myshopify.com';
const CREDENTIALS = { access_token: 'shpat_of_saree_house', app_secret: 'app-secret-of-saree-house' };

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

const order = (given: Partial<SimulatedOrder>): SimulatedOrder => ({
  id: 1001,
  name: '#1001',
  email: null,
  phone: null,
  customer: null,
  created_at: '2026-11-20T06:00:00Z',
  updated_at: '2026-11-20T06:00:00Z',
  cancelled_at: null,
  order_status_url: 'https://saree-house.example/orders/1001',
  gateway: 'Cash on Delivery (COD)',
  total_price: '1249.00',
  total_discounts: '50.00',
  line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: '1299.00' }],
  shipment: null,
  ...given,
});

test('orders of the shop beside the ticket, live, and as of when while the shop is down', async ({ inbox, open }, {
  outputDir,
}) => {
  const shopify = await startShopifyServer({ port: 0, domain: DOMAIN, accessToken: CREDENTIALS.access_token });
  try {
    await inbox.admin(
      ['shop', 'add', '--merchant', inbox.shop.slug, '--domain', DOMAIN, '--url', shopify.url],
      JSON.stringify(CREDENTIALS),
    );
    expect(await inbox.admin(['shop', 'check', '--merchant', inbox.shop.slug])).toContain(`answers for ${DOMAIN}`);

    const customer = inbox.customer('Shopping Sunil');
    await customer.writes('Where is my order?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const updated_at = '2026-11-20T06:00:00Z';
    const buyer = { id: 5, email: null, phone: `+${customer.phone}`, updated_at };
    const bought = order({ customer: buyer });
    shopify.customers.push(buyer);
    shopify.orders.push(bought);

    const asha = await open(inbox.asha, { ticket, viewport: { width: 1280, height: 800 } });
    const { page, details } = asha;
    await asha.isLive();
    await asha.showSection('Orders');
    const card = details.getByRole('article', { name: '#1001', exact: true });
    await expect(card).toContainText('₹1,249.00');
    await expect(card).toContainText('COD');
    await expect(card).toContainText('Unfulfilled');
    await expect(details.getByText('₹1,249.00 spent')).toBeVisible();

    // The shop ships it; the agent does nothing.
    const shipment = {
      status: 'in_transit',
      company: 'Delhivery',
      number: 'AWB77',
      url: 'https://track.example/AWB77',
    };
    const shipped = order({ customer: buyer, shipment, updated_at: '2026-11-21T06:00:00Z' });
    const door = { backend: inbox.url, domain: DOMAIN, appSecret: CREDENTIALS.app_secret };
    expect(await postShopifyWebhook(door, 'orders/updated', orderBody(shipped))).toBe(200);
    await expect(card).toContainText('In transit');
    expect(await postShopifyWebhook({ ...door, appSecret: 'other' }, 'orders/updated', orderBody(bought))).toBe(401);
    // Late, and older than what is known.
    expect(await postShopifyWebhook(door, 'orders/create', orderBody(bought))).toBe(200);
    await button(card, 'More details').click();
    await expect(card.getByRole('link', { name: 'Track shipment' })).toHaveAttribute('href', shipment.url);

    shopify.answerWith('fail');
    await withDatabase(inbox.dataDir, (db) => db.query("update shop_syncs set as_of = as_of - interval '20 minutes'"));
    await page.reload();
    await asha.isLive();
    const notice = details.getByText(/^The shop does not answer\. This is as of /);
    await expect(notice).toBeVisible();
    await expect(card).toContainText('In transit');
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${outputDir}/wide.png` });
    await page.emulateMedia({ colorScheme: 'dark' });
    await resize(page, { width: 360, height: 740 });
    await asha.showDetails();
    await expect(notice).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${outputDir}/narrow.png` });

    shopify.answerWith('accept');
    await button(details, 'Retry').focus();
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(card).toBeVisible();
  } finally {
    await shopify.close();
  }
});

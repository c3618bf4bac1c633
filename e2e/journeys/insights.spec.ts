import { violationsInThemes } from '../harness/accessibility';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

test('the main site’s Insights page shows figures, and the conversation of a customer with who they are', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Counted Chitra');
  await customer.writes('How many are we?');
  await inbox.ticketOf(inbox.asha, customer.name);
  const { page, list } = await open(await addStoreAdmin(inbox, 'Insightful'));
  await expect(list).toBeVisible();
  await page.goto('/main-site/insights/');
  await expect(page.getByRole('img', { name: /^Tickets by channel: / })).toBeVisible();
  await page.getByRole('button', { name: customer.name }).click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('How many are we?');
  const details = page.getByRole('complementary', { name: 'Customer details' });
  await expect(details).toContainText(customer.name);
  // The panels follow the page, and fade from one theme to the other in trees of their own.
  await expect.poll(() => violationsInThemes(page)).toEqual([]);
  const background = () => details.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
});

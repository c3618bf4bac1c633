import type { Page, Route } from '@playwright/test';
import { failure, FAULTS, LOGGED, withFault, words } from '../faults/fault';
import { violationsInThemes } from '../harness/accessibility';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

test('the main site’s Insights page shows figures, and the conversation of a customer with who they are', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Counted Chandni');
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

/** The page is an example that people copy: it tells the inbox's own words, and one sentence in place of all others. */
const NO_ANSWER = 'The inbox does not answer as it should. Please try again.';

/** The page has a client of its own: it meets what the tables of the inbox's client try without a browser. */
const OTHER_FAULTS: Record<string, [meet: (route: Route) => Promise<void>, said: string]> = {
  '500 HTML': [(route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Error</h1>' }), NO_ANSWER],
  '429': [(route) => route.fulfill(failure(429, 'Too many attempts.')), 'Too many attempts.'],
  '403': [(route) => route.fulfill(failure(403, 'You may not do this now.')), 'You may not do this now.'],
  cut: [(route) => route.abort('connectionreset'), NO_ANSWER],
  malformed: [(route) => route.fulfill({ json: { success: true, data: ['nonsense'] } }), NO_ANSWER],
};

const CALLS = [/\/api\/inbox\/analytics\/\?/, /\/api\/inbox\/analytics\/customers\//];

test('whatever its calls meet, the Insights page says so within ten seconds, and shows its figures at the next try', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...LOGGED, /status of (?:429|403)/);
  const prepare = (page: Page) => page.clock.install();
  const { page, list } = await open(await addStoreAdmin(inbox, 'Unlucky'), { prepare });
  await expect(list).toBeVisible();
  await page.goto('/main-site/insights/');
  const chart = page.getByRole('img', { name: /^Tickets by channel: / });
  await expect(chart).toBeVisible();
  const said = page.locator('#said');
  const show = page.getByRole('button', { name: 'Show', exact: true });
  const showsAgain = async () => {
    await show.click();
    await expect(said).toBeEmpty();
    await expect(chart).toBeVisible();
  };
  for (const path of CALLS) {
    for (const fault of FAULTS) {
      await test.step(`${path.source} × ${fault}`, async () => {
        await withFault(page, { path, fault }, async (met) => {
          await show.click();
          await met.told();
          await expect(said).toHaveText(fault === 'hang' ? NO_ANSWER : words[fault]);
        });
        await showsAgain();
      });
    }
    for (const [fault, [meet, told]] of Object.entries(OTHER_FAULTS)) {
      await test.step(`${path.source} × ${fault}`, async () => {
        await page.route(path, meet);
        await show.click();
        await expect(said).toHaveText(told);
        await page.unroute(path, meet);
        await showsAgain();
      });
    }
  }
});

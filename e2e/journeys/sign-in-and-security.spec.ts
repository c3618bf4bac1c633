import type { Page } from '@playwright/test';
import { isForEveryone } from '../harness/accessibility';
import { InboxScreen } from '../harness/inbox-screen';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';
import type { Agent } from '../harness/world';

/** A call of a page whose session has ended is refused. */
const REFUSED = /status of 401/;

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signInBy(page: Page, { email, password }: Agent): Promise<void> {
  await page.goto('/main-site/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: /, account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  return page.getByRole('dialog', { name: 'Sign-in and security' });
}

test('an agent sees where they are signed in, and ends it', async ({ inbox, newPage, guard }) => {
  guard.expects(REFUSED);
  const agent = await addStoreAdmin(inbox, 'Surekha');
  const page = await newPage();
  await signInBy(page, agent);
  await new InboxScreen(page).isLive();

  await test.step('sessions: the other browser is shown, and led to the sign-in page once it is ended', async () => {
    const other = await newPage({ userAgent: FIREFOX });
    await signInBy(other, agent);
    await new InboxScreen(other).isLive();

    const dialog = await openDialog(page);
    const sessions = dialog.getByRole('region', { name: 'Where you are signed in' });
    const rows = sessions.getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'This browser' })).toContainText(/Chrome on .*last used .* from /);
    await expect(rows.filter({ hasText: 'This browser' }).getByRole('button')).toHaveCount(0);
    await isForEveryone(page, async (name) => {
      await expect(dialog).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`sessions ${name}.png`) });
    });
    await rows.getByRole('button', { name: /^End Firefox on Windows, signed in/ }).press('Enter');
    await expect(sessions.getByRole('status')).toHaveText('1 session has ended.');
    await expect(rows).toHaveCount(1);
    await expect(other).toHaveURL(/\/main-site\/login/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: /, account of / })).toBeFocused();
  });
});

import type { Page } from '@playwright/test';
import { isForEveryone } from '../harness/accessibility';
import { InboxScreen } from '../harness/inbox-screen';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

/** A call whose password is wrong, and a sign-in with a passkey that was removed. */
const REFUSED = /status of (?:401|422)/;

/** A device with a finger on it, as Chromium plays one. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: /, account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  return page.getByRole('region', { name: 'Passkeys' });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your status/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/main-site\/login/);
}

test('an agent adds a passkey, signs in with it, and removes it', async ({ inbox, newPage, guard }) => {
  guard.expects(REFUSED);
  const agent = await addStoreAdmin(inbox, 'Pallavi');
  const page = await newPage();
  await addDevice(page);
  const screen = new InboxScreen(page);
  const shot = (what: string) => (name: string) =>
    page.screenshot({ path: test.info().outputPath(`${what} ${name}.png`) }).then(() => undefined);
  await page.goto('/main-site/login');
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await isForEveryone(page, shot('login'));
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password').fill(agent.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await screen.isLive();

  await test.step('adds it by the password', async () => {
    const passkeys = await openDialog(page);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByLabel(/^Name/).fill('Counter laptop');
    await passkeys.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('alert')).toHaveText('The password is wrong.');
    await isForEveryone(page, shot('add'));
    await passkeys.getByLabel('Password').fill(agent.password);
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('status')).toContainText('The passkey is added');
    await expect(passkeys.getByRole('listitem')).toContainText(/Counter laptop.*not used yet/);
    await isForEveryone(page, shot('added'));
    await page.keyboard.press('Escape');
  });

  await test.step('signs in with it, to the ticket that was wanted', async () => {
    await signOut(page);
    await byPasskey.press('Enter');
    await screen.isLive();
    const passkeys = await openDialog(page);
    await expect(passkeys.getByRole('listitem')).toContainText(/last used/);
  });

  await test.step('removes it, and is told so by who tries it', async () => {
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: /^Remove Counter laptop/ }).click();
    await passkeys.getByLabel('Password').fill(agent.password);
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys.getByRole('status')).toHaveText('The passkey is removed.');
    await page.keyboard.press('Escape');
    await signOut(page);
    await byPasskey.click();
    await expect(page.getByRole('alert')).toContainText('does not know this passkey');
    await isForEveryone(page, shot('refused'));
  });
});

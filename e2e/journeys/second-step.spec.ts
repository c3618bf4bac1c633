import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { isForEveryone } from '../harness/accessibility';
import { InboxScreen } from '../harness/inbox-screen';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

/** A call whose code is wrong, and a page that says so. */
const REFUSED = /status of (?:401|422)/;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows for the secret, so many 30 seconds from now (RFC 6238). */
function codeOf(secret: string, stepsFromNow = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsFromNow));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: /, account of / }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  return page.getByRole('region', { name: 'Authenticator app' });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your status/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/main-site\/login/);
}

test('an agent signs in with a code, and without the phone by a recovery code', async ({ inbox, newPage, guard }) => {
  guard.expects(REFUSED);
  const agent = await addStoreAdmin(inbox, 'Tara');
  const page = await newPage();
  const screen = new InboxScreen(page);
  const shot = (what: string) => (name: string) =>
    page.screenshot({ path: test.info().outputPath(`${what} ${name}.png`) }).then(() => undefined);
  const givePassword = async () => {
    await page.getByLabel('Email').fill(agent.email);
    await page.getByLabel('Password').fill(agent.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/main-site/login');
  await givePassword();
  await screen.isLive();
  let secret = '';
  let codes: string[] = [];

  await test.step('turns it on', async () => {
    const app = await openDialog(page);
    await isForEveryone(page, shot('off'));
    await app.getByRole('button', { name: 'Turn on' }).click();
    await app.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(app.getByRole('alert')).toContainText('is wrong');
    await app.getByLabel('Password').fill(agent.password);
    await page.keyboard.press('Enter');
    await expect(app.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await isForEveryone(page, shot('scan'));
    secret = (await app.locator('code').textContent()) ?? '';
    await app.getByLabel('6-digit code that the app shows').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    const list = app.getByRole('list', { name: 'Your recovery codes' });
    await expect(list).toBeFocused();
    codes = await list.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await isForEveryone(page, shot('codes'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('inbox-recovery-codes.txt');
    await app.getByRole('button', { name: 'I have saved them' }).press('Enter');
    await expect(app.getByText('10 recovery codes are left.')).toBeVisible();
    await isForEveryone(page, shot('on'));
    await page.keyboard.press('Escape');
  });

  await test.step('signs in with the code of the app', async () => {
    await signOut(page);
    await givePassword();
    const code = page.getByLabel('6-digit code');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('4 tries are left.');
    await isForEveryone(page, shot('code'));
    await page.getByLabel('6-digit code').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await screen.isLive();
  });

  await test.step('signs in with a recovery code, and turns it off with another', async () => {
    await signOut(page);
    await givePassword();
    await page.getByText('I do not have my phone').click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await isForEveryone(page, shot('recovery'));
    await page.getByRole('button', { name: 'Use the recovery code' }).click();
    await screen.isLive();
    const app = await openDialog(page);
    await expect(app.getByText('9 recovery codes are left.')).toBeVisible();
    await app.getByRole('button', { name: 'Turn off' }).click();
    await app.getByLabel('Password').fill(agent.password);
    await app.getByLabel('Code from your app, or a recovery code').fill(codes[1] ?? '');
    await isForEveryone(page, shot('proof'));
    await app.getByRole('button', { name: 'Turn off' }).click();
    await expect(app.getByRole('status')).toHaveText('The authenticator app is turned off.');
    await page.keyboard.press('Escape');
    await signOut(page);
    await givePassword();
    await screen.isLive();
  });
});

import { core, expect, test } from '../harness/test';
import { signIn } from '../harness/inbox';
import { InboxScreen } from '../harness/inbox-screen';

/** A wrong sign-in is answered with 401, which Chromium logs. */
const REFUSED = /status of 401/;

test('an agent signs in with e-mail and password and stands before the tickets', async ({ page, inbox }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/main-site\/login/);
  await page.getByLabel('Email').fill(inbox.asha.email);
  await page.getByLabel('Password').fill(inbox.asha.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
  const screen = new InboxScreen(page);
  await expect(screen.list).toBeVisible();
  await screen.isLive();
  await expect(page.getByRole('button', { name: `Account of ${inbox.asha.full_name}` })).toBeVisible();
});

test('a wrong password is refused in words that do not tell whether the address is known', async ({
  page,
  guard,
  inbox,
}) => {
  guard.expects(REFUSED);
  for (const email of [inbox.leela.email, `nobody@${inbox.shop.slug}.example`]) {
    await page.goto('/main-site/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password')).toHaveValue('');
  }
});

test('without demo data nobody is offered a sign-in by one click', async ({ page }) => {
  await page.goto('/main-site/login');
  await expect(page.getByRole('button')).toHaveText(['Sign in', 'Sign in with a passkey']);
});

test(
  'an inbox that nobody is signed in to sends to the sign-in page, and from there to the ticket and the filters that were wanted',
  core,
  async ({ page, inbox }) => {
    const customer = inbox.customer('Wanted Wanda');
    await customer.writes('Are you there?');
    await page.goto(`/validate?token=${await inbox.token(inbox.asha)}`);
    const screen = new InboxScreen(page);
    await screen.showAll();
    await screen.openTicketOf(customer.name);
    const address = page.url();

    await page.evaluate(() => localStorage.clear());
    await page.goto(address);
    await expect(page).toHaveURL(/\/main-site\/login/);
    await page.getByLabel('Email').fill(inbox.asha.email);
    await page.getByLabel('Password').fill(inbox.asha.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(new URL(address).search).not.toBe('');
    await expect(page).toHaveURL(address);
  },
);

test.describe('the hand-over page', () => {
  test('goes to the tickets without t and with the text None, to the ticket with a number', async ({
    page,
    inbox,
    guard,
  }) => {
    // There is no such ticket, which is another matter.
    guard.expects(/status of 404/);
    const token = await inbox.token(inbox.asha);
    for (const query of [`token=${token}`, `token=${token}&t=None`]) {
      await page.goto(`/validate?${query}`);
      await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
    }
    await page.goto(`/validate?token=${token}&t=999999`);
    await expect(page).toHaveURL(`${inbox.url}/inbox/tickets/999999`);
  });

  test('stores the token with the word jwt, and the user', async ({ page, inbox }) => {
    const token = await inbox.token(inbox.asha);
    await page.goto(`/validate?token=${token}`);
    await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
    const stored = await page.evaluate(() => localStorage.getItem('inbox.auth'));
    expect(JSON.parse(stored ?? '')).toMatchObject({
      token: `jwt ${token}`,
      user: { full_name: inbox.asha.full_name },
    });
  });

  test('goes to the sign-in page without a token that can be read', async ({ page }) => {
    for (const query of ['', '?token=', '?token=abc.def.ghi']) {
      await page.goto(`/validate${query}`);
      await expect(page, query).toHaveURL(/\/main-site\/login/);
      expect(await page.evaluate(() => localStorage.getItem('inbox.auth')), query).toBeNull();
    }
  });
});

test('the short addresses lead to the tickets', async ({ page, inbox }) => {
  await page.goto(`/validate?token=${await inbox.token(inbox.asha)}`);
  for (const path of ['/', '/inbox', '/inbox/']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
  }
});

test('logging out ends the session: the old token opens nothing any more', core, async ({ page, inbox, guard }) => {
  // A call that is under way at that moment is refused too.
  guard.expects(REFUSED);
  const token = await signIn(inbox.url, inbox.leela);
  const ask = () =>
    fetch(`${inbox.url}/api/inbox/all_agents/`, { headers: { authorization: `jwt ${token}` } }).then(
      ({ status }) => status,
    );
  await page.goto(`/validate?token=${token}`);
  await new InboxScreen(page).isLive();
  expect(await ask()).toBe(200);

  await page.getByRole('button', { name: /^Your status/ }).click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('menuitemradio', { name: 'Logout' }))
    .click();
  await expect(page).toHaveURL(/\/main-site\/login/);
  expect(await page.evaluate(() => localStorage.getItem('inbox.auth'))).toBeNull();
  expect(await ask()).toBe(401);

  await page.goto('/inbox/tickets');
  await expect(page).toHaveURL(/\/main-site\/login/);
});

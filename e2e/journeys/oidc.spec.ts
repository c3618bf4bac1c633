import { startIdentityProvider, type IdentityProvider, type Person } from '@inbox/simulate/identity-provider';
import type { Page } from '@playwright/test';
import { isForEveryone } from '../harness/accessibility';
import { InboxScreen } from '../harness/inbox-screen';
import { expect, test as base } from '../harness/test';
import { worldOf } from '../harness/world';

/** A browser that is led to the provider asks another origin, which is what this is about. */
const PROVIDER = /^foreign request: http:\/\/localhost:/;
/** Somebody without access is answered so, and so are calls of a page whose session has ended. */
const REFUSED = /status of 40[13]/;

interface Company {
  provider: IdentityProvider | null;
  people: Map<string, Person>;
}

const CLIENT = { clientId: 'inbox', clientSecret: 'a secret of the inbox and the provider' };

const test = base.extend<{ company: Company }>({
  // eslint-disable-next-line no-empty-pattern -- the names of fixtures are read from this very pattern
  company: async ({}, provide) => {
    // The provider is started with the inbox, of which it must know the address.
    const company: Company = { provider: null, people: new Map() };
    await provide(company);
    await company.provider?.close();
  },
  ownInbox: async ({ company }, provide) =>
    provide(async (inboxUrl) => {
      const provider = await startIdentityProvider({ inboxUrl, ...CLIENT, people: company.people });
      company.provider = provider;
      return {
        INBOX_OIDC_ISSUER: provider.issuer,
        INBOX_OIDC_CLIENT_ID: CLIENT.clientId,
        INBOX_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
        // An inbox of one's own begins with the first world.
        INBOX_OIDC_MERCHANT: worldOf(1).shop.slug,
        INBOX_OIDC_URL: inboxUrl,
        INBOX_OIDC_NAME: 'Saree ID',
        INBOX_OIDC_SCOPES: 'email profile groups',
        INBOX_OIDC_GROUPS: 'support=inbox,leads=inbox,leads=store-admin',
        INBOX_OIDC_CREATE: 'yes',
      };
    }),
});

const person = (name: string, groups: string[]): Person => ({
  email: `${name.toLowerCase()}@company.example`,
  email_verified: true,
  name,
  groups,
});

async function signIn(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Saree ID' }).click();
  await page.getByLabel('Name').fill(login);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an agent signs in with the company account, lands where they wanted, and signs out of both', async ({
  page,
  inbox,
  company,
  guard,
}) => {
  guard.expects(PROVIDER, REFUSED);
  company.people.set('zoya', person('Zoya', ['leads']));
  const customer = inbox.customer('Wanted Warda');
  await customer.writes('Are you there?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);

  await test.step('the sign-in page has both ways, for everyone', async () => {
    await page.goto(`/inbox/tickets/${ticket}`);
    await expect(page.getByRole('link', { name: 'Sign in with Saree ID' })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
    await isForEveryone(page, async (name) => {
      await page.screenshot({ path: test.info().outputPath(`sign-in page ${name}.png`) });
    });
  });

  await test.step('a new agent is made, at the ticket that was wanted, with what the group gives', async () => {
    await signIn(page, 'zoya');
    await expect(page).toHaveURL(`${inbox.url}/inbox/tickets/${ticket}`);
    await new InboxScreen(page).isLive();
    await expect(page.getByRole('button', { name: 'Account of Zoya' })).toBeVisible();
    const line = (await inbox.admin(['agent', 'list', '--merchant', inbox.shop.slug]))
      .split('\n')
      .find((each) => each.startsWith('zoya@'));
    expect(line).toMatch(/inbox, quick-replies, store-admin$/);
  });

  await test.step('Logout ends the session of the inbox, and leads to the sign-out of the provider', async () => {
    await page.getByRole('button', { name: /^Your status/ }).click();
    await page
      .getByRole('menuitem', { name: 'Logout' })
      .or(page.getByRole('menuitemradio', { name: 'Logout' }))
      .click();
    await expect(page).toHaveURL((url) => url.href.startsWith(company.provider!.issuer));
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(page).toHaveURL(`${inbox.url}/main-site/login`);
    await page.getByRole('link', { name: 'Sign in with Saree ID' }).click();
    await expect(page.getByLabel('Name')).toBeVisible();
  });
});

test('a sign-out at the company ends the page that is open here', async ({ page, newPage, company, inbox, guard }) => {
  guard.expects(PROVIDER, REFUSED);
  company.people.set('meera', person('Meera', ['support']));
  await page.goto('/main-site/login');
  await signIn(page, 'meera');
  await new InboxScreen(page).isLive();

  const other = await page.context().newPage();
  await other.goto(`${company.provider!.issuer}/session/end?client_id=inbox`);
  await other.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(/\/main-site\/login/);

  await test.step('who is in no group any more is told what to do', async () => {
    company.people.set('meera', person('Meera', []));
    const elsewhere = await newPage();
    await elsewhere.goto(`${inbox.url}/main-site/login`);
    await signIn(elsewhere, 'meera');
    await expect(elsewhere.getByRole('alert')).toContainText('You are in no group that may use the inbox.');
    await isForEveryone(elsewhere);
    await elsewhere.getByRole('link', { name: 'Back to the sign-in page' }).click();
    await expect(elsewhere.getByLabel('Password')).toBeVisible();
  });
});

test('with the provider away agents are told so, and sign in by password', async ({ page, inbox, company, guard }) => {
  guard.expects(PROVIDER, /status of 503/);
  await company.provider!.close();
  await inbox.restart();
  await page.goto('/main-site/login');
  await page.getByRole('link', { name: 'Sign in with Saree ID' }).click();
  await expect(page.getByRole('alert')).toContainText('Saree ID cannot be reached at the moment.');
  await page.getByLabel('Email').fill(inbox.asha.email);
  await page.getByLabel('Password').fill(inbox.asha.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await new InboxScreen(page).isLive();
});

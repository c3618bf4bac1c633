import { startMailSink, type MailSink } from '@inbox/simulate/mail-sink';
import { isForEveryone } from '../harness/accessibility';
import { InboxScreen } from '../harness/inbox-screen';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test as base } from '../harness/test';

/** The old password, a link that was used, and the calls of a page whose session has ended. */
const REFUSED = /status of (?:401|403|410)/;

const SENDER = 'inbox@support.example';

const test = base.extend<{ mails: MailSink }>({
  // eslint-disable-next-line no-empty-pattern -- the names of fixtures are read from this very pattern
  mails: async ({}, provide) => {
    const sink = await startMailSink({ port: 0 });
    await provide(sink);
    await sink.close();
  },
  ownInbox: async ({ mails }, provide) =>
    provide(async (url) => ({
      INBOX_URL: url,
      INBOX_SYSTEM_MAIL_URL: `smtp://localhost:${mails.port}`,
      INBOX_SYSTEM_MAIL_FROM: `Inbox <${SENDER}>`,
    })),
});

test('an agent who has forgotten the password chooses a new one by a mailed link', async ({
  page,
  newPage,
  inbox,
  mails,
  guard,
}) => {
  guard.expects(REFUSED);
  const agent = await addStoreAdmin(inbox, 'Farida');
  const sent = (subject: string) => mails.sent.find((mail) => mail.subject === subject);
  const shot = (what: string) => (name: string) =>
    page.screenshot({ path: test.info().outputPath(`${what} ${name}.png`) }).then(() => undefined);
  const signIn = async (password: string): Promise<void> => {
    await page.getByLabel('Email').fill(agent.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const elsewhere = await newPage();
  await elsewhere.goto(`/validate?token=${await inbox.token(agent)}`);
  await new InboxScreen(elsewhere).isLive();

  await test.step('asks for a link', async () => {
    await page.goto('/main-site/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'A new password' })).toBeVisible();
    await isForEveryone(page, shot('forgot'));
    await page.getByLabel('Email').fill(agent.email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText(agent.email);
    await isForEveryone(page, shot('asked'));
  });

  let link = '';
  await test.step('has a mail with it', async () => {
    await expect.poll(() => sent('A new password for the inbox')?.to).toEqual([agent.email]);
    const mail = sent('A new password for the inbox');
    expect(mail?.from).toBe(SENDER);
    link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(new URL(link).origin).toBe(inbox.url);
  });

  await test.step('chooses a password, which ends the sessions', async () => {
    await page.goto(link);
    await expect(page.getByLabel('Email')).toHaveValue(agent.email);
    await isForEveryone(page, shot('choose'));
    await page.getByLabel('New password').fill('a sentence to remember');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await isForEveryone(page, shot('done'));
    await expect(elsewhere).toHaveURL(/\/main-site\/login/);
    await expect.poll(() => sent('Your password was changed')?.to).toEqual([agent.email]);
  });

  await test.step('signs in with it alone', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(agent.password);
    await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong.');
    await signIn('a sentence to remember');
    await new InboxScreen(page).isLive();
  });

  await test.step('finds the link used, and the way to another', async () => {
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('was used already');
    await isForEveryone(page, shot('over'));
    await page.getByRole('link', { name: 'Ask for another one' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  });
});

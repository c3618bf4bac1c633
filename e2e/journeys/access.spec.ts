import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';
import type { Agent } from '../harness/world';

const LOGIN = /\/main-site\/login/;
/** A call that is under way while a right is taken away is refused, which Chromium logs. */
const REFUSED = [/status of 40[13]/, /Feature not subscribed!/, /may not use the inbox/];

/** A new agent of the shop, and how the operator changes what they may do. */
async function hire({ admin, shop, asha }: Inbox, first_name: string) {
  const email = `${first_name.toLowerCase()}@${shop.slug}.example`;
  const agent: Agent = { ...asha, email, first_name, last_name: '', full_name: first_name };
  const who = ['--merchant', shop.slug, '--email', email];
  await admin(['agent', 'add', ...who, '--first-name', first_name, '--assign-self', 'yes'], agent.password);
  const set = (...options: string[]) => admin(['agent', 'set', ...who, ...options]);
  return { agent, set, signOut: () => admin(['agent', 'sign-out', ...who]) };
}

/** A ticket that a new agent has open, on a page that must not be loaded again. */
async function atTicket(open: Open, inbox: Inbox, agent: Agent, customerName: string) {
  const customer = inbox.customer(customerName);
  await customer.writes('May I have a word?');
  // Wide enough for every button of the header.
  const viewport = { width: 1800, height: 900 };
  const screen = await open(agent, { viewport, ticket: await inbox.ticketOf(inbox.asha, customer.name) });
  await screen.isLive();
  await screen.page.evaluate(() => Object.assign(window, { stayed: true }));
  return {
    page: screen.page,
    conversation: screen.conversation,
    customer,
    screen,
    stayed: () => screen.page.evaluate(() => 'stayed' in window),
  };
}

test('the ways to assign follow the rights of the agent, without a reload', async ({ open, inbox, guard }) => {
  guard.expects(...REFUSED);
  const { agent, set } = await hire(inbox, 'Nisha');
  const { page, conversation, stayed } = await atTicket(open, inbox, agent, 'Patient Paula');
  const assign = conversation.getByRole('button', { name: 'Assign', exact: true });
  const assignToMe = conversation.getByRole('button', { name: 'Assign to me', exact: true });

  await expect(assignToMe).toBeVisible();
  await set('--assign-self', 'no');
  await expect(assignToMe).toHaveCount(0);
  await set('--assign-others', 'yes');
  await assign.click();
  await hire(inbox, 'Zubin');
  await expect(page.getByText('Zubin')).toBeVisible();
  expect(await stayed()).toBe(true);
});

test('the ways to change quick replies follow the permission, without a reload', async ({ open, inbox, guard }) => {
  guard.expects(...REFUSED);
  const { agent, set } = await hire(inbox, 'Omar');
  const { page, screen, stayed } = await atTicket(open, inbox, agent, 'Canned Kiran');
  const { quickReplies } = screen;
  await screen.showQuickReplies();
  const add = quickReplies.getByRole('button', { name: 'Add quick reply', exact: true });
  const exchange = quickReplies.getByRole('button', { name: 'Import and export' });

  await expect(exchange).toBeVisible();
  await set('--quick-replies', 'no');
  await expect(add).toHaveCount(0);
  await expect(exchange).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('without the permission.png') });
  await set('--quick-replies', 'yes');

  await add.click();
  await quickReplies.getByRole('textbox', { name: 'Shortcut' }).fill('/omar');
  await quickReplies.getByRole('textbox', { name: 'Message' }).fill('Typed before');
  await set('--quick-replies', 'no');
  await quickReplies.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You cannot change quick replies.')).toBeVisible();
  await expect(quickReplies.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed before');
  expect(await stayed()).toBe(true);
});

test('the inbox goes with its permission and comes back with it, with what happened meanwhile', async ({
  open,
  inbox,
  guard,
}) => {
  guard.expects(...REFUSED);
  const { agent, set } = await hire(inbox, 'Tara');
  const { page, screen, customer, stayed } = await atTicket(open, inbox, agent, 'Waiting Walter');
  await set('--inbox', 'no');
  await expect(page.getByText('Feature not subscribed!')).toBeVisible();
  await expect(screen.list).toHaveCount(0);
  await customer.writes('Hello?');
  await set('--inbox', 'yes');
  await expect(page.getByText('Feature not subscribed!')).toHaveCount(0);
  await expect(screen.bubble('Hello?')).toBeVisible();
  await screen.isLive();
  expect(await stayed()).toBe(true);
});

test('the reply box follows: who may assign to others may answer a colleague’s ticket', async ({
  open,
  inbox,
  guard,
}) => {
  guard.expects(...REFUSED);
  const { agent, set } = await hire(inbox, 'Uma');
  const { screen, stayed } = await atTicket(open, inbox, agent, 'Owned Olga');
  const asha = await open(inbox.asha, { ticket: screen.ticketId });
  await asha.send('I take this.');
  await expect(screen.bubble('I take this.')).toBeVisible();
  await expect(screen.reply).toContainText('this ticket belongs to another agent');
  await set('--assign-others', 'yes');
  await expect(screen.replyBox).toBeEditable();
  await set('--assign-others', 'no');
  await expect(screen.replyBox).toHaveCount(0);
  expect(await stayed()).toBe(true);
});

test('the bar of a merchant comes and goes on the open page', async ({ open, inbox, guard }) => {
  guard.expects(...REFUSED);
  const { page } = await open(inbox.stranger);
  const set = (...options: string[]) =>
    inbox.admin(['merchant', 'set', '--merchant', inbox.otherShop.slug, ...options]);
  const bar = page.getByText('The plan has ended.');
  await expect(page.getByRole('region', { name: 'Tickets', exact: true })).toBeVisible();
  await set('--inbox', 'no', '--reason', 'The plan has ended.');
  await expect(bar).toBeVisible();
  await set('--inbox', 'yes');
  await expect(bar).toHaveCount(0);
});

for (const [what, end] of [
  ['is disabled', ({ set }: Hired) => set('--disabled', 'yes')],
  ['gets a new password', ({ set }: Hired) => set('--password', 'make')],
  ['is signed out by the operator', ({ signOut }: Hired) => signOut()],
] as const) {
  test(`an agent who ${what} is told so and led to the sign-in page`, async ({ open, inbox, guard }) => {
    guard.expects(...REFUSED);
    const hired = await hire(inbox, `Leaver${what.length}`);
    const screen = await open(hired.agent);
    await screen.isLive();
    await end(hired);
    await expect(screen.page.getByText('Session expired. Redirecting to Login Page...')).toBeVisible();
    await expect(screen.page).toHaveURL(LOGIN);
    expect(await screen.page.evaluate(() => localStorage.getItem('inbox.auth'))).toBeNull();
  });
}

type Open = (
  agent: Agent,
  options: { viewport: { width: number; height: number }; ticket: number },
) => Promise<InboxScreen>;
type Hired = Awaited<ReturnType<typeof hire>>;

import type { Page } from '@playwright/test';
import { isForEveryone, resize } from '../harness/accessibility';
import { signIn } from '../harness/inbox';
import { InboxScreen } from '../harness/inbox-screen';
import { readableStorage } from '../harness/readable-storage';
import { expect, test } from '../harness/test';
import type { Agent } from '../harness/world';

const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket connection/];
const REPLY = 'The courier lost your parcel, we send another';
const DRAFT = 'Half of a thought about elephants';

const dialog = (page: Page, name = 'Not everything has been sent') => page.getByRole('dialog', { name });

/** Signs in anew: the session before has ended. */
async function handOver(page: Page, url: string, agent: Agent, ticket?: number): Promise<void> {
  const query = new URLSearchParams({ token: await signIn(url, agent), ...(ticket && { t: String(ticket) }) });
  await page.goto(`/validate?${query}`);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your status:/ }).click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('menuitemradio', { name: 'Logout' }))
    .click();
}

test('what is unsent at a sign-out is kept unreadable for its agent alone, and is sent once when they are back', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...NO_NETWORK);
  const [customer, other] = [inbox.customer('Parcel Pia'), inbox.customer('Elephant Eva')];
  for (const one of [customer, other]) await one.writes(`Hello from ${one.name}`);
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(other.name);
  await asha.replyBox.fill(DRAFT);
  await asha.openTicketOf(customer.name);
  const ticket = asha.ticketId;
  await expect(asha.bubble(`Hello from ${customer.name}`)).toBeVisible();
  // The page has the key for the agent at hand.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('inbox.browserKey:');
  // The menu's code is there.
  await page.getByRole('button', { name: /^Your status:/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(asha.connection).toHaveText(/^Offline since/);
  await asha.send(REPLY);
  await expect(asha.bubble(REPLY)).toBeVisible();
  expect(await readableStorage(page)).toContain(REPLY);

  await logOut(page);
  await expect(dialog(page).getByRole('listitem')).toHaveText(['1 reply has not been sent', '1 draft']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(asha.bubble(REPLY)).toBeVisible();

  await logOut(page);
  await dialog(page).getByRole('button', { name: 'Send first' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('There is no connection, so nothing can be sent now.');
  await dialog(page).getByRole('button', { name: 'Keep for me' }).click();
  await expect(page.getByText('You are signed out')).toBeVisible();
  await expect(page.getByText('The server could not be reached')).toBeVisible();
  const left = await readableStorage(page);
  for (const text of [REPLY, DRAFT]) expect(left).not.toContain(text);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/main-site\/login/);
  const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone).length;
  expect(received()).toBe(0);

  await test.step('another agent finds nothing', async () => {
    await handOver(page, inbox.url, inbox.ravi, ticket);
    await new InboxScreen(page).isLive();
    await expect(asha.bubble(`Hello from ${customer.name}`)).toBeVisible();
    await expect(asha.bubble(REPLY)).toHaveCount(0);
    const found = await readableStorage(page);
    for (const text of [REPLY, DRAFT]) expect(found).not.toContain(text);
    expect(received()).toBe(0);
    await logOut(page);
    await expect(page).toHaveURL(/\/main-site\/login/);
  });

  await test.step('the agent finds all of it, and the reply leaves once', async () => {
    await handOver(page, inbox.url, inbox.asha, ticket);
    await expect(asha.bubble(REPLY)).toBeVisible();
    await expect.poll(received).toBe(1);
    await asha.showAll();
    await asha.openTicketOf(other.name);
    await expect(asha.replyBox).toHaveText(DRAFT);
    await page.reload();
    await asha.isLive();
    expect(received()).toBe(1);
  });
});

test('a session that ends elsewhere, and an agent who takes over without a sign-out, leave nothing readable', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/status of 401/, ...NO_NETWORK);
  const customer = inbox.customer('Elsewhere Ella');
  await customer.writes('Are you there?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  const keyIsHere = () =>
    expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('inbox.browserKey:');
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const ticket = asha.ticketId;
  await asha.replyBox.fill(DRAFT);
  await keyIsHere();
  await expect.poll(() => readableStorage(page)).toContain(DRAFT);

  await test.step('another agent takes over', async () => {
    await handOver(page, inbox.url, inbox.ravi);
    await asha.isLive();
    await expect.poll(() => readableStorage(page)).not.toContain(DRAFT);
  });
  await test.step('the session is ended elsewhere', async () => {
    await handOver(page, inbox.url, inbox.asha, ticket);
    await expect(asha.replyBox).toHaveText(DRAFT);
    await keyIsHere();
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('inbox.auth') ?? '{}') as { token: string };
      const headers = { 'content-type': 'application/json', authorization: token };
      const body = JSON.stringify({ token: token.slice(4) });
      await fetch('/api/shopify/logout/', { method: 'POST', headers, body });
    });
    await expect(page).toHaveURL(/\/main-site\/login/);
    expect(await readableStorage(page)).not.toContain(DRAFT);
  });
  await handOver(page, inbox.url, inbox.asha, ticket);
  await expect(asha.replyBox).toHaveText(DRAFT);
});

test('what waits can be sent first, and what is written can be discarded', async ({ inbox, open, guard }) => {
  guard.expects(...NO_NETWORK, /status of 503/);
  const customer = inbox.customer('First Fia');
  await customer.writes('May I have it?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const ticket = asha.ticketId;
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('inbox.browserKey:');
  let isDown = true;
  await page.route('**/api/inbox/ticket/reply/', (route) =>
    isDown ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await asha.send(REPLY);
  await expect(asha.bubble(REPLY)).toBeVisible();
  await logOut(page);
  await expect(dialog(page)).toBeVisible();
  await isForEveryone(page);
  await resize(page, { width: 1280, height: 800 });
  await dialog(page).getByRole('button', { name: 'Send first' }).click();
  await expect(dialog(page).getByText('Sending… 1 is left')).toBeVisible();
  isDown = false;
  const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone).length;
  await expect(page).toHaveURL(/\/main-site\/login/);
  await expect.poll(received).toBe(1);

  await handOver(page, inbox.url, inbox.asha, ticket);
  await asha.replyBox.fill(DRAFT);
  await expect.poll(() => readableStorage(page)).toContain(DRAFT);
  await logOut(page);
  const drafts = dialog(page, 'You have unfinished drafts');
  await expect(drafts.getByRole('listitem')).toHaveText(['1 draft']);
  await drafts.getByRole('button', { name: 'Discard' }).click();
  await dialog(page, 'Discard all of this?').getByRole('button', { name: 'Discard and log out' }).click();
  await expect(page).toHaveURL(/\/main-site\/login/);
  expect(await readableStorage(page)).not.toContain(DRAFT);
  await handOver(page, inbox.url, inbox.asha, ticket);
  await expect(asha.bubble(REPLY)).toBeVisible();
  await expect(asha.replyBox).toHaveText('');
  expect(received()).toBe(1);
});

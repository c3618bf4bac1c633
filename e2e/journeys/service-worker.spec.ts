import { violations } from '../harness/accessibility';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { storedByWorker, tracesOfWorker } from '../harness/service-worker';
import { storedKeys } from '../harness/stored-answers';
import { expect, test } from '../harness/test';

// With the drill the only journeys with a service worker; all others would not see what it asks for.
test.use({ ownInbox: { INBOX_SERVICE_WORKER: 'yes' } });

const AS_OF = /^As of \d\d:\d\d [AP]M/;
const NO_NETWORK = [/ERR_CONNECTION_(?:REFUSED|RESET)/, /ERR_FAILED/, /WebSocket connection/, /cannot be read/];

const LIST_STORED = /"ticket_status":null.*"agent_ids":\[\]/;

/** A page whose next start needs no network: the release, the list and this customer's thread are stored. */
async function openStored(inbox: Inbox, screen: InboxScreen, customer: string): Promise<void> {
  const { page } = screen;
  await screen.isLive();
  await screen.showAll();
  await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(LIST_STORED));
  await screen.openTicketOf(customer);
  await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/content-v2/));
  await expect.poll(async () => (await storedByWorker(page)).release).not.toBeNull();
}

test('without a network the inbox starts, lists, and shows a thread; with one again it is live; the device can forget it', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...NO_NETWORK);
  const customer = inbox.customer('Offline Ojas');
  await customer.writes('Are you there?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await openStored(inbox, asha, customer.name);
  const list = page.url().replace(/\/tickets\/\d+/, '/tickets');

  const stored = await storedByWorker(page);
  const token = await inbox.token(inbox.asha);
  for (const personal of [customer.name, 'Are you there?', inbox.asha.email, inbox.asha.first_name, token]) {
    expect(stored.text).not.toContain(personal);
  }

  await inbox.kill9();
  await page.goto(list);
  await expect(asha.row(customer.name)).toBeVisible();
  await expect(asha.list.getByText(AS_OF)).toBeVisible();
  await expect(asha.connection).toHaveText(/^Offline since/);
  expect(await violations(page)).toEqual([]);
  await asha.openTicketOf(customer.name);
  await expect(asha.bubble('Are you there?')).toBeVisible();
  await page.reload();
  await expect(asha.bubble('Are you there?')).toBeVisible();

  const search = asha.list.getByRole('searchbox');
  await search.fill('YOU there');
  await search.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(asha.row(customer.name)).toBeVisible();
  await expect(asha.list.getByText(AS_OF)).toBeVisible();
  await search.fill('nobody has said so');
  await search.press('Enter');
  await expect(asha.row(customer.name)).toHaveCount(0);
  await asha.list.getByRole('button', { name: 'Clear search' }).click();
  await asha.openTicketOf(customer.name);

  await inbox.restart();
  await asha.isLive();
  await customer.writes('Good that you are back');
  await expect(asha.bubble('Good that you are back')).toBeVisible();

  await page.getByRole('button', { name: /^Your status/ }).click();
  await page.getByRole('menuitem', { name: 'Forget this device' }).click();
  await expect(page.getByText(/^Forgotten\./)).toBeVisible();
  await expect.poll(() => tracesOfWorker(page)).toEqual({ caches: [], isRegistered: false });
  await page.reload();
  await asha.isLive();
  expect(await tracesOfWorker(page)).toEqual({ caches: [], isRegistered: false });
});

test('an operator switches it off: browsers that have it lose it with what it has stored', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...NO_NETWORK);
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await expect.poll(async () => (await storedByWorker(page)).release).not.toBeNull();
  await inbox.restart(undefined, { INBOX_SERVICE_WORKER: 'no' });
  try {
    await page.reload();
    await asha.isLive();
    await expect.poll(() => tracesOfWorker(page)).toEqual({ caches: [], isRegistered: false });
  } finally {
    await inbox.restart();
  }
});

test('a browser without room, or whose storage is emptied, has the inbox as without a service worker', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...NO_NETWORK);
  const customer = inbox.customer('Roomless Rhea');
  await customer.writes('Is there any room?');
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      const browser = await page.context().newCDPSession(page);
      await browser.send('Storage.overrideQuotaForOrigin', { origin: inbox.url, quotaSize: 1_000_000 });
    },
  });
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await expect.poll(async () => (await tracesOfWorker(page)).isRegistered).toBe(true);
  await page.reload();
  await asha.isLive();
  await expect(asha.bubble('Is there any room?')).toBeVisible();
  await asha.send('Not much');
  await expect(asha.bubble('Not much')).toBeVisible();
  expect((await storedByWorker(page)).release).toBeNull();
  expect((await tracesOfWorker(page)).isRegistered).toBe(true);

  await test.step('with room again it is stored; emptied, the next start is the network’s', async () => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Storage.overrideQuotaForOrigin', { origin: inbox.url });
    await page.reload();
    await expect.poll(async () => (await storedByWorker(page)).release).not.toBeNull();
    await browser.send('Storage.clearDataForOrigin', { origin: inbox.url, storageTypes: 'cache_storage' });
    await page.reload();
    await asha.isLive();
    await expect(asha.bubble('Not much')).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { holdCall } from '../harness/hold-call';
import { storedAnswers, storedKeys } from '../harness/stored-answers';
import { expect, test } from '../harness/test';

const LIST = '**/api/inbox/ticket/list/';
const THREAD = '**/content-v2/**';
const CUSTOMER = '**/customer_details/';

const AS_OF = /^As of \d\d:\d\d [AP]M$/;

/** The databases of stored answers. */
const databases = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    return names.filter((name) => name.startsWith('inbox.answers.'));
  });

test('a warm start shows the stored list until the server answers, and the device can forget it', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Warm Wasim');
  await customer.writes('Is it there already?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await expect(asha.row(customer.name)).toBeVisible();
  // The list of all, not one on the way there.
  await expect
    .poll(() => storedKeys(page))
    .toContainEqual(expect.stringMatching(/"ticket_status":null.*"agent_ids":\[\]/));

  const call = await holdCall(page, LIST, 'request');
  // Not until all is loaded: the list's call is held.
  await page.reload({ waitUntil: 'commit' });
  await expect(asha.row(customer.name)).toBeVisible();
  const note = asha.list.getByText(AS_OF);
  await expect(note).toBeVisible();
  await customer.writes('And this as well');
  call.release();
  await expect(note).toBeHidden();
  await expect(asha.row(customer.name)).toContainText('And this as well');

  await test.step('a ticket that was open shows at once, and is caught up', async () => {
    await asha.openTicketOf(customer.name);
    const bubble = asha.conversation.getByText('Is it there already?');
    await expect(bubble).toBeVisible();
    await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/content-v2/));
    // The sections answer one by one: the profile may come after what was stored first.
    await expect
      .poll(() => storedAnswers(page))
      .toContainEqual({ key: expect.stringMatching(/^customer\//), text: expect.stringContaining('"customer":') });
    const thread = await holdCall(page, THREAD, 'request');
    const details = await holdCall(page, CUSTOMER, 'request');
    await page.reload({ waitUntil: 'commit' });
    await expect(bubble).toBeVisible();
    await expect(asha.conversation.getByText(AS_OF)).toBeVisible();
    await expect(asha.details.getByText(AS_OF)).toBeVisible();
    await customer.writes('While it is held');
    thread.release();
    details.release();
    await expect(asha.conversation.getByText('While it is held')).toBeVisible();
    await expect(asha.conversation.getByText(AS_OF)).toBeHidden();
    await expect(asha.details.getByText(AS_OF)).toBeHidden();
    await page.unroute(THREAD);
    await page.unroute(CUSTOMER);
  });

  await page.getByRole('button', { name: /^Your status/ }).click();
  await page.getByRole('menuitem', { name: 'Forget this device' }).click();
  await expect(page.getByText(/^Forgotten\./)).toBeVisible();
  await expect.poll(() => databases(page)).toEqual([]);
  await page.unroute(LIST);
  await page.reload();
  await asha.isLive();
  await expect(asha.row(customer.name)).toBeVisible();
  expect(await databases(page)).toEqual([]);
});

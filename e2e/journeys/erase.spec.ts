import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

/** All that the browser stores for the page's origin, as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        texts.push(JSON.stringify(all.result));
      }
      db.close();
    }
    return texts.join('\n');
  });

test('a store admin exports and erases a customer: open pages and stores of browsers have nothing of them left', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Vanishing Vimala');
  await customer.writes('Please forget the quibblewort.');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const viewport = { width: 1280, height: 800 };
  const [owner, ravi] = await Promise.all([
    open(await addStoreAdmin(inbox, 'Osha'), { ticket, viewport }),
    open(inbox.ravi, { ticket, viewport }),
  ]);
  for (const screen of [owner, ravi]) await screen.isLive();
  await expect(ravi.conversation.getByText('quibblewort')).toBeVisible();
  // A draft among what is unsent, and the list among the stored answers.
  await ravi.showAll();
  await ravi.openTicketOf(customer.name);
  await ravi.replyBox.fill('Dear quibblewort,');
  await expect.poll(() => storedText(ravi.page)).toMatch(/quibblewort[^]*Vimala|Vimala[^]*quibblewort/);
  await owner.showDetails();
  await ravi.showDetails();
  await expect(ravi.details.getByText('Past Tickets')).toBeVisible();
  await expect(ravi.details.getByRole('button', { name: 'More about this customer' })).toHaveCount(0);

  const { page, details } = owner;
  const choose = async (item: string) => {
    await details.getByRole('button', { name: 'More about this customer' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const saving = page.waitForEvent('download');
  await choose('Export data');
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`${customer.name}.zip`);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

  await choose('Erase customer…');
  const question = page.getByRole('dialog', { name: 'Erase this customer?' });
  expect(await violations(page)).toEqual([]);
  await question.getByRole('textbox').fill(customer.name);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();

  for (const screen of [owner, ravi]) {
    await expect(screen.conversation.getByText('This customer was erased on')).toBeVisible();
    await expect(screen.page.getByText('quibblewort')).toHaveCount(0);
    await expect(screen.list.getByText('Vimala')).toHaveCount(0);
    await expect(screen.details.getByText('This customer was erased.')).toBeVisible();
    await expect.poll(() => storedText(screen.page)).not.toMatch(/quibblewort|Vimala/);
  }
  expect(await violations(ravi.page)).toEqual([]);
  await ravi.page.reload();
  await expect(ravi.conversation.getByText('This customer was erased on')).toBeVisible();
});

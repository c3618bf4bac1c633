import type { Locator, Page } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

/** Tags; a ticket takes 50. */
const MANY = 40;
const PHONE = { width: 360, height: 740 };

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not laid out`);
  return box;
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Is any of the page out of reach at its side? */
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('long names, many tags and a toast leave a phone’s conversation in use', async ({ inbox, open }) => {
  const customer = inbox.customer('Aaryan'.padEnd(300, 'a'));
  // The inbox takes 200 letters of a name, the last of which says that there were more.
  const stored = `${customer.name.slice(0, 199)}…`;
  await customer.writes('Where is my parcel?');
  const ticket = await inbox.ticketOf(inbox.asha, stored);
  const asha = await open(inbox.asha, { ticket, viewport: PHONE });
  const { page, conversation } = asha;
  await expect(asha.bubble('Where is my parcel?')).toBeVisible();
  const header = conversation.locator('header').first();
  const more = header.getByRole('button', { name: 'More actions' });

  await test.step('a toast covers neither the name nor More', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Assign to me' }).click();
    const toast = page
      .getByRole('status')
      .filter({ hasText: /\w/ })
      .filter({ has: page.getByRole('button') })
      .last();
    await expect(toast).toBeVisible();
    expect(await overlap(toast, header.getByRole('heading'))).toBe(false);
    expect(await overlap(toast, more)).toBe(false);
    expect(await overlap(toast, asha.reply)).toBe(false);
    await toast.getByRole('button').last().click();
  });

  await test.step('a long name takes one line of the header and of the reply box', async () => {
    expect((await boxOf(header.getByRole('heading'))).height).toBeLessThan(32);
    const placeholder = await asha.replyBox.getAttribute('placeholder');
    expect(placeholder!.length).toBeLessThanOrEqual('Reply to  on WhatsApp'.length + 24);
  });

  await test.step('many tags are counted in a row, and shown on demand', async () => {
    const tags = conversation.getByRole('region', { name: 'Tags' });
    const add = async (tag: string) => {
      await tags.getByRole('combobox').fill(tag);
      await page.keyboard.press('Enter');
    };
    for (let at = 1; at <= MANY; at++) await add(`tag number ${at}`);
    const unfold = tags.getByRole('button', { name: /^Show \d+ more tags$/ });
    await expect(unfold).toHaveText(`+${MANY - 2}`);
    await page.keyboard.press('Escape');
    expect((await boxOf(tags)).height).toBeLessThanOrEqual(72);
    for (const item of await tags.getByRole('listitem').all()) {
      const [inner, outer] = [await boxOf(item), await boxOf(tags)];
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    }
    expect(await violations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await unfold.click();
    await expect(tags.getByText(`tag number ${MANY}`, { exact: true })).toBeVisible();
    await tags.getByRole('button', { name: 'Show fewer tags' }).click();
    await expect(tags.getByText(`tag number ${MANY}`, { exact: true })).toHaveCount(0);
  });

  await test.step('a message of 60,000 letters is folded, and the whole of it is there on demand', async () => {
    const words = 'Where is it? '.repeat(4_616);
    expect(words.length).toBeGreaterThan(60_000);
    await customer.writes(`${words}The end.`);
    const bubble = asha.bubble('Where is it? Where').last();
    await expect(bubble).toBeVisible();
    expect((await boxOf(bubble)).height).toBeLessThan(1.5 * PHONE.height);
    expect(await isTooWide(page)).toBe(false);
    await expect(bubble.getByText('The end.')).toHaveCount(0);
    await bubble.getByRole('button', { name: 'Show more' }).click();
    await expect(bubble.getByText('The end.')).toHaveCount(1);
    await bubble.getByRole('button', { name: 'Show less' }).click();
    await expect(bubble.getByText('The end.')).toHaveCount(0);
    // What was read stays in view, and the thread does not jump to where the long text would have ended.
    await expect(bubble).toBeInViewport();
  });

  await test.step('the profile shows two lines of a long name, and the whole on demand', async () => {
    await page.getByRole('button', { name: 'More details' }).click();
    const name = asha.details.locator('strong').filter({ hasText: 'Aaryan' });
    await expect(name).toBeVisible();
    expect((await boxOf(name)).height).toBeLessThanOrEqual(48);
    await asha.details.getByRole('button', { name: 'Show whole name' }).click();
    await expect.poll(async () => (await boxOf(name)).height).toBeGreaterThan(60);
    expect(await violations(page)).toEqual([]);
  });
});

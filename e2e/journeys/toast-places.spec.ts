import type { Locator, Page } from '@playwright/test';
import { violations } from '../harness/accessibility';
import type { InboxScreen } from '../harness/inbox-screen';
import { expect, test } from '../harness/test';

const PHONE = { width: 360, height: 740 };

/** Do they lie over each other? What is not shown is covered by nothing. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  if (!(await other.isVisible())) return false;
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const toastOf = (page: Page, text: string) =>
  page.locator('.notistack-SnackbarContainer').getByRole('status').filter({ hasText: text });

/** By the palette, which is the same at every width. */
async function assignToMe(asha: InboxScreen): Promise<void> {
  const { page } = asha;
  await asha.isLive();
  const palette = page.getByRole('combobox');
  // The code of the shortcuts comes after the first paint.
  await expect(async () => {
    await page.keyboard.press('Control+K');
    await expect(palette).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await palette.fill('assign to me');
  await page.getByRole('option', { name: /Assign to me/ }).click();
}

for (const [viewport, colorScheme] of [
  [PHONE, 'dark'],
  [{ width: 1000, height: 760 }, 'light'],
  [{ width: 1280, height: 800 }, 'light'],
  [{ width: 1920, height: 1080 }, 'dark'],
] as const) {
  test(`a toast at ${viewport.width} px hides nothing that is pressed or read first`, async ({ inbox, open }) => {
    const customer = inbox.customer(`Toasted ${viewport.width}`);
    await customer.writes('Where is my parcel?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const asha = await open(inbox.asha, { ticket, viewport, colorScheme });
    const { page, conversation, list, quickReplies } = asha;
    page.setDefaultTimeout(20_000);
    await expect(asha.bubble('Where is my parcel?')).toBeVisible();
    const header = conversation.locator('header').first();

    await test.step('neither the conversation’s head, the reply box, the tabs nor the details', async () => {
      await assignToMe(asha);
      const toast = toastOf(page, 'assigned to you');
      await expect(toast).toBeVisible();
      // It stays as long as the pointer is on it.
      await toast.hover();
      for (const kept of [header, asha.reply, list.getByRole('tablist').first(), page.getByRole('complementary')]) {
        expect(await overlap(toast, kept), String(kept)).toBe(false);
      }
      expect(await violations(page)).toEqual([]);
    });

    await test.step('nor the first rows of quick replies', async () => {
      await asha.showQuickReplies();
      const box = await quickReplies.boundingBox();
      const toast = await toastOf(page, 'assigned to you').boundingBox();
      if (!box || !toast) throw new Error('The panel or the toast is gone.');
      const isBeside = toast.x + toast.width <= box.x;
      expect(isBeside || toast.y > box.y + box.height / 2).toBe(true);
    });
  });
}

test('the list of agents lies over a toast', async ({ inbox, open }) => {
  const customer = inbox.customer('Picked Pooja');
  await customer.writes('Who answers me?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  const { page, conversation } = asha;
  const header = conversation.locator('header').first();
  page.setDefaultTimeout(20_000);
  await assignToMe(asha);
  const toast = toastOf(page, 'assigned to you');
  await expect(toast).toBeVisible();
  await header.getByRole('button', { name: 'Transfer' }).click();
  const sheet = page.getByRole('dialog', { name: /^Transfer|^Assign/ });
  await expect(sheet).toBeVisible();
  const [box, button] = [
    await sheet.boundingBox(),
    await header.getByRole('button', { name: 'Transfer' }).boundingBox(),
  ];
  if (!box || !button) throw new Error('The list of agents is not shown.');
  expect(Math.abs(box.y - button.y - button.height), 'it opens below the head of its button').toBeLessThan(80);
  // A click on each agent goes to that agent, wherever the toast is.
  for (const agent of await sheet.getByRole('button').all()) await agent.click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

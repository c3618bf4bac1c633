import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/test';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not laid out`);
  return box;
}

/** The element lies within the other, to the pixel. */
async function isWithin(element: Locator, frame: Locator, what: string): Promise<void> {
  const [inner, outer] = [await boxOf(element), await boxOf(frame)];
  expect(inner.x, what).toBeGreaterThanOrEqual(outer.x - 1);
  expect(inner.x + inner.width, what).toBeLessThanOrEqual(outer.x + outer.width + 1);
}

test('laptop widths show every status tab, the header’s actions and the countdown on one line', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Wide Walia');
  await customer.writes('Is my parcel on its way?');
  const asha = await open(inbox.asha, { viewport: { width: 1440, height: 900 } });
  const { page, list, conversation } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.showDetails();
  await conversation.getByRole('button', { name: 'Assign to me' }).click();
  await expect(conversation.getByText('Open', { exact: true })).toBeVisible();
  const tabs = list.getByRole('tablist', { name: 'Ticket status' });
  await expect(tabs.getByRole('tab', { name: /^Closed\s*\d+$/ })).toBeVisible();

  for (const width of [1280, 1366, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(asha.details).toBeVisible();
    for (const tab of await tabs.getByRole('tab').all()) await isWithin(tab, tabs, `a tab at ${width}`);
    const header = conversation.locator('header').first();
    await expect(header.getByRole('button', { name: 'Transfer', exact: true })).toBeVisible();
    await expect(header.getByRole('button', { name: /^Priority/ })).toBeVisible();
    for (const button of await header.getByRole('button').all()) {
      await isWithin(button, header, `an action at ${width}`);
    }
    const countdown = header.getByText(/^Ticket will expire in/);
    expect((await boxOf(countdown)).height, `the countdown at ${width}`).toBeLessThan(24);
    expect((await boxOf(header.getByRole('heading'))).width, `the name at ${width}`).toBeGreaterThanOrEqual(100);
  }
});

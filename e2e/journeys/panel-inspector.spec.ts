import { violations } from '../harness/accessibility';
import { command } from '../harness/keyboard';
import { PANELS } from '../harness/panels';
import { expect, test } from '../harness/test';

test('a panel team turns the inspector on in the palette, and sees panels, outlines and what passes between them', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Inspected Ira');
  await customer.writes('Who says what here?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  const inspector = page.getByRole('region', { name: 'Inspector' });

  await command(page, 'inspector on');
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector).toBeVisible();
  await expect(inspector.getByRole('searchbox')).toBeFocused();
  for (const name of ['ticket-list', 'conversation']) {
    await expect(
      inspector.getByRole('row', { name: new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\S* \\w+ Shown [\\d,]+ ms`) }),
    ).toBeVisible();
    const drawn = page.locator(`[data-panel="${name}"]`);
    expect(await drawn.evaluate((element) => getComputedStyle(element, '::before').borderTopStyle)).toBe('dashed');
    expect(await drawn.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(name);
  }

  // The page works on, and what it does is logged.
  await asha.openTicketOf(customer.name);
  for (const name of PANELS) await expect(inspector.getByRole('rowheader', { name })).toBeVisible();
  const entry = inspector.getByRole('listitem').filter({ hasText: 'ticket.current@1' }).first();
  await expect(entry).toContainText('conversation');
  await inspector.getByRole('searchbox').fill('ticket.current');
  await entry.locator('summary').click();
  // The one that was opened, which need not be the newest any more.
  await expect(inspector.locator('details[open] pre')).toContainText(customer.name);

  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'dark', width: 360 },
    { colorScheme: 'light', width: 360 },
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expect(inspector.getByRole('button', { name: 'Close' })).toBeInViewport();
    expect(await violations(page), `${colorScheme}, ${width} px`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }

  await inspector.getByRole('searchbox').press('Escape');
  await expect(inspector).toHaveCount(0);
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector).toBeVisible();
  await command(page, 'inspector off');
  await expect(inspector).toHaveCount(0);
});

import type { Locator } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

/** A laptop's window at 200 % zoom, and the smallest that WCAG 1.4.10 asks for: one at 400 %. */
const LAPTOP_AT_200 = { width: 683, height: 384 };
const LAPTOP_AT_400 = { width: 320, height: 256 };

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;

for (const viewport of [LAPTOP_AT_200, LAPTOP_AT_400]) {
  test(`at ${viewport.width} × ${viewport.height} half of the window belongs to what is read`, async ({
    inbox,
    open,
  }) => {
    const customer = inbox.customer(`Low ${viewport.width}`);
    for (const line of ['Namaste', 'Where is my parcel?', 'It was to come on Monday.']) await customer.writes(line);
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const asha = await open(inbox.asha, { ticket, viewport });
    const { page, conversation, list, replyBox } = asha;
    await expect(asha.bubble('It was to come on Monday.')).toBeVisible();
    const half = viewport.height / 2;
    const thread = conversation.getByRole('log');

    await test.step('the thread has it, and the box is one line', async () => {
      await expect.poll(() => heightOf(thread)).toBeGreaterThanOrEqual(half);
      expect(await heightOf(asha.reply)).toBeLessThanOrEqual(48);
      await expect(asha.reply.getByRole('button', { name: 'Send' })).toBeHidden();
      expect(await violations(page)).toEqual([]);
    });

    await test.step('the box opens when it is used, and sends', async () => {
      await replyBox.click();
      await expect(asha.reply.getByRole('button', { name: 'Attach files' })).toBeInViewport();
      await replyBox.fill('It left today.');
      await asha.reply.getByRole('button', { name: 'Send' }).click();
      await expect(asha.bubble('It left today.')).toBeVisible();
    });

    await test.step('what gave way is one button away', async () => {
      await conversation.getByRole('button', { name: 'Status and tags' }).click();
      await expect(conversation.getByText(`#${ticket}`, { exact: true })).toBeInViewport();
      await expect(conversation.getByRole('region', { name: 'Tags' })).toBeInViewport();
      await conversation.getByRole('button', { name: 'Status and tags' }).click();
      await page.getByRole('button', { name: 'Inbox and other pages' }).click();
      await page.getByRole('menuitem', { name: 'Inbox', exact: true }).click();
    });

    await test.step('the rows of the list have it too', async () => {
      await list.getByRole('tab', { name: /^All/ }).first().click();
      const row = list.locator('[data-ticket-id]').first();
      await expect(row).toBeVisible();
      const { y } = (await row.boundingBox())!;
      expect(viewport.height - y).toBeGreaterThanOrEqual(half);
      expect(await violations(page)).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    });
  });
}

/** The text spacing of WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

test('text spacing cuts nothing off', async ({ inbox, open }) => {
  const customer = inbox.customer('Spaced Out');
  await customer.writes('Where is my *parcel*? It was to come on Monday.');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await expect(asha.bubble(/Monday/)).toBeVisible();
  // The page's policy lets no foreign style element in; an adopted sheet is what a user style comes to.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, SPACED);
  for (const width of [360, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(cutTexts), { message: `cut at ${width}` }).toEqual([]);
  }
});

/** Texts of which a part is out of sight and cannot be scrolled to. What ends in an ellipsis says so by itself. */
function cutTexts(): string[] {
  const cut: string[] = [];
  const isClipped = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  for (const element of document.querySelectorAll<HTMLElement>('[data-inbox-root] *')) {
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const hidden = isClipped(element) || style.visibility === 'hidden' || element.offsetParent === null;
    if (!hasText || hidden || element.closest('textarea, select')) continue;
    const clipped = style.overflow === 'hidden' || element.tagName === 'BUTTON';
    const tooHigh = style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
    const tooWide = clipped && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    const box = element.getBoundingClientRect();
    const frame = element.parentElement!.closest<HTMLElement>('*')!;
    const frameBox = frame.getBoundingClientRect();
    const clippedByFrame =
      getComputedStyle(frame).overflowY === 'hidden' &&
      (box.bottom > frameBox.bottom + 2 || box.top < frameBox.top - 2);
    const wraps = getComputedStyle(frame).flexWrap === 'wrap';
    if (tooHigh || tooWide || (clippedByFrame && !wraps)) cut.push(`${element.tagName} ${element.textContent}`);
  }
  return cut;
}

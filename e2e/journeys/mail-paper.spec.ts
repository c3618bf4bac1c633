import type { Locator } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

/** How the page of a mail is laid in its frame. */
const layout = (frame: Locator) =>
  frame.evaluate((element: HTMLIFrameElement) => {
    const page = element.contentDocument;
    if (!page) throw new Error('The frame has no page');
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = page.documentElement;
    return {
      paper: getComputedStyle(page.body).backgroundColor,
      ground: getComputedStyle(page.documentElement).backgroundColor,
      isWide: scrollWidth > clientWidth,
      isHigh: scrollHeight > clientHeight,
      lines: [...page.querySelectorAll('td')].map(({ offsetHeight }) => offsetHeight),
    };
  });

test('the ground of a dark mail fills its frame, margins and all, and a table too wide is scrolled there', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Painted Pallavi');
  const cells = '<td>parcel</td>'.repeat(30);
  await customer.mails({
    subject: 'Light on dark',
    text: 'dark',
    html: `<html><head><style>body { margin: 40px; color: #fff }</style></head><body bgcolor="#101820"><table><tr>${cells}</tr></table></body></html>`,
  });
  const asha = await open(inbox.asha, { viewport: { width: 360, height: 760 } });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const frame = asha.conversation.locator('iframe');
  await expect(frame).toBeVisible();
  await expect
    .poll(() => layout(frame))
    .toMatchObject({
      paper: 'rgb(16, 24, 32)',
      // With none of its own it takes the body's, and what that leaves free is painted too.
      ground: 'rgba(0, 0, 0, 0)',
      isWide: true,
      isHigh: false,
    });
  // A word to a line, not a letter.
  expect(Math.max(...(await layout(frame)).lines)).toBeLessThan(40);
});

/** The ink of the mail's words, and the ground that they stand on. */
const inkAndGround = (frame: Locator) =>
  frame.evaluate((element: HTMLIFrameElement) => {
    const page = element.contentDocument;
    const words = page?.querySelector('p');
    if (!page || !words) throw new Error('The mail is not in its frame');
    return { ink: getComputedStyle(words).color, ground: getComputedStyle(page.body).backgroundColor };
  });

/** Of `rgb(r, g, b)`, 0 for black to 255 for white. */
const lightness = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
};

test('in the dark a mail that only greys its words stays dark, its original too, and one that paints gets paper', async ({
  inbox,
  open,
}) => {
  const [grey, painted] = [inbox.customer('Grey Gauri'), inbox.customer('Painting Prem')];
  await grey.mails({
    subject: 'Grey on nothing',
    text: 'grey',
    html: '<html><head><style>p { color: #333 } a { color: #000000 }</style></head><body text="#222222"><p style="color: rgb(85, 85, 85)">Where is it?</p><font color="gray">Gauri</font></body></html>',
  });
  await painted.mails({
    subject: 'Black on yellow',
    text: 'yellow',
    html: '<body><p style="color: #222; background: #ffe">Where is it?</p></body>',
  });
  const asha = await open(inbox.asha, { colorScheme: 'dark' });
  await asha.isLive();
  await asha.showAll();
  const frame = asha.conversation.locator('iframe');

  await test.step('grey words in the ink of the inbox, on its own ground', async () => {
    await asha.openTicketOf(grey.name);
    await expect(frame).toBeVisible();
    await expect.poll(async () => lightness((await inkAndGround(frame)).ground)).toBeLessThan(64);
    expect(lightness((await inkAndGround(frame)).ink)).toBeGreaterThan(192);
    expect(await violations(asha.page)).toEqual([]);
  });

  await test.step('the original as well', async () => {
    await asha.conversation.getByRole('button', { name: 'Show original' }).click();
    const dialog = asha.page.getByRole('dialog', { name: 'Original message' });
    await expect(dialog.getByRole('textbox')).toHaveValue(/Grey on nothing/);
    const { ink, ground } = await dialog.evaluate((element) => {
      const text = element.querySelector('textarea');
      if (!text) throw new Error('The original has no text');
      return { ink: getComputedStyle(text).color, ground: getComputedStyle(element).backgroundColor };
    });
    expect(lightness(ground)).toBeLessThan(64);
    expect(lightness(ink)).toBeGreaterThan(160);
    expect(await violations(asha.page)).toEqual([]);
    await asha.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a mail that paints keeps its colours, on white paper', async () => {
    await asha.openTicketOf(painted.name);
    await expect(frame).toBeVisible();
    await expect.poll(() => inkAndGround(frame)).toEqual({ ink: 'rgb(34, 34, 34)', ground: 'rgb(255, 255, 255)' });
  });
});

import type { Locator } from '@playwright/test';
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

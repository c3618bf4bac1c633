import type { Page } from '@playwright/test';
import { sampleImage } from '@inbox/simulate';
import { expect, test } from '../harness/test';

/** The tops of the mails in view, by message, whenever a frame of the browser shows them elsewhere. */
type Sight = Record<string, number>;

declare global {
  interface Window {
    sights: Sight[];
  }
}

/**
 * Looks at each frame of the page where the mails are that can be seen: an IntersectionObserver is told of a page as it is
 * painted, after all that observes sizes has put it right.
 */
const watch = async (page: Page) =>
  void (await page.addInitScript(() => {
    window.sights = [];
    const note = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
      observer.disconnect();
      const seen = entries.filter(({ isIntersecting }) => isIntersecting);
      const sight = Object.fromEntries(
        seen.map(({ target, boundingClientRect }) => [
          target.getAttribute('data-message-id'),
          Math.round(boundingClientRect.top),
        ]),
      ) as Sight;
      if (seen.length > 0 && JSON.stringify(window.sights.at(-1)) !== JSON.stringify(sight)) window.sights.push(sight);
    };
    const look = () => {
      requestAnimationFrame(look);
      const root = document.querySelector('[role="log"]');
      if (!root || getComputedStyle(root).visibility !== 'visible') return;
      const observer = new IntersectionObserver(note, { root });
      for (const mail of root.querySelectorAll('article[data-message-id]')) observer.observe(mail);
    };
    requestAnimationFrame(look);
  }));

test('mails stand where they are first shown, whatever their pictures and heights', async ({ inbox, open, guard }) => {
  // What looks at the page is put into the mails as well, where nothing runs.
  guard.expects(/Blocked script execution in 'about:srcdoc'/);
  const customer = inbox.customer('Steady Stuti');
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    const said = `<p>What became of order ${n}?</p>`.repeat(1 + ((n * 5) % 4));
    const content = sampleImage(n, 240, 20 + 15 * n);
    const isFile = n % 2 === 0;
    const source = isFile ? 'cid:parcel' : `data:image/png;base64,${content.toString('base64')}`;
    const mail = {
      subject: `Order ${n}`,
      text: 'mail',
      html: `<div style="font-size: ${12 + n}px">${said}<img src="${source}" alt="The parcel">${said}</div>`,
      ...(isFile && { attachments: [{ filename: 'parcel.png', content, contentType: 'image/png', cid: 'parcel' }] }),
    };
    const before = ids.at(-1);
    ids.push(await customer.mails({ ...mail, ...(before !== undefined && { inReplyTo: before, references: ids }) }));
  }
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { prepare: watch, ticket, viewport: { width: 1280, height: 1600 } });
  const { page, conversation } = asha;

  /** Until nothing of the mails is still to come. */
  const areThere = async () => {
    const frames = conversation.locator('iframe[title]');
    await expect(frames).toHaveCount(7);
    await expect
      .poll(() =>
        frames.evaluateAll((all) =>
          (all as HTMLIFrameElement[]).every((frame) => {
            const pictures = [...(frame.contentDocument?.images ?? [])];
            return pictures.length === 1 && pictures.every(({ naturalWidth }) => naturalWidth === 240);
          }),
        ),
      )
      .toBe(true);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate(() => window.sights);
  };

  const first = await areThere();
  expect(Object.keys(first[0] ?? {}).length, 'mails in view').toBeGreaterThan(2);
  expect(first, 'opened by its address').toHaveLength(1);
  await expect(conversation.getByRole('button', { name: 'Jump to the newest message' })).toHaveCount(0);
  const left = await page
    .getByRole('log', { name: 'Messages' })
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  expect(left, 'pixels below the newest').toBeLessThanOrEqual(1);

  await test.step('opened anew from the list, they stand there at once', async () => {
    await asha.showAll();
    const other = inbox.customer('Between Bela');
    await other.writes('Another one');
    await asha.openTicketOf(other.name);
    await expect(asha.bubble('Another one')).toBeVisible();
    await page.evaluate(() => (window.sights = []));
    await asha.openTicketOf(customer.name);
    const again = await areThere();
    // What was in view of the other ticket may be told of in between.
    const ofMails = again.filter((sight) => Object.keys(sight).length > 1).map((sight) => JSON.stringify(sight));
    expect([...new Set(ofMails)]).toEqual(first.map((sight) => JSON.stringify(sight)));
  });
});

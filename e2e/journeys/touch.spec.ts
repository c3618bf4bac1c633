import type { CDPSession, Locator, Page } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { expect, test } from '../harness/test';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Pixels that a finger needs (WCAG 2.5.5). */
const LEAST = 44;

/**
 * The controls that a finger cannot hit well, each with its size: those whose own box, or the room around it that
 * belongs to it, is less than 44 px high or wide. Links within a text are exempt, as in WCAG.
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'a[href], button, input, select, textarea, [role=tab], [role=option], [role^=menuitem], summary';
    const small: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const label = control.closest('label');
      const target = label && control.matches('input') ? label : control;
      const boxes = [control, target].map((element) => element.getBoundingClientRect());
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
      const box = boxes[0]!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const seen =
        x > 0 && y > 0 && x < innerWidth && y < innerHeight && control.checkVisibility({ visibilityProperty: true });
      const hit = seen ? document.elementFromPoint(x, y) : null;
      if (!hit || !(target.contains(hit) || hit.contains(control))) continue;
      const isInText = getComputedStyle(control).display === 'inline' && control.matches('a');
      if (isInText || (width >= least - 0.5 && height >= least - 0.5)) continue;
      small.push(`${control.getAttribute('aria-label') ?? control.textContent} ${width} × ${height}`);
    }
    return small;
  }, LEAST);
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

async function centreOf(element: Locator) {
  const box = (await element.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const touch = (finger: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
  finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });

async function swipe(finger: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await touch(finger, 'touchStart', from);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch(finger, 'touchMove', { x: from.x + by.x * part, y: from.y + by.y * part });
  }
  await touch(finger, 'touchEnd');
}

test('a finger chooses rows by a long press, opens by a tap, and hits all it aims at', async ({ inbox, open }) => {
  const customer = inbox.customer('Touched Tara');
  await customer.writes('Where is my parcel?');
  const asha: InboxScreen = await open(inbox.asha, PHONE);
  const { page, list, conversation } = asha;
  await asha.showAll();
  const row = asha.row(customer.name);
  await expect(row).toBeVisible();
  const finger = await page.context().newCDPSession(page);
  const bar = list.getByRole('group', { name: 'Chosen tickets' });

  await test.step('the list', async () => {
    expect(await smallTargets(page)).toEqual([]);
  });

  await test.step('a swipe neither opens nor chooses', async () => {
    await swipe(finger, await centreOf(row), { x: -160, y: 0 });
    await swipe(finger, await centreOf(row), { x: 0, y: 120 });
    expect(page.url()).toMatch(/\/inbox\/tickets(?:\?|$)/);
    await expect(bar).toHaveCount(0);
  });

  await test.step('a long press chooses and opens nothing', async () => {
    await touch(finger, 'touchStart', await centreOf(row));
    await expect(bar).toContainText('1 chosen');
    await touch(finger, 'touchEnd');
    expect(page.url()).toMatch(/\/inbox\/tickets(?:\?|$)/);
    expect(await smallTargets(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Clear the choice' }).tap();
    await expect(bar).toHaveCount(0);
  });

  await test.step('the filters', async () => {
    await list.getByRole('button', { name: 'Filter', exact: true }).tap();
    const filters = list.getByRole('dialog', { name: 'Filters' });
    await expect(filters).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
    await filters.getByRole('button', { name: 'Close filters' }).tap();
  });

  await test.step('a tap opens the conversation', async () => {
    await row.tap();
    await expect(asha.bubble('Where is my parcel?')).toBeVisible();
    await conversation.getByRole('button', { name: 'More actions' }).tap();
    const toMe = page.getByRole('menuitem', { name: 'Assign to me' });
    await expect(toMe).toBeVisible();
    await expect.poll(() => smallTargets(page)).toEqual([]);
    await toMe.tap();
    const tags = conversation.getByRole('region', { name: 'Tags' });
    await tags.getByRole('combobox').fill('fragile');
    await page.keyboard.press('Enter');
    await expect(tags.getByRole('button', { name: 'Remove tag fragile' })).toBeVisible();
    await asha.replyBox.tap();
    await expect.poll(() => smallTargets(page)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });

  await test.step('what is said of the reply stands beside Send, or above it', async () => {
    const send = asha.reply.getByRole('button', { name: 'Send', exact: true });
    await asha.replyBox.fill('It comes today.');
    const saved = asha.reply.getByText('Draft saved');
    await expect(saved).toBeVisible();
    expect(await overlap(saved, send)).toBe(false);
    await asha.replyBox.fill('long '.repeat(900));
    const tooLong = asha.reply.getByRole('status').filter({ hasText: 'too long' });
    await expect(tooLong).toBeVisible();
    expect(await overlap(tooLong, send)).toBe(false);
    expect((await tooLong.boundingBox())!.height).toBeLessThanOrEqual(32);
    await asha.replyBox.fill('');
  });
});

test('a finger changes whom a mail is answered to, and Find covers nothing of it', async ({ inbox, open }) => {
  const customer = inbox.customer('Tapping Tarun');
  await customer.mails({ subject: 'Invoice', text: 'x', html: `<p>${'Please send the invoice. '.repeat(40)}</p>` });
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ...PHONE, ticket });
  await expect(asha.conversation.locator('iframe')).toBeVisible();
  await asha.replyBox.tap();
  await expect.poll(() => smallTargets(asha.page)).toEqual([]);
  const find = asha.conversation.getByRole('button', { name: 'Find in conversation' });
  expect(await overlap(find, asha.conversation.locator('article[data-message-id]').last())).toBe(false);
});

test('the top bar of an administrator who runs the panels too fits a phone', async ({ inbox, open }) => {
  const customer = inbox.customer('Crowded Chitra');
  await customer.writes('Is there room?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = ['--merchant', inbox.asha.merchant, '--email', inbox.asha.email];
  await inbox.admin(['agent', 'set', ...asha, '--operator', 'yes', '--store-admin', 'yes']);
  for (const device of [PHONE, { ...PHONE, hasTouch: false, isMobile: false }]) {
    const { page } = await open(inbox.asha, { ...device, ticket });
    const bar = page.getByRole('banner');
    for (const name of ['Panel releases', 'Inbox status', 'More details', /^Your status: Offline/]) {
      await expect(bar.getByRole('button', { name })).toBeVisible();
    }
    // But for the links that skip parts of the page, which are not seen until they have the focus.
    const boxes = await bar.evaluate((element) =>
      [...element.children]
        .slice(1)
        .map((each) => (each.matches('h1') ? each.firstElementChild! : each).getBoundingClientRect())
        .map(({ left, right, width }) => ({ left, right, width })),
    );
    expect(boxes.length).toBe(8);
    boxes.forEach(({ left, right }, i) => {
      expect(left).toBeGreaterThanOrEqual(boxes[i - 1]?.right ?? 0);
      expect(right).toBeLessThanOrEqual(PHONE.viewport.width);
    });
    // The logo, a dot, and controls none of which gives way to another.
    const [, , ...controls] = boxes.map(({ width }) => width);
    expect(Math.min(...controls)).toBeGreaterThanOrEqual(device.hasTouch ? LEAST : 32);
    await page.close();
  }
});

import type { Locator, Page } from '@playwright/test';
import type { Customer } from '../harness/customer';
import { expect, test } from '../harness/test';

const CUSTOMERS = 14;
const BURSTS = 15;
const LIST_CALL = '**/api/inbox/ticket/list/';

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function write(make: (name: string) => Customer, names: string): Promise<void> {
  for (let index = 0; index < CUSTOMERS; index += 1) await make(`${names} ${index}`).writes('Hello?');
}

/** Scrolls what is around the rows by a pixel, and returns when the page has drawn that. */
const scrollALittle = (rows: Locator) =>
  rows.first().evaluate(async (row) => {
    let scroller: Element | null = row;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls here.');
    const scrolled = new Promise((resolve) => scroller.addEventListener('scroll', resolve, { once: true }));
    scroller.scrollTop += scroller.scrollTop > 0 ? -1 : 1;
    await scrolled;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

test('a click on a row opens its ticket, also when the list scrolls while the button is down', async ({
  inbox,
  open,
}) => {
  await write((name) => inbox.customer(name), 'Glide');
  const screen = await open(inbox.asha);
  const { page } = screen;
  await screen.isLive();
  await screen.list.getByRole('tab', { name: /^Unassigned/ }).click();
  await screen.list.getByRole('tab', { name: 'WhatsApp' }).click();
  const rows = screen.list.locator('[data-ticket-id]');
  for (const at of [1, 2, 3]) {
    const row = rows.nth(at);
    await expect(row).toBeVisible();
    const id = await row.getAttribute('data-ticket-id');
    await row.hover();
    await page.mouse.down();
    await scrollALittle(rows);
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`/inbox/tickets/${id}\\?`));
    // And a click while it still glides.
    const next = rows.nth(at + 1);
    const nextId = await next.getAttribute('data-ticket-id');
    await scrollALittle(rows);
    // Without the wait for what moves to come to rest.
    await next.click({ force: true });
    await expect(page).toHaveURL(new RegExp(`/inbox/tickets/${nextId}\\?`));
  }
});

/** What the address says: the tab, and the ticket. */
const placeOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url());
  return { ticket: Number(/\/inbox\/tickets\/(\d+)/.exec(pathname)?.[1] ?? 0), tab: searchParams.get('status') };
};

test('tabs, rows, keys and Back in any order end where the last of them says', async ({ inbox, open }) => {
  await write((name) => inbox.customer(name), 'Order');
  const screen = await open(inbox.asha);
  const { page } = screen;
  await screen.isLive();
  const below = seeded(7);
  // Every answer takes another while: what was asked for earlier may come later.
  await page.route(LIST_CALL, async (route) => {
    const answer = await route.fetch().catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, below(90)));
    await (answer ? route.fulfill({ response: answer }) : route.abort()).catch(() => undefined);
  });
  const tabs = { unassigned: /^Unassigned/, all: /^All [\d,]/ };
  const rows = screen.list.locator('[data-ticket-id]');
  await screen.list.getByRole('tab', { name: tabs.unassigned }).click();

  const history = [{ ticket: 0, tab: 'unassigned' }];
  const now = () => history.at(-1)!;
  const go = (place: { ticket: number; tab: string }) => {
    if (place.ticket !== now().ticket || place.tab !== now().tab) history.push(place);
  };
  const acts: (() => Promise<void>)[] = [
    async () => {
      await screen.list.getByRole('tab', { name: tabs.unassigned }).click();
      go({ ticket: 0, tab: 'unassigned' });
    },
    async () => {
      await screen.list.getByRole('tab', { name: tabs.all }).first().click();
      go({ ticket: 0, tab: 'all' });
    },
    async () => {
      const row = rows.nth(below(5));
      await row.click();
      go({ ticket: Number(await row.getAttribute('data-ticket-id')), tab: now().tab });
    },
    async () => {
      await expect(rows.nth(4)).toBeVisible();
      const ids = await rows.evaluateAll((all) =>
        all.slice(0, 5).map((row) => Number(row.getAttribute('data-ticket-id'))),
      );
      const row = rows.nth(1);
      await row.click();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      for (const at of [1, 2, 3, 2]) go({ ticket: ids[at]!, tab: now().tab });
    },
    async () => {
      if (history.length < 2) return;
      await page.goBack();
      history.pop();
    },
  ];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    for (let left = 2 + below(3); left > 0; left -= 1) await acts[below(acts.length)]!();
    await expect.poll(() => placeOf(page), { message: `after burst ${burst}` }).toEqual(now());
    const nothing = screen.conversation.getByText('No conversation is open');
    await expect(nothing).toHaveCount(now().ticket === 0 ? 1 : 0);
    const current = screen.list.locator('[data-ticket-id][aria-current]');
    if (now().ticket !== 0) await expect(current).toHaveAttribute('data-ticket-id', String(now().ticket));
  }
});

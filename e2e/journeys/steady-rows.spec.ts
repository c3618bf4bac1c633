import type { Page } from '@playwright/test';
import { MOVING_AT_REST } from '../../budgets';
import type { Customer } from '../harness/customer';
import type { InboxScreen } from '../harness/inbox-screen';
import { expect, test } from '../harness/test';

/** More than one page of the list. */
const CUSTOMERS = 26;
/** With each kind of motion. */
const CLICKS = 60;
const KEY_ROUNDS = 25;

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Aim {
  id: number;
  x: number;
  y: number;
}

/** The rows that are whole in the view, each with a point in its words: not its checkbox, nor where updates are told. */
const aims = (screen: InboxScreen): Promise<Aim[]> =>
  screen.list.locator('[data-ticket-id]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { left, right, top, bottom } = row.getBoundingClientRect();
      const [x, y] = [(left + 2 * right) / 3, (top + 2 * bottom) / 3];
      return row.contains(document.elementFromPoint(x, y))
        ? [{ id: Number(row.getAttribute('data-ticket-id')), x, y }]
        : [];
    }),
  );

const ticketAt = (page: Page, { x, y }: { x: number; y: number }): Promise<number> =>
  page.evaluate(
    ([left, top]) =>
      Number(document.elementFromPoint(left, top)?.closest('[data-ticket-id]')?.getAttribute('data-ticket-id')),
    [x, y] as const,
  );

const focused = (page: Page) =>
  page.evaluate(() => ({
    id: Number(document.activeElement?.getAttribute('data-ticket-id')),
    top: document.activeElement?.getBoundingClientRect().top,
  }));

/** Many customers who have written, and a way to have some of them write again, now. */
async function crowd(make: (name: string) => Customer, names: string, below: (limit: number) => number) {
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => make(`${names} ${index}`));
  for (const customer of customers) await customer.writes('Hello?');
  const underWay: Promise<unknown>[] = [];
  return {
    /** Does not wait: the news arrives while the agent is at it. */
    rush() {
      const some = Array.from({ length: 1 + below(3) }, () => customers[below(CUSTOMERS)]);
      for (const customer of new Set(some)) if (customer) underWay.push(customer.writes('Still there?'));
    },
    heard: () => Promise.all(underWay),
  };
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`with motion: ${reducedMotion}, every click lands on the ticket it was aimed at, whatever happens meanwhile`, async ({
    inbox,
    open,
  }) => {
    const below = seeded(20_261_121);
    const customers = await crowd((name) => inbox.customer(name), `Steady ${reducedMotion}`, below);
    const asha = await open(inbox.asha, { reducedMotion });
    await asha.isLive();
    await asha.showAll();
    await expect.poll(async () => (await aims(asha)).length).toBeGreaterThan(4);

    let moved = 0;
    let before: number[] = [];
    for (let click = 0; click < CLICKS; click += 1) {
      // At rest the rows take their new places; the next aim is at another list.
      if (below(4) === 0) await asha.leaveList();
      customers.rush();
      const choice = await aims(asha);
      const aim = choice[below(choice.length)];
      if (!aim) throw new Error('The list shows no row.');
      await asha.page.mouse.move(aim.x, aim.y);
      const aimedAt = await ticketAt(asha.page, aim);
      customers.rush();
      await asha.page.mouse.down();
      await asha.page.mouse.up();
      await expect(asha.page, `click ${click}`).toHaveURL(new RegExp(`/inbox/tickets/${aimedAt}\\b`));
      const order = choice.map(({ id }) => id);
      if (order.join() !== before.join()) moved += 1;
      before = order;
    }
    await customers.heard();
    expect(moved, 'times that the rows had other places').toBeGreaterThan(CLICKS / 10);
  });
}

/** The rows below the view that are still to come are there, and nothing of the page moves. */
async function restsBelow({ list, page }: InboxScreen): Promise<void> {
  await expect(list.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(MOVING_AT_REST);
}

test('the keyboard’s focus stays on its ticket and in its place, whatever happens meanwhile', async ({
  inbox,
  open,
}) => {
  const below = seeded(7);
  const customers = await crowd((name) => inbox.customer(name), 'Focused', below);
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await restsBelow(asha);
  await asha.list.locator('[data-ticket-id]').first().focus();
  await asha.page.keyboard.press('ArrowDown');

  for (let round = 0; round < KEY_ROUNDS; round += 1) {
    await asha.page.keyboard.press(below(3) === 0 ? 'ArrowUp' : 'ArrowDown');
    await expect.poll(async () => (await focused(asha.page)).id).toBeGreaterThan(0);
    const at = await focused(asha.page);
    customers.rush();
    await customers.heard();
    expect(await focused(asha.page), `round ${round}`).toEqual(at);
    await asha.page.keyboard.press('Enter');
    await expect(asha.page).toHaveURL(new RegExp(`/inbox/tickets/${at.id}\\b`));
  }
  await expect(asha.list.getByRole('button', { name: /update/ })).toBeVisible();
});

import { expect, type Locator, type Page } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import type { Vector } from '@inbox/domain/testing/hostile';
import { scan } from './scan';
import type { HostileShop, ListedTicket } from './shop';
import { setTrap, type Trap } from './trap';

/** Much of a list and of a thread is drawn at once. */
export const TALL = { width: 1_400, height: 3_000 };

interface WatchedOptions {
  origin: string;
  /** Done with the page before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
}

/** An inbox that is looked at for what got through, again and again. */
export class WatchedInbox {
  readonly #trap: Trap;
  readonly screen: InboxScreen;

  private constructor(trap: Trap, screen: InboxScreen) {
    this.#trap = trap;
    this.screen = screen;
  }

  /**
   * @param open opens the agent's inbox
   */
  static async open(
    open: (prepare: (page: Page) => Promise<void>) => Promise<InboxScreen>,
    { origin, prepare }: WatchedOptions,
  ): Promise<WatchedInbox> {
    let trap: Trap = { sprung: [] };
    const screen = await open(async (page) => {
      trap = await setTrap(page, origin);
      await prepare?.(page);
    });
    const inbox = new WatchedInbox(trap, screen);
    await screen.isLive();
    await screen.showAll();
    return inbox;
  }

  /** Nothing has sprung the trap, and nothing stands in the page that should not. */
  async look(where: string): Promise<void> {
    expect(await scan(this.screen.page), `what stands in ${where}`).toEqual([]);
    expect(this.#trap.sprung, `what came through up to ${where}`).toEqual([]);
  }

  async openTicket({ id }: Pick<ListedTicket, 'id'>): Promise<void> {
    const { page, list } = this.screen;
    await list.locator(`[data-ticket-id="${id}"]`).click();
    await this.screen.leaveList();
    await expect(page).toHaveURL(new RegExp(`/inbox/tickets/${id}(?:\\?|$)`));
  }

  /** Looks at all of the open thread, from the newest up, until each attempt has been seen as the text that it is. */
  async readThread(where: string, vectors: readonly Vector[], read: () => Promise<string>): Promise<string> {
    let told = '';
    const isUnread = ({ mark }: Vector) => !told.includes(mark);
    await this.scrollUntil(this.screen.conversation.getByRole('log'), -0.6, async () => {
      await unfold(this.screen.conversation);
      told += await read();
      await this.look(where);
      return vectors.filter(isUnread).map(({ id }) => id);
    });
    return told;
  }

  /** Scrolls by so many heights at a time, until nothing is missing any more. */
  async scrollUntil(inside: Locator, heights: number, missing: () => Promise<readonly unknown[]>): Promise<void> {
    let left = await missing();
    // Rounds enough for all that the corpus brings: more are a thread that does not show what it has.
    for (let rounds = 0; rounds < 200 && left.length > 0; rounds += 1) {
      await scroll(inside, heights);
      left = await missing();
    }
    expect(left).toEqual([]);
  }
}

/** The ticket of the customer whose name begins so. */
export async function ticketOf(shop: HostileShop, name: string): Promise<ListedTicket> {
  const found = (await shop.tickets()).find(({ full_name }) => full_name.startsWith(name));
  if (!found) throw new Error(`${name} has no ticket`);
  return found;
}

/** Shows all of the long messages that are drawn. */
const unfold = (inside: Locator) =>
  inside.evaluate((element) => {
    for (const button of element.querySelectorAll<HTMLElement>('button[aria-expanded="false"]'))
      if (button.textContent === 'Show more') button.click();
  });

/** Scrolls what holds this element by so many of its heights; resolves when it is drawn. */
const scroll = (inside: Locator, by: number) =>
  inside.evaluate(async (element, heights) => {
    let scroller = element;
    while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement!;
    const { scrollTop, clientHeight } = scroller;
    scroller.scrollTop += heights * clientHeight;
    // Round again: what was not drawn in time is passed once more.
    if (scroller.scrollTop === scrollTop) scroller.scrollTop = heights > 0 ? 0 : scroller.scrollHeight;
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, by);

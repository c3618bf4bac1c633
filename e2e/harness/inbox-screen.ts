import { expect, type Locator, type Page } from '@playwright/test';

/** The inbox page as people and screen readers find their way in it. */
export class InboxScreen {
  readonly page: Page;
  readonly list: Locator;
  readonly conversation: Locator;
  readonly reply: Locator;
  readonly replyBox: Locator;
  readonly details: Locator;
  readonly quickReplies: Locator;
  /** Is what is shown up to date? In words. */
  readonly connection: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('region', { name: 'Tickets', exact: true });
    this.conversation = page.getByRole('region', { name: 'Conversation', exact: true });
    this.reply = page.getByRole('region', { name: 'Reply', exact: true });
    this.replyBox = page.getByRole('textbox', { name: 'Reply', exact: true });
    this.details = page.getByRole('complementary', { name: 'Customer details' });
    this.quickReplies = page.getByRole('region', { name: 'Quick Replies' });
    this.connection = page
      .getByRole('status')
      .filter({ hasText: /^(?:Connecting|Live|Catching up|Offline since .*)$/ });
  }

  /** The row of a customer's conversation. By the whole name: others may contain it, and so may what was written. */
  row(customer: string): Locator {
    return this.list.locator('[data-ticket-id]').filter({ has: this.page.getByTitle(customer, { exact: true }) });
  }

  /** A message by its text. */
  bubble(text: string | RegExp): Locator {
    return this.conversation.locator('article[data-message-id]').filter({ hasText: text });
  }

  async isLive(): Promise<void> {
    await expect(this.connection).toHaveText('Live');
  }

  /** Shows the conversations of all states and agents; the pointer leaves the list, which holds still under it. */
  async showAll(): Promise<void> {
    await this.list
      .getByRole('tab', { name: /^All\b/ })
      .first()
      .click();
    await this.list.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = this.list.getByRole('dialog', { name: 'Filters' });
    const agents = filters.getByRole('group', { name: 'View tickets of' }).getByRole('button', { name: /^Remove / });
    await expect(filters).toBeVisible();
    while ((await agents.count()) > 0) await agents.first().click();
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect(filters).toHaveCount(0);
    await this.leaveList();
  }

  /** Neither pointer nor keyboard rests on the rows: new ones move in at once. */
  async leaveList(): Promise<void> {
    await this.page.mouse.move(this.page.viewportSize()!.width / 2, 4);
  }

  async openTicketOf(customer: string): Promise<void> {
    await this.row(customer).click();
    await expect(this.conversation.getByRole('heading', { name: customer, level: 2 })).toBeVisible();
    await this.leaveList();
  }

  /** The number of the ticket that is open, from the address. */
  get ticketId(): number {
    return Number(/\/inbox\/tickets\/(\d+)/.exec(this.page.url())?.[1]);
  }

  /** The customer's details stand beside or over the conversation. */
  async showDetails(): Promise<void> {
    // Orders have a button of that name, too.
    const toggle = this.page.getByRole('button', { name: 'More details' }).and(this.page.locator('[aria-pressed]'));
    await expect(toggle).toBeVisible();
    if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
  }

  /** A section of the customer's details is open. */
  async showSection(name: string): Promise<void> {
    await this.showDetails();
    await openSection(this.details, name);
  }

  async showQuickReplies(): Promise<void> {
    await this.reply.getByRole('button', { name: 'Quick replies' }).click();
  }

  /** Types a reply and sends it by Enter. */
  async send(text: string): Promise<void> {
    await this.replyBox.fill(text);
    await this.replyBox.press('Enter');
  }

  /** What all messages in the thread say, in their order, without who, when and how far they came. */
  async messages(): Promise<string[]> {
    return this.conversation.locator('article[data-message-id]').evaluateAll((bubbles) =>
      bubbles.map((bubble) => {
        const copy = bubble.cloneNode(true) as Element;
        for (const foot of copy.querySelectorAll('footer')) foot.remove();
        return (copy.textContent ?? '').trim();
      }),
    );
  }
}

/** Opens a section of the customer's details where it is not open yet: the browser remembers which were. */
export async function openSection(details: Locator, name: string): Promise<void> {
  const head = details.getByRole('button', { name, exact: true });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
}

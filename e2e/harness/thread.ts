import { expect, type Locator, type Page } from '@playwright/test';
import type { InboxScreen } from './inbox-screen';

/** Pixels: no mail's frame is lower. */
const LOWEST_MAIL = 48;

/** The thread as it lies under the eyes: where its messages stand, how far it is scrolled. */
export class Thread {
  readonly log: Locator;
  readonly jump: Locator;
  readonly loading: Locator;
  readonly #page: Page;

  constructor({ page, conversation }: InboxScreen) {
    this.#page = page;
    this.log = conversation.getByRole('log', { name: 'Messages' });
    this.jump = conversation.getByRole('button', { name: 'Jump to the newest message' });
    this.loading = conversation.getByText('Loading earlier messages');
  }

  /** Pixels between the foot of what is seen and the end of the thread. */
  belowEnd(): Promise<number> {
    return this.log.evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
  }

  async isAtEnd(): Promise<void> {
    await expect.poll(() => this.belowEnd()).toBeLessThanOrEqual(1);
  }

  /** Turns the wheel over the thread: pixels, upward when negative. */
  async wheel(pixels: number): Promise<void> {
    await this.log.hover();
    await this.#page.mouse.wheel(0, pixels);
  }

  /**
   * Watches where the first message that is wholly seen stands in every frame while something happens; answers by how
   * many pixels it was at most away from where it stood.
   */
  async moved(during: () => Promise<void>): Promise<number> {
    const watch = await this.log.evaluateHandle((log) => {
      const top = log.getBoundingClientRect().top;
      const seen = [...log.querySelectorAll('article[data-message-id]')];
      const first = seen.find((message) => message.getBoundingClientRect().top >= top);
      if (!first) throw new Error('No message is seen');
      const selector = `article[data-message-id="${first.getAttribute('data-message-id')}"]`;
      const place = () => log.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
      const before = place();
      const seenAt = { most: 0, frame: 0 };
      const look = () => {
        seenAt.most = Math.max(seenAt.most, Math.abs(place() - before));
        seenAt.frame = requestAnimationFrame(look);
      };
      look();
      return seenAt;
    });
    await during();
    return watch.evaluate((seenAt) => {
      cancelAnimationFrame(seenAt.frame);
      return seenAt.most;
    });
  }

  /** Nothing moves or grows any more: neither the wheel's run nor what was measured on the way. */
  async isAtRest(): Promise<void> {
    await this.log.evaluate(async (log) => {
      let [before, frames] = ['', 0];
      while (frames < 20) {
        const now = `${log.scrollTop} ${log.scrollHeight}`;
        frames = now === before ? frames + 1 : 0;
        before = now;
        await new Promise(requestAnimationFrame);
      }
    });
  }

  /** All pictures and mails near what is seen have come, and are as high as they stay. */
  async contentIsHere(): Promise<void> {
    await expect
      .poll(() =>
        this.log.evaluate((log, lowest) => {
          const areComplete = [...log.querySelectorAll('img')].every(({ complete }) => complete);
          const mails = [...log.querySelectorAll('iframe')].map(({ contentDocument: mail, clientHeight }) => {
            if (mail?.readyState !== 'complete') return false;
            const height = Math.max(mail.body.scrollHeight, mail.documentElement.offsetHeight);
            return Math.abs(Math.max(height, lowest) - clientHeight) <= 2;
          });
          return areComplete && mails.every(Boolean);
        }, LOWEST_MAIL),
      )
      .toBe(true);
  }

  /** What the messages that are drawn say, without who, when and how far they came. */
  said(pattern: RegExp): Locator {
    return this.log.locator('article[data-message-id]').filter({ hasText: pattern });
  }
}

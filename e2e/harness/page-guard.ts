import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/**
 * Watches the pages of a journey: whatever a page logs as an error, throws, or asks another origin for, and whatever its
 * policy blocks (Chromium logs it as an error), fails the journey unless the journey said before that it is to come.
 */
export class PageGuard {
  readonly #faults: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The journey provokes this: faults that match are part of it. */
  expects(...faults: RegExp[]): void {
    this.#expected.push(...faults);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#console(message));
    context.on('weberror', (error) => this.#faults.push(`page error: ${error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = url.origin === this.#origin || url.protocol === 'blob:' || url.protocol === 'data:';
      if (!isOwn) this.#faults.push(`foreign request: ${request.url()}`);
    });
    context.on('page', (page: Page) => {
      page.on('crash', () => this.#faults.push('the page crashed'));
    });
  }

  #console(message: ConsoleMessage): void {
    if (message.type() === 'error') this.#faults.push(`console: ${message.text()} (${message.location().url})`);
  }

  /** What went wrong and was not expected. */
  get faults(): string[] {
    return this.#faults.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
  }
}

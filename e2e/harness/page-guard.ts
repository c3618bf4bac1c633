import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test';

/**
 * Watches the pages of a journey. Whatever a page logs as an error (what its policy blocks is among that), throws, or gets
 * out to another origin fails the journey, unless the journey said before that it is to come.
 */
export class PageGuard {
  readonly #faults: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #foreign = new Set<Request>();
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
      if (!isOwn) this.#foreign.add(request);
    });
    // What a page's policy stops never leaves the browser.
    context.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') this.#foreign.delete(request);
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
    const foreign = [...this.#foreign].map((request) => `foreign request: ${request.url()}`);
    return [...this.#faults, ...foreign].filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
  }
}

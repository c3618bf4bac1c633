import { expect } from '@playwright/test';
import type { BrowserWindow } from './drivers/browser-window';
import type { ElementFacts, Query } from './drivers/find-in-page';

/** A part of the page, looked for anew each time that it is asked about. */
export class Part {
  readonly #window: BrowserWindow;
  readonly #query: Query;

  constructor(window: BrowserWindow, query: Query) {
    this.#window = window;
    this.#query = query;
  }

  /** A part of this part, by its role and accessible name. */
  role(role: string, name?: Query['name']): Part {
    return new Part(this.#window, { role, ...(name !== undefined && { name }), within: this.#query });
  }

  css(css: string): Part {
    return new Part(this.#window, { css, within: this.#query });
  }

  /** The same, of those that contain a text. */
  containing(text: string): Part {
    return new Part(this.#window, { ...this.#query, text });
  }

  async all(): Promise<ElementFacts[]> {
    return this.#window.find(this.#query);
  }

  /** Waits until there is one, and until what is asked about the first of them holds. */
  async shows(
    what: string,
    holds: (facts: ElementFacts) => boolean = () => true,
    patience: { timeout: number } = PATIENCE,
  ): Promise<void> {
    await expect(async () => {
      const [first] = await this.all();
      if (first === undefined) throw new Error(`${what}: nothing is found by ${JSON.stringify(this.#query)}`);
      if (!holds(first)) throw new Error(`${what}: not so, it is ${JSON.stringify(first)}`);
    }).toPass({ ...PATIENCE, ...patience });
  }

  async says(text: string): Promise<void> {
    await this.shows(`says '${text}'`, (facts) => facts.text.includes(text));
  }

  async has(attribute: string, value: string): Promise<void> {
    await this.shows(`${attribute} is '${value}'`, ({ attributes }) => attributes[attribute] === value);
  }

  async isGone(): Promise<void> {
    await expect.poll(async () => (await this.all()).length, PATIENCE).toBe(0);
  }

  /** Clicks the first of them, as soon as there is one that has come to rest and that nothing covers. */
  async click(): Promise<void> {
    let place = '';
    await expect(async () => {
      const [first] = await this.all();
      const before = place;
      place = first?.place ?? '';
      expect(place, 'where it is').not.toBe('');
      expect(place, 'where it is, a moment later').toBe(before);
      await this.#window.click(this.#query);
    }).toPass(PATIENCE);
  }

  async choose(path: string): Promise<void> {
    await expect(() => this.#window.choose(this.#query, path)).toPass(PATIENCE);
  }
}

/** How long a condition may take: a machine with other work to do is slow, and a page off line waits between its tries. */
const PATIENCE = { timeout: 30_000, intervals: [50, 100, 250] };

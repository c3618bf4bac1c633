import puppeteer, { type ElementHandle, type JSHandle } from 'puppeteer-core';
import type { BrowserWindow } from './browser-window';
import { describeElements, findInPage, LIBRARY, type Query } from './find-in-page';

/**
 * A window of the system's Firefox, driven by WebDriver BiDi, which Firefox speaks by itself.
 * @param executablePath the Firefox to start
 * @param isPrivate it keeps nothing once it is closed, and has no service workers
 */
export async function openFirefox(executablePath: string, isPrivate: boolean): Promise<BrowserWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'browser.privatebrowsing.autostart': isPrivate },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url ?? ''})`);
  });
  page.on('pageerror', (error) => errors.push(`page error: ${error instanceof Error ? error.message : String(error)}`));

  async function locate(query: Query): Promise<JSHandle<Element[]>> {
    const found = await page.evaluateHandle(findInPage, query);
    if (await page.evaluate((elements) => elements !== null, found)) return found as JSHandle<Element[]>;
    await page.evaluate(LIBRARY);
    return locate(query);
  }

  async function first(query: Query): Promise<ElementHandle> {
    const element = (await page.evaluateHandle((elements) => elements[0], await locate(query))).asElement();
    if (!element) throw new Error(`Nothing is found by ${JSON.stringify(query)}`);
    return element as ElementHandle;
  }

  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    url: async () => page.url(),
    find: async (query) => page.evaluate(describeElements, await locate(query)),
    click: async (query) => (await first(query)).click(),
    choose: async (query, path) => ((await first(query)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    type: async (text) => page.keyboard.type(text),
    async press(...keys) {
      const held = keys.slice(0, -1);
      for (const key of held) await page.keyboard.down(key);
      await page.keyboard.press(keys.at(-1)!);
      for (const key of held.toReversed()) await page.keyboard.up(key);
    },
    read: (expression) => page.evaluate(expression),
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: () => errors,
    close: () => browser.close(),
  };
}

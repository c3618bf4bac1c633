import { chromium, type Browser } from '@playwright/test';
import { requireChromium } from '../../../scripts/lib/chromium.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { closes } from '../opened';

/** With these a browser does nothing of its own accord. */
export const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
] as const;

/** A browser of Playwright's, with none of its own habits. */
export async function startBrowser(): Promise<Browser> {
  // What ends this process is for this process to hear: it closes more than browsers.
  const own = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath: await requireChromium(ROOT), args: [...QUIET], ...own });
  const close = browser.close.bind(browser);
  browser.close = closes(close);
  return browser;
}

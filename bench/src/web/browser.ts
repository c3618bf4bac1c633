import { chromium, type Browser } from '@playwright/test';
import { requireChromium } from '../../../scripts/lib/chromium.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

/** With these a browser does nothing of its own accord. */
export const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
] as const;

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await requireChromium(ROOT),
    args: [...QUIET],
  });
}

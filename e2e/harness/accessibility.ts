import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

/** All rules of these levels. */
const WCAG: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Those of them that read colors, which take half of the time that all take. */
const COLORS: RunOnly = {
  type: 'rule',
  values: axe.getRules(WCAG.values).flatMap(({ ruleId, tags }) => (tags.includes('cat.color') ? [ruleId] : [])),
};

/** What axe finds at rest, each with the elements that have it. */
export async function violations(page: Page, rules: RunOnly = WCAG): Promise<string[]> {
  const found = await analyze(page, rules);
  // What came in meanwhile may have been in the middle of its fade: what is found again counts.
  return found.length === 0 ? found : analyze(page, rules);
}

const THEMES = ['light', 'dark'] as const;
/** A theme is another set of colors, on the same elements in the same places: these are looked at once, in the light. */
const RULES = { light: WCAG, dark: COLORS } as const;
/** Pixels: a phone and a small laptop. */
const WIDTHS = [360, 1280] as const;
/** Pixels of a large screen, which shows what a laptop shows with more room. */
const WIDE = 1920;

/** What axe finds in the light and in the dark, on one page. The page is light again afterwards. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of [...THEMES].reverse()) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page, RULES[colorScheme])).map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}

/**
 * axe finds nothing in both themes on a phone and on a laptop, and nothing scrolls sideways there or on a large screen. One
 * page shows them all, as loading it for each took most of the time.
 * @param look done first in each, such as opening again what narrow windows close
 */
export async function isForEveryone(page: Page, look?: (name: string) => Promise<void>): Promise<void> {
  const { height } = page.viewportSize()!;
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const name = `${colorScheme}, ${width} px`;
      await page.emulateMedia({ colorScheme });
      await resize(page, { width, height });
      await look?.(name);
      expect(await violations(page, RULES[colorScheme]), name).toEqual([]);
      await staysInside(page, name);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, { width: WIDE, height });
  await look?.(`light, ${WIDE} px`);
  await staysInside(page, `light, ${WIDE} px`);
}

async function staysInside(page: Page, name: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, name).toBeLessThanOrEqual(0);
}

/**
 * Gives the window this size (pixels), and resolves when the page knows: it hears of it before it paints its next frame.
 * Until then what narrow windows close is still open, and would close after it was looked at.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** What axe finds once all that moves has come to its end. */
async function analyze(page: Page, rules: RunOnly): Promise<string[]> {
  // A document keeps it. Sending it each time, and having what passed told as well, took three quarters of the time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations: found } = await globalThis.axe.run(
      // A mail stands in a frame where no script runs, axe's neither.
      { exclude: [['iframe']] },
      {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
        // Of what axe fetches first, these rules read media alone. Fetching all style sheets as well took a quarter of the time.
        preload: { assets: ['media'] },
      },
    );
    return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
  }, rules);
}

type Axe = typeof axe;

declare global {
  /** In the page, once its source has run there. */
  var axe: Axe;
}

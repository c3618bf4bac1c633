import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds at rest, each with the elements that have it. */
export async function violations(page: Page): Promise<string[]> {
  const found = await analyze(page);
  // What came in meanwhile may have been in the middle of its fade: what is found again counts.
  return found.length === 0 ? found : analyze(page);
}

/** Widths of a phone, a laptop and a large screen, in CSS pixels. */
const WIDTHS = [360, 1280, 1920];

/**
 * At each width axe finds nothing, and nothing scrolls sideways. The page stays at the widest.
 * @param isThere waits until what is looked at stands, after each change of the width
 */
export async function fitsEverybody(page: Page, isThere: () => Promise<void>): Promise<void> {
  const height = page.viewportSize()?.height ?? 800;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height });
    await isThere();
    expect(await violations(page), `what axe finds at ${width} px`).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide, `scrolls sideways at ${width} px`).toBe(false);
  }
}

/** What axe finds once all that moves has come to its end. */
async function analyze(page: Page): Promise<string[]> {
  // A document keeps it. Sending it each time, and having what passed told as well, took three quarters of the time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // A mail stands in a frame where no script runs, axe's neither.
    const { violations: found } = await globalThis.axe.run(
      { exclude: [['iframe']] },
      { runOnly: tags, resultTypes: ['violations'], iframes: false },
    );
    return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
  }, WCAG);
}

type Axe = typeof axe;

declare global {
  /** In the page, once its source has run there. */
  var axe: Axe;
}

import { expect, type Locator, type Page } from '@playwright/test';

/** Presses a key until this has the focus, as someone without a mouse does. */
export async function reach(page: Page, key: string, target: Locator, most = 60): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Reaches a control by Tab and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, 'Tab', target);
  await page.keyboard.press(key);
}

/** Opens the palette; the code that listens comes after the first sight of the page. */
export async function openPalette(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(palette.getByRole('combobox')).toBeFocused();
}

/** Does in the palette what these words find. */
export async function command(page: Page, words: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0);
}

/**
 * Sends a key as Safari does while an input method ends a word: the composition is over, and only the key code says that the input
 * method takes the key.
 */
export const pressWithinWord = (box: Locator, key: string): Promise<void> =>
  box.evaluate((element, name) => {
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    const options = { key: name, code: name, keyCode: 229, bubbles: true, cancelable: true, composed: true };
    element.dispatchEvent(new KeyboardEvent('keydown', options));
  }, key);

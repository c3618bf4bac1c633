import { pageOf } from '../harness/embedding-pages';
import { expect, test } from '../harness/embedding-test';

const BOX = '.box { inline-size: 400px; block-size: 500px; } body { margin: 0; }';

/** CSS of pages that have their panel elsewhere than at their own corner. */
const PAGES = {
  'scrolled down': `${BOX} body { padding: 900px 0 900px 300px; }`,
  'at the right edge': `${BOX} main { display: flex; justify-content: end; }`,
  'in a box that is transformed': `${BOX} main { margin: 60px 0 0 200px; transform: scale(0.8) translateY(20px); transform-origin: 0 0; }`,
  'in a box that is zoomed': `${BOX} main { margin: 40px 0 0 120px; zoom: 1.25; }`,
  'in a box that clips and contains': `${BOX} main { margin: 50px; inline-size: 400px; overflow: hidden; contain: strict; block-size: 520px; }`,
  'of a page that is read from right to left': `${BOX} html { direction: rtl; } main { margin: 50px; }`,
} as const;

test('a menu opens at its button wherever the panel is, and a press on the page closes it', async ({
  inbox,
  site,
  newPage,
}) => {
  const customer = inbox.customer('Menu Mohan');
  await customer.writes('Where is the menu?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = JSON.stringify(await inbox.token(inbox.asha));
  const script = `Inbox.mount('conversation', one, options('conversation', ${token}, { ticketId: ${ticket} }));`;
  const page = await newPage({ viewport: { width: 1000, height: 760 } });
  page.setDefaultTimeout(20_000);
  for (const [place, css] of Object.entries(PAGES)) {
    await test.step(place, async () => {
      const body = '<main><div class="box" id="one"></div></main>';
      site.serve('/menus', { html: pageOf(site, { head: `<style>${css}</style>`, body, script }) });
      await page.goto(`${site.url}/menus`);
      await expect(page.getByText('Where is the menu?')).toBeVisible();
      const button = page.getByRole('button', { name: 'More actions', includeHidden: true });
      await button.click();
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitem').first()).toBeVisible();
      const [at, list] = [await button.boundingBox(), await menu.boundingBox()];
      if (!at || !list) throw new Error('The menu is not in the page.');
      expect(Math.abs(list.y - at.y - at.height), `${place}: below the button`).toBeLessThan(16);
      expect(list.x, `${place}: at the button`).toBeLessThan(at.x + at.width);
      expect(list.x + list.width, `${place}: at the button`).toBeGreaterThan(at.x);
      expect(list.x + list.width, `${place}: in the window`).toBeLessThanOrEqual(1000);
      await page.mouse.click(4, 4);
      await expect(menu).toHaveCount(0);
    });
  }

  await test.step('a control of the page has its first press, and the menu’s button closes it', async () => {
    const own = '<button id="own" onclick="this.textContent = \'Pressed\'">Of the page</button><input id="field">';
    site.serve('/menus', {
      html: pageOf(site, {
        head: `<style>${BOX}</style>`,
        body: `${own}<main><div class="box" id="one"></div></main>`,
        script,
      }),
    });
    await page.goto(`${site.url}/menus`);
    await expect(page.getByText('Where is the menu?')).toBeVisible();
    const button = page.getByRole('button', { name: 'More actions', includeHidden: true });
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.locator('#own').click();
    await expect(page.getByText('Pressed')).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await button.click();
    await expect(page.getByRole('menu')).toHaveCount(0);

    await page.getByRole('button', { name: 'Emoji' }).click();
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible();
    await page.locator('#field').click();
    await expect(page.getByRole('dialog', { name: 'Emoji' })).toHaveCount(0);
    await page.keyboard.type('typed');
    await expect(page.locator('#field')).toHaveValue('typed');
  });
});

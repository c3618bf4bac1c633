import type { Page } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { HOSTILE_CSS, pageOf, told } from '../harness/embedding-pages';
import { expect, test } from '../harness/embedding-test';

const PANELS = ['conversation', 'ticket-list', 'customer-panel', 'quick-replies'] as const;

/** What of a panel sticks out of its box, or is scrolled sideways, as a person sees it. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.box')].flatMap((box) => {
      const { left, right } = box.getBoundingClientRect();
      const elements = [...box.firstElementChild!.shadowRoot!.querySelectorAll<HTMLElement>('*')].flatMap((element) =>
        element.shadowRoot ? [...element.shadowRoot.querySelectorAll<HTMLElement>('*')] : [element],
      );
      const isClipped = (element: HTMLElement) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
          if (getComputedStyle(at).overflowX !== 'visible') return true;
        }
        return false;
      };
      return elements
        .filter((element) => {
          const { left: from, right: to, width } = element.getBoundingClientRect();
          const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
          if (scrolls && element.scrollWidth > element.clientWidth) return !element.closest('[role=tablist]');
          return width > 1 && (to > right + 0.5 || from < left - 0.5) && !isClipped(element);
        })
        .map((element) => `${box.id}: ${element.outerHTML.slice(0, 160)}`);
    }),
  );

test('every panel fits a box of 280 px: nothing sticks out of it or scrolls sideways, and everybody can use it', async ({
  inbox,
  site,
  newPage,
}) => {
  const customer = inbox.customer('Narrow Narayanaswamy Venkateshwaran');
  await customer.writes(
    'Does the order 4711-2026-KOCHI-EXPRESS-DELIVERY-CONFIRMATION fit into a column that is this narrow?',
  );
  await customer.writes('Yes?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = JSON.stringify(await inbox.token(inbox.asha));
  site.serve('/narrow', {
    html: pageOf(site, {
      head: '<style>body { margin: 0; display: flex; gap: 20px; } .box { inline-size: 280px; block-size: 640px; }</style>',
      body: `<main style="display: contents">${PANELS.map((name) => `<div id="${name}" class="box"></div>`).join('')}</main>`,
      script: `for (const name of ${JSON.stringify(PANELS)}) {
        Inbox.mount(name, document.getElementById(name), options(name, ${token}, { ticketId: ${ticket} }));
      }`,
    }),
  });
  const page = await newPage({ viewport: { width: 1280, height: 640 } });
  await page.goto(`${site.url}/narrow`);
  await expect.poll(async () => (await told(page)).ready.toSorted()).toEqual(PANELS.toSorted());
  await page.locator('#ticket-list').getByRole('tab', { name: 'Unassigned' }).click();
  await expect(page.locator('#ticket-list').getByText(customer.name)).toBeVisible();
  await expect(page.locator('#customer-panel').getByText(customer.name).first()).toBeVisible();
  await expect.poll(() => sideways(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

/** Of each channel of a pixel: what is less, no eye tells apart. */
const SAME_UP_TO = 16;
/** Of all pixels: letters may begin at another fraction of a pixel. */
const MOST_DIFFERENT = 0.002;

/** How many of the pixels of two pictures differ, as a share of all; 1 when they are not of one size. */
const difference = (page: Page, pictures: readonly [Buffer, Buffer]) =>
  page.evaluate(
    async ({ both, sameUpTo }) => {
      const [one, other] = await Promise.all(
        both.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
          canvas.drawImage(picture, 0, 0);
          return canvas.getImageData(0, 0, picture.width, picture.height);
        }),
      );
      if (one!.width !== other!.width || one!.height !== other!.height) return 1;
      let different = 0;
      for (let at = 0; at < one!.data.length; at += 4) {
        const isOther = [0, 1, 2].some((n) => Math.abs(one!.data[at + n]! - other!.data[at + n]!) > sameUpTo);
        if (isOther) different += 1;
      }
      return different / (one!.width * one!.height);
    },
    { both: pictures.map((picture) => picture.toString('base64')), sameUpTo: SAME_UP_TO },
  );

test('a panel looks in a plain page, and in one with hostile CSS, as it does in the inbox itself', async ({
  inbox,
  site,
  newPage,
  open,
}, testInfo) => {
  const customer = inbox.customer('Alike Alka');
  await customer.writes('Do I look the same everywhere?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = JSON.stringify(await inbox.token(inbox.asha));
  const now = new Date(Date.now() + 60_000);
  const viewport = { width: 1920, height: 900 };
  const regions = (page: Page) =>
    [
      ['conversation', page.getByRole('region', { name: 'Conversation' })],
      ['customer-panel', page.getByRole('complementary', { name: 'Customer details' })],
    ] as const;
  const look = async (page: Page, name: string) => {
    await expect(page.getByText('Do I look the same everywhere?').last()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Customer details' })).toContainText(customer.phone.slice(-5));
    // It counts the seconds. The page's styles reach what a screenshot is masked with.
    await page.getByText('Ticket will expire in').evaluate((element) => (element.style.visibility = 'hidden'));
    const pictures = new Map<string, Buffer>();
    for (const [panel, region] of regions(page)) {
      const path = testInfo.outputPath(`${name}-${panel}.png`);
      pictures.set(panel, await region.screenshot({ animations: 'disabled', caret: 'hide', path }));
    }
    return pictures;
  };

  const { page: shell } = await open(inbox.asha, {
    ticket,
    viewport,
    prepare: (page) => page.clock.setFixedTime(now),
  });
  // What is new is so until it was seen.
  await expect(async () => {
    await shell.reload();
    await expect(shell.getByRole('log').getByText('Do I look the same everywhere?')).toBeVisible();
    await expect(shell.getByText('New messages')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  const inShell = await look(shell, 'shell');
  const boxes: string[] = [];
  for (const [panel, region] of regions(shell)) {
    const { width, height } = (await region.boundingBox())!;
    boxes.push(`<div id="${panel}" class="box" style="--width: ${width}px; --height: ${height}px"></div>`);
  }
  await shell.close();

  const plain = '.box { inline-size: var(--width); block-size: var(--height); } body { margin: 0; }';
  for (const [name, css] of [
    ['plain', plain],
    ['hostile', `body { margin: 0 !important }${HOSTILE_CSS}`],
  ] as const) {
    site.serve(`/${name}`, {
      html: pageOf(site, {
        head: `<style>${css}</style>`,
        body: boxes.join(''),
        script: `for (const box of document.querySelectorAll('.box')) {
          Inbox.mount(box.id, box, options(box.id, ${token}, { ticketId: ${ticket} }));
        }`,
      }),
    });
    const page = await newPage({ viewport });
    await page.clock.setFixedTime(now);
    await page.goto(`${site.url}/${name}`);
    const embedded = await look(page, name);
    for (const [panel, picture] of inShell) {
      const share = await difference(page, [picture, embedded.get(panel)!]);
      expect(share, `${panel} in the ${name} page`).toBeLessThan(MOST_DIFFERENT);
    }
    await page.close();
  }
});

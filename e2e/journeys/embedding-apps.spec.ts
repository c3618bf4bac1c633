import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Customer } from '../harness/customer';
import type { EmbeddingSite } from '../harness/embedding-site';
import { expect, test } from '../harness/embedding-test';
import type { Inbox } from '../harness/inbox';
import { InboxScreen } from '../harness/inbox-screen';
import { buildOtherApp } from '../harness/other-app';
import { ROOT } from '../harness/product';
import type { Shop } from '../pages/shop';

const told = (page: Page) => page.evaluate(() => window.shop.told);

const embedScript = ({ inboxUrl }: EmbeddingSite) => `<script src="${inboxUrl}/embed/embed.js"></script>`;

/** A page of a shop, which finds what it needs in `shop`; `options` has that for `Inbox.mount`. */
const pageOf = (shop: Shop, body: string, head = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">${head}</head>
<body><div id="app"></div>
<script nonce="page">
  window.shop = ${JSON.stringify({ ...shop, told: { ready: [], errors: [], events: [], asked: [] } })};
  const { tickets, token, merchant, told } = shop;
  const options = (more) => ({
    ticketId: tickets[0],
    getToken: ({ forceRefresh }) => (told.asked.push(forceRefresh), token),
    onReady: () => told.ready.push('ready'),
    onError: ({ code }) => told.errors.push(code),
    onEvent: (event) => told.events.push(event),
    ...more,
  });
</script>
${body}</body></html>`;

/** Customers who have written, and what a page of their shop knows. */
async function shopWith(inbox: Inbox, site: EmbeddingSite, customers: readonly Customer[]): Promise<Shop> {
  const tickets: number[] = [];
  for (const customer of customers) {
    await customer.writes(`It is me, ${customer.name}`);
    tickets.push(await inbox.ticketOf(inbox.asha, customer.name));
  }
  return { tickets, token: await inbox.token(inbox.asha), inboxUrl: site.inboxUrl, merchant: inbox.shop.slug };
}

const details = (page: Page) => page.getByRole('complementary', { name: 'Customer details' });

test('a React 18 app shows a panel by the package: one under StrictMode, another ticket, and nothing of it at the end', async ({
  inbox,
  site,
  newPage,
}) => {
  const shop = await shopWith(inbox, site, [inbox.customer('React Rhea'), inbox.customer('React Ravi')]);
  site.serve('/react', { html: pageOf(shop, await buildOtherApp('react-app.tsx')) });
  const page = await newPage();
  await page.goto(`${site.url}/react`);
  await expect(page.getByRole('heading', { name: /React 18\./ })).toBeVisible();
  await expect(details(page)).toContainText('React Rhea');
  await expect.poll(async () => (await told(page)).ready).toEqual(['customer-panel']);
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(details(page)).toContainText('React Ravi');
  await expect(details(page)).toHaveCount(1);
  expect(site.sockets()).toBe(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(details(page)).toHaveCount(0);
  await expect.poll(site.sockets).toBe(0);
  expect((await told(page)).errors).toEqual([]);
});

test('a Vue app shows the element, which was there before its script, in its page and in a frame', async ({
  inbox,
  site,
  newPage,
}) => {
  const shop = await shopWith(inbox, site, [inbox.customer('Vue Vera'), inbox.customer('Vue Vijay')]);
  site.serve('/vue', { html: pageOf(shop, (await buildOtherApp('vue-app.ts')) + embedScript(site)) });
  const page = await newPage();
  await page.goto(`${site.url}/vue`);
  await expect(details(page)).toContainText('Vue Vera');
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(details(page)).toContainText('Vue Vijay');
  await page.getByRole('button', { name: 'Behind a wall' }).click();
  await expect(details(page)).toHaveCount(0);
  const framed = page.frameLocator('inbox-panel iframe').getByRole('complementary', { name: 'Customer details' });
  await expect(framed).toContainText('Vue Vijay');
  await expect.poll(async () => (await told(page)).ready).toEqual(['shadow', 'iframe']);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(site.sockets).toBe(0);
  expect((await told(page)).errors).toEqual([]);
});

/** What a style sheet of a page would change. */
const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { font, color, backgroundColor, padding, margin, border, borderRadius, letterSpacing, textTransform } =
      getComputedStyle(node);
    return { font, color, backgroundColor, padding, margin, border, borderRadius, letterSpacing, textTransform };
  });

async function looksOf(page: Page) {
  const { conversation } = new InboxScreen(page);
  const more = conversation.getByRole('button', { name: 'More actions' });
  const looks = [await lookOf(conversation.getByRole('heading').first()), await lookOf(more)];
  await more.click();
  looks.push(await lookOf(page.getByRole('menu')), await lookOf(page.getByRole('menuitem').first()));
  await page.getByRole('menuitem', { name: 'Subscribers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribers' });
  looks.push(await lookOf(dialog), await lookOf(dialog.getByRole('heading')));
  looks.push(await lookOf(dialog.getByRole('button').first()), await lookOf(dialog.getByRole('button').last()));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return looks;
}

test('a page with Bootstrap, and with two versions of embed.js, shows panels as the inbox does', async ({
  inbox,
  site,
  newPage,
  open,
}) => {
  const shop = await shopWith(inbox, site, [inbox.customer('Bootstrap Bela')]);
  const css = createRequire(join(ROOT, 'e2e/package.json')).resolve('bootstrap/dist/css/bootstrap.css');
  const other = (await readFile(join(ROOT, 'embed/dist/embed.js'), 'utf8')).replaceAll(site.embed.version, '9.9.9');
  site.serve('/bootstrap', {
    html: pageOf(
      shop,
      `<div id="one" class="modal-dialog btn" style="display: block; block-size: 700px; inline-size: 700px"></div>
      ${embedScript(site)}<script>${other}</script>
      <script>Inbox.mount('conversation', one, options({}));</script>
      <inbox-panel id="two" name="customer-panel" ticket-id="${shop.tickets[0]}"></inbox-panel>
      <script>two.getToken = () => token;</script>`,
      `<style>${await readFile(css, 'utf8')}</style>`,
    ),
  });
  const page = await newPage();
  await page.goto(`${site.url}/bootstrap`);
  await expect(page.getByText('It is me, Bootstrap Bela')).toBeVisible();
  await expect(details(page)).toContainText('Bootstrap Bela');
  expect(await page.evaluate(() => window.getComputedStyle(document.body).getPropertyValue('--bs-blue'))).not.toBe('');
  expect(await page.evaluate(() => (window as unknown as { Inbox: { version: string } }).Inbox.version)).toBe(
    site.embed.version,
  );
  const [ticket] = shop.tickets;
  const shell = await open(inbox.asha, ticket === undefined ? {} : { ticket });
  await expect(shell.bubble('It is me, Bootstrap Bela')).toBeVisible();
  expect(await looksOf(page)).toEqual(await looksOf(shell.page));
});

/** All that a page with frames alone needs. */
const framePolicy = ({ inboxUrl }: EmbeddingSite) =>
  [
    "default-src 'none'",
    `script-src ${inboxUrl} 'nonce-page'`,
    `frame-src ${inboxUrl}`,
    "style-src 'nonce-page'",
    "require-trusted-types-for 'script'",
    'trusted-types inbox',
  ].join('; ');

test('a frame has the same props, events and words as a panel in the page, which sees nothing of it', async ({
  inbox,
  site,
  newPage,
  guard,
}) => {
  guard.expects(
    /\[inbox [a-z-]+\]/,
    /PanelLoadError/,
    /status of 40[14]/,
    /frame-ancestors|Content Security Policy/i,
    /CORS policy|net::ERR/,
  );
  const farah = inbox.customer('Framed Farah');
  const shop = await shopWith(inbox, site, [farah, inbox.customer('Framed Faiz')]);
  const mount = (more: string) =>
    `${embedScript(site).replace('<script', '<script nonce="page"')}
    <script nonce="page">shop.handle = Inbox.mount('conversation', one, options({ mode: 'iframe', merchant, ${more} }));</script>`;
  const head =
    '<style nonce="page">iframe, div { display: block; border: 9px solid red !important } #one { block-size: 700px }</style>';
  const box = '<div id="one"></div>';
  site.serve('/frame', { csp: framePolicy(site), html: pageOf(shop, box + mount(''), head) });
  const page = await newPage({ viewport: { width: 900, height: 760 } });
  await page.goto(`${site.url}/frame`);
  const frame = page.frameLocator('#one iframe');
  await expect(frame.getByText('It is me, Framed Farah')).toBeVisible();
  await expect.poll(async () => (await told(page)).ready).toEqual(['ready']);
  const wall = page.locator('#one iframe');
  expect(await wall.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
  expect(await wall.evaluate((element) => (element as HTMLIFrameElement).contentDocument)).toBeNull();
  expect(page.frames().map((one) => one.url())).toEqual([
    `${site.url}/frame`,
    `${site.inboxUrl}/embed/frame?merchant=${shop.merchant}`,
  ]);

  await farah.writes('Are you there?');
  await expect(frame.getByText('Are you there?')).toBeVisible();
  await expect
    .poll(async () => (await told(page)).events)
    .toContainEqual(expect.objectContaining({ type: 'ticket.changed', ticketId: shop.tickets[0] }));

  const update = (ticketId = 0) => page.evaluate((id) => window.shop.handle?.update({ ticketId: id }), ticketId);
  // The page's token ends, and the next one, which is asked for once, is refused too.
  site.refuse.add(shop.token);
  await update(shop.tickets[1]);
  await expect(frame.getByText('You are signed out')).toBeVisible();
  site.refuse.delete(shop.token);
  expect(await told(page)).toMatchObject({ errors: ['signed-out'], asked: [false, true] });
  await page.evaluate(() => window.shop.handle?.unmount());
  await expect(wall).toHaveCount(0);
  await expect.poll(site.sockets).toBe(0);

  // Without a height of its own the element has that of the panel.
  site.serve('/high', { html: pageOf(shop, box + mount('')) });
  await page.goto(`${site.url}/high`);
  await expect(frame.getByText('Are you there?')).toBeVisible();
  const heightOf = async (element: Locator) => Math.round((await element.boundingBox())?.height ?? 0);
  await expect.poll(async () => (await heightOf(wall)) - (await heightOf(frame.locator('#inbox-frame')))).toBe(0);
  expect(await heightOf(wall)).toBeGreaterThanOrEqual(240);

  const mistakes = [
    ['/panel', mount('').replace("'conversation'", "'conversations'"), 'unknown-panel'],
    ['/none', mount('getToken: () => null'), 'no-token'],
    ['/shop', mount("merchant: 'nobody'"), 'bad-options'],
    ['/ticket', mount("ticketId: '7'"), 'bad-options'],
    ['/other', mount(`merchant: '${inbox.otherShop.slug}'`), 'no-token'],
  ] as const;
  for (const [path, script, code] of mistakes) {
    site.serve(path, { html: pageOf(shop, box + script) });
    await page.goto(site.url + path);
    await expect.poll(async () => (await told(page)).errors, path).toEqual([code]);
  }
  const csp = framePolicy(site).replace(/frame-src [^;]+/, "frame-src 'none'");
  site.serve('/blocked', { csp, html: pageOf(shop, box + mount('')) });
  await page.goto(`${site.url}/blocked`);
  await expect.poll(async () => (await told(page)).errors).toEqual(['blocked-by-csp']);
  await page.goto(`${site.unlisted}/high`);
  await expect.poll(async () => (await told(page)).errors).toEqual(['wrong-origin']);
});

test('in a frame a voice message is recorded, a mail printed and its original copied', async ({
  inbox,
  site,
  newPage,
}) => {
  const vikram = inbox.customer('Framed Vikram');
  const mira = inbox.customer('Framed Mira');
  await mira.mails({ subject: 'My bill', text: 'Please print this bill' });
  const bill = await inbox.ticketOf(inbox.asha, mira.name);
  const shop = await shopWith(inbox, site, [vikram]);
  // What its guide says of a page that keeps the microphone to itself.
  const permissions = `microphone=(self "${site.inboxUrl}"), clipboard-write=(self "${site.inboxUrl}")`;
  site.serve('/tools', {
    csp: `${framePolicy(site)}; img-src data:`,
    permissions,
    html: pageOf(
      shop,
      `<div id="one" class="high"></div>${embedScript(site).replace('<script', '<script nonce="page"')}
      <script nonce="page">shop.handle = Inbox.mount('conversation', one, options({ mode: 'iframe', merchant }));</script>`,
      '<style nonce="page">.high { block-size: 700px }</style>',
    ),
  });
  const page = await newPage({ viewport: { width: 900, height: 760 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.inboxUrl });
  await page.goto(`${site.url}/tools`);
  const frame = page.frameLocator('#one iframe');

  await frame.getByRole('button', { name: 'Record a voice message' }).click();
  const voice = frame.getByRole('group', { name: 'Voice message' });
  await expect(voice.getByRole('timer')).toHaveText('0:01');
  await voice.getByRole('button', { name: 'Stop' }).click();
  await voice.getByRole('button', { name: 'Attach' }).click();
  await expect(frame.getByRole('button', { name: 'Remove voice-message.ogg' })).toBeVisible();

  await page.evaluate((ticketId) => window.shop.handle?.update({ ticketId }), bill);
  await expect(frame.getByText('Please print this bill')).toBeVisible();
  // What is printed is in a frame of its own, which goes once that is done; a print that is not allowed leaves it there.
  const isPrinted = page.waitForEvent('framedetached');
  await frame.getByRole('button', { name: 'Print' }).click();
  await isPrinted;
  await frame.getByRole('button', { name: 'Show original' }).click();
  await frame.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(frame.getByRole('dialog').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Please print this bill');
  expect((await told(page)).errors).toEqual([]);
});

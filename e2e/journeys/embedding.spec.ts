import { HOSTILE_CSS, pageOf, told } from '../harness/embedding-pages';
import type { EmbeddingSite } from '../harness/embedding-site';
import { core, expect, test } from '../harness/embedding-test';

/** What docs/embedding.md has a page with a strict policy say. */
const strictPolicy = ({ inboxUrl }: EmbeddingSite) =>
  [
    "default-src 'none'",
    `script-src ${inboxUrl} 'nonce-page'`,
    `connect-src ${inboxUrl} ${inboxUrl.replace('http', 'ws')}`,
    `img-src ${inboxUrl} data: blob:`,
    `media-src ${inboxUrl} blob:`,
    "require-trusted-types-for 'script'",
    'trusted-types inbox dompurify',
    "base-uri 'none'",
  ].join('; ');

interface Mounting {
  handles: { update(props: object): void }[];
}
test(
  'a page with a strict policy and Trusted Types shows a conversation, its mails and its customer, and has one global name',
  core,
  async ({ inbox, site, newPage }) => {
    const customer = inbox.customer('Embedded Esha');
    await customer.writes('Do you ship to Kochi?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const writer = inbox.customer('Mailing Meera');
    const html = '<p style="color: rgb(85, 0, 85)" onclick="steal()">Is this sari silk?</p><script>steal()</script>';
    await writer.mails({ subject: 'A sari', text: 'Is this sari silk?', html });
    const mail = await inbox.ticketOf(inbox.asha, writer.name);
    const token = JSON.stringify(await inbox.token(inbox.asha));
    site.serve('/', {
      csp: strictPolicy(site),
      html: pageOf(site, {
        script: `
        const token = ${token};
        window.handles = [
          Inbox.mount('conversation', one, options('conversation', token, { ticketId: ${ticket} })),
          Inbox.mount('customer-panel', two, options('customer-panel', token, { ticketId: ${ticket} })),
        ];`,
      }),
    });
    const page = await newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expect(conversation).toContainText('Do you ship to Kochi?');
    await expect(page.getByRole('complementary', { name: 'Customer details' })).toContainText(customer.name);
    await expect.poll(async () => (await told(page)).ready.toSorted()).toEqual(['conversation', 'customer-panel']);
    expect((await told(page)).errors).toEqual([]);
    expect(site.sockets()).toBe(1);
    const added = await page.evaluate(() => {
      const before = (window as unknown as { before: string[] }).before;
      return Object.keys(window).filter((name) => !before.includes(name));
    });
    expect(added.filter((name) => !['before', 'handles'].includes(name))).toEqual(['Inbox']);

    await page.evaluate((ticketId) => (window as unknown as Mounting).handles[0]!.update({ ticketId }), mail);
    const shown = conversation.frameLocator('iframe').getByText('Is this sari silk?');
    await expect(shown).toBeVisible();
    expect(await shown.getAttribute('onclick')).toBeNull();
  },
);

test('neither the CSS of the page nor its direction changes a panel, and its menu and dialog stay in it', async ({
  inbox,
  site,
  newPage,
}) => {
  const customer = inbox.customer('Hostile Hari');
  await customer.writes('Is this text upright?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = JSON.stringify(await inbox.token(inbox.asha));
  const mount = `Inbox.mount('conversation', one, options('conversation', ${token}, { ticketId: ${ticket} }));`;
  const plain = '.box { inline-size: 400px; block-size: 600px; } body { margin: 0; }';
  site.serve('/plain', { html: pageOf(site, { head: `<style>${plain}</style>`, script: mount }) });
  site.serve('/hostile', {
    html: pageOf(site, { head: `<style>body { margin: 0 !important }${HOSTILE_CSS}</style>`, script: mount }).replace(
      '<html lang="en">',
      '<html lang="ar" dir="rtl">',
    ),
  });
  const look = async (path: string) => {
    const page = await newPage({ viewport: { width: 400, height: 600 } });
    await page.goto(site.url + path);
    await expect(page.getByText('Is this text upright?')).toBeVisible();
    const style = await page.getByText('Is this text upright?').evaluate((element) => {
      const { color, fontSize, fontStyle, letterSpacing, textTransform, direction, lineHeight } =
        getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      return { color, fontSize, fontStyle, letterSpacing, textTransform, direction, lineHeight, width, height };
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    const item = await menu
      .getByRole('menuitem')
      .first()
      .evaluate((element) => {
        const { color, fontSize, fontStyle, direction } = getComputedStyle(element);
        return { color, fontSize, fontStyle, direction, isInside: element.getRootNode() instanceof ShadowRoot };
      });
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    return { style, item };
  };
  const onHostile = await look('/hostile');
  expect(onHostile).toEqual(await look('/plain'));
  expect(onHostile.item.isInside).toBe(true);
});

test('two people on one page stay apart: each has a session, a connection and a conversation of their own', async ({
  inbox,
  site,
  newPage,
}) => {
  const ours = inbox.customer('Apart Anil');
  await ours.writes('I belong to the saree shop');
  const theirs = inbox.customer('Apart Zoya', inbox.otherShop);
  await theirs.writes('I belong to the tea shop');
  const first = await inbox.ticketOf(inbox.asha, ours.name);
  const second = await inbox.ticketOf(inbox.stranger, theirs.name);
  const [asha, omar] = await Promise.all([inbox.token(inbox.asha), inbox.token(inbox.stranger)]);
  const head =
    '<style>.box { inline-size: 480px; block-size: 700px; float: inline-start; } body { margin: 0; }</style>';
  site.serve('/two', {
    html: pageOf(site, {
      head,
      script: `
        Inbox.mount('conversation', one, options('asha', ${JSON.stringify(asha)}, { ticketId: ${first} }));
        Inbox.mount('conversation', two, options('omar', ${JSON.stringify(omar)}, { ticketId: ${second} }));`,
    }),
  });
  const page = await newPage({ viewport: { width: 1000, height: 720 } });
  await page.goto(`${site.url}/two`);
  const [left, right] = [page.locator('#one'), page.locator('#two')];
  await expect(left).toContainText('I belong to the saree shop');
  await expect(right).toContainText('I belong to the tea shop');
  await expect.poll(site.sockets).toBe(2);

  await left.getByRole('textbox', { name: 'Reply' }).fill('A draft of Asha');
  await ours.writes('Hello again from the saree shop');
  await expect(left).toContainText('Hello again from the saree shop');
  await expect(right).not.toContainText('saree shop');
  await expect(right.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
  await theirs.writes('Hello again from the tea shop');
  await expect(right).toContainText('Hello again from the tea shop');
  await expect(left).not.toContainText('tea shop');
  const { events } = await told(page);
  expect(new Set(events.map(({ name, ticketId }) => `${name} ${ticketId}`))).toEqual(
    new Set([`asha ${first}`, `omar ${second}`]),
  );
});

test('says what to do: no token, an unknown panel, an origin that is not listed, a policy that blocks, a token refused', async ({
  inbox,
  site,
  newPage,
  guard,
}) => {
  guard.expects(
    /\[inbox [a-z-]+\]/,
    /PanelLoadError/,
    /CORS policy|net::ERR_FAILED/,
    /Content Security Policy/i,
    /status of 401/,
  );
  const customer = inbox.customer('Mistaken Mira');
  await customer.writes('What went wrong?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = await inbox.token(inbox.asha);
  const page = await newPage();
  const errorsOf = async (path: string, script: string, csp?: string) => {
    site.serve(path, { html: pageOf(site, { script }), ...(csp !== undefined && { csp }) });
    await page.goto(site.url + path);
    await expect.poll(async () => (await told(page)).errors.length).toBeGreaterThan(0);
    return (await told(page)).errors;
  };
  const good = JSON.stringify(token);
  expect(await errorsOf('/none', `Inbox.mount('quick-replies', one, options('q', null));`)).toEqual(['no-token']);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(await errorsOf('/name', `Inbox.mount('quick-reply', one, options('q', ${good}));`)).toEqual(['unknown-panel']);
  expect(await errorsOf('/element', `Inbox.mount('quick-replies', null, options('q', ${good}));`)).toEqual([
    'bad-options',
  ]);
  const csp = strictPolicy(site).replace(/connect-src [^;]+/, "connect-src 'self'");
  expect(await errorsOf('/csp', `Inbox.mount('quick-replies', one, options('q', ${good}));`, csp)).toEqual([
    'blocked-by-csp',
  ]);
  const noPolicy = strictPolicy(site).replace('trusted-types inbox dompurify', 'trusted-types other');
  expect(await errorsOf('/types', `Inbox.mount('quick-replies', one, options('q', ${good}));`, noPolicy)).toEqual([
    'blocked-by-csp',
  ]);

  // The token ends while the panel is shown; the page has no other.
  site.serve('/ends', {
    html: pageOf(site, {
      script: `window.asked = [];
        Inbox.mount('conversation', one, options('c', ${good}, {
          ticketId: ${ticket},
          getToken: ({ forceRefresh }) => (asked.push(forceRefresh), ${good}),
        }));`,
    }),
  });
  await page.goto(`${site.url}/ends`);
  await expect(page.getByText('What went wrong?')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Let me see');
  // Whatever the panel asks next is refused; the reply, if nothing was before it.
  site.refuse.add(token);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are signed out')).toBeVisible();
  expect((await told(page)).errors).toEqual(['signed-out']);
  expect(await page.evaluate(() => (window as unknown as { asked: boolean[] }).asked)).toEqual([false, true]);
  site.refuse.delete(token);

  site.serve('/origin', {
    html: pageOf(site, { isMoving: true, script: `Inbox.mount('quick-replies', one, options('q', ${good}));` }),
  });
  await page.goto(`${site.unlisted}/origin`);
  await expect.poll(async () => (await told(page)).errors).toEqual(['wrong-origin']);
});

import { newWamid, postSigned, sendMail, whatsappDelivery } from '@inbox/simulate';
import { VECTORS } from '@inbox/domain/testing/hostile';
import { FILES } from '../hostile/files';
import { scan } from '../hostile/scan';
import { withHostileShop, type HostileShop } from '../hostile/shop';
import { setTrap } from '../hostile/trap';
import { WatchedInbox } from '../hostile/watched-inbox';
import type { Inbox } from '../harness/inbox';
import { expect, test } from '../harness/test';

/** What an address can carry: one of each kind, as a page is loaded for each. */
const IN_ADDRESSES = [
  'html-1',
  'html-11',
  'svg-1',
  'link-1',
  'typed-1',
  'typed-27',
  'text-6',
  'text-17',
  'text-55',
].map((wanted) => VECTORS.find(({ id }) => id === wanted)!.content);

const DOWNLOADED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
/** What a browser may show by itself; all else is only ever saved. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|video\/(?:mp4|3gpp)|audio\/(?:aac|mp4|amr|mpeg|ogg))$/;

test('addresses that try something lead nowhere but to the inbox or the sign-in page', async ({ inbox, newPage }) => {
  const token = await inbox.token(inbox.asha);
  const page = await newPage();
  const { sprung } = await setTrap(page, inbox.url);
  for (const vector of IN_ADDRESSES) {
    for (const address of [
      `/validate?${new URLSearchParams({ token: vector, t: vector })}`,
      `/validate?${new URLSearchParams({ token, t: vector })}`,
      `/inbox/tickets?${new URLSearchParams({ status: 'all', search: vector, tag: vector, sort: vector })}`,
      `/inbox/tickets/${encodeURIComponent(vector)}`,
    ]) {
      await page.goto(address);
      await expect(page.getByRole('main').or(page.locator('form')).first()).toBeVisible();
      expect([address, new URL(page.url()).origin, await scan(page), sprung]).toEqual([address, inbox.url, [], []]);
    }
  }
});

test('the sign-in page gives back what was typed as text', async ({ inbox, newPage, guard }) => {
  guard.expects(/status of 401/);
  const page = await newPage();
  const { sprung } = await setTrap(page, inbox.url);
  for (const vector of IN_ADDRESSES) {
    await page.goto(`/main-site/login?${new URLSearchParams({ next: vector, t: vector })}`);
    await page.getByLabel('Email').evaluate((field) => field.setAttribute('type', 'text'));
    await page.getByLabel('Email').fill(vector);
    await page.getByLabel('Password').fill(vector);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong.');
    expect([vector, await scan(page), sprung]).toEqual([vector, [], []]);
  }
});

test('desktop notifications and the title of the page are given names as text', async ({ inbox, open }) => {
  await withHostileShop(inbox, async (shop) => {
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { prepare }), {
      origin: inbox.url,
      // A page that nobody looks at, in a browser that writes down what it is to show.
      prepare: async (page) => {
        await page.addInitScript(() => {
          const told: { title: string; options: NotificationOptions }[] = [];
          class Recorder extends EventTarget {
            static readonly permission = 'granted';
            constructor(title: string, options: NotificationOptions) {
              super();
              told.push({ title, options });
            }
            close(): void {}
          }
          Object.assign(window, { Notification: Recorder, told });
          Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
          localStorage.setItem('inbox.notifications', 'names');
        });
      },
    });
    const { page } = watched.screen;
    const told = () => page.evaluate(() => Reflect.get(window, 'told') as unknown[]);
    for (const [n, content] of IN_ADDRESSES.entries()) {
      await writeAs(inbox, shop, { from: String(918_000_000_000 + n), name: content, body: content });
      await expect.poll(told).toHaveLength(n + 1);
      const [last] = (await told()).slice(-1);
      expect(last).toEqual({ title: content.trim(), options: { body: 'New message', tag: expect.any(String) } });
      await watched.look(`the notification of ${content}`);
    }
    await expect(page).toHaveTitle(/^(?:\(\d+\) )?Inbox$/);
  });
});

async function writeAs(
  { url }: Inbox,
  { whatsapp }: HostileShop,
  { from, name, body }: { from: string; name: string; body: string },
): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  const message = { id: newWamid(), from, name, timestamp, content: { type: 'text' as const, text: { body } } };
  await postSigned(url, whatsapp.app_secret, whatsappDelivery(whatsapp, { messages: [message] }));
}

/** Chromium lays out the page on which it shows a picture by styles of its own, which the file's policy refuses. */
const OWN_STYLE = /Applying inline style|style-src-attr inline/;

test('hostile files are inert wherever they are opened, by mail and as uploads', async ({ inbox, newPage, guard }) => {
  guard.expects(OWN_STYLE);
  await withHostileShop(inbox, async (shop) => {
    await sendMail(Number(inbox.settings['INBOX_SMTP_PORT']), {
      from: { name: 'Filer', address: 'filer@evil.example' },
      to: shop.mailbox,
      subject: 'Files',
      text: 'See the files',
      attachments: [...FILES],
    });
    const authorization = await shop.authorization();
    const [ticket] = await shop.tickets();
    const addresses = [
      ...(await filesOf(inbox, ticket!.id, authorization)),
      ...(await upload(inbox, ticket!.id, authorization)),
    ];
    expect(addresses.length).toBeGreaterThan(FILES.length);

    const page = await newPage({ extraHTTPHeaders: { authorization } });
    const { sprung } = await setTrap(page, inbox.url);
    for (const address of addresses) {
      const response = await fetch(`${inbox.url}${address}`, { headers: { authorization } });
      const {
        'content-type': type,
        'content-disposition': disposition,
        ...headers
      } = Object.fromEntries(response.headers);
      expect([address, response.status, headers]).toEqual([address, 200, expect.objectContaining(DOWNLOADED)]);
      expect([address, SHOWN.test(type ?? ''), type]).toEqual([
        address,
        disposition?.startsWith('inline;'),
        SHOWN.test(type ?? '') ? type : 'application/octet-stream',
      ]);
      expect(disposition).toMatch(/^(?:inline|attachment); filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.~!%-]+$/);

      // What is saved instead of shown ends the navigation.
      await page.goto(address, { waitUntil: 'load' }).catch(() => undefined);
      const faults = sprung.filter((what) => !what.startsWith('download:') && !OWN_STYLE.test(what));
      expect([address, faults]).toEqual([address, []]);
    }
  });
});

interface Item {
  attachments?: { url: string | null }[];
}

async function filesOf({ url }: Inbox, ticket: number, authorization: string): Promise<string[]> {
  const response = await fetch(`${url}/api/inbox/ticket/${ticket}/content-v2/?page_size=50`, {
    headers: { authorization },
  });
  const { data } = (await response.json()) as { data: { content: Item[] } };
  return data.content.flatMap(({ attachments = [] }) => attachments.flatMap((file) => file.url ?? []));
}

/** Those that may be sent. */
async function upload({ url }: Inbox, ticket: number, authorization: string): Promise<string[]> {
  const taken: string[] = [];
  for (const { filename, contentType, content } of FILES) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)], { type: contentType }), filename);
    const path = `${url}/api/inbox/conversations/${ticket}/media/`;
    const response = await fetch(path, { method: 'POST', headers: { authorization }, body: form });
    expect([filename, [200, 400].includes(response.status)]).toEqual([filename, true]);
    if (!response.ok) continue;
    const { data } = (await response.json()) as { data: { url: string }[] };
    taken.push(...data.map((file) => file.url));
  }
  return taken;
}

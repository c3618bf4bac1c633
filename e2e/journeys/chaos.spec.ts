import { randomFrom, reportStatus, type SentMessage } from '@inbox/simulate';
import type { Browser, BrowserContext } from '@playwright/test';
import type { Customer } from '../harness/customer';
import type { Inbox } from '../harness/inbox';
import { InboxScreen } from '../harness/inbox-screen';
import { panelRoot } from '../harness/panels';
import { startStormyProxy, type StormyProxy } from '../harness/stormy-proxy';
import { expect, test } from '../harness/test';
import type { Agent, Merchant } from '../harness/world';

/** How many replies are sent in all; 500 are for `INBOX_CHAOS_SENDS=500`. */
const SENDS = Number(process.env['INBOX_CHAOS_SENDS'] ?? 60);
/** The same storm again: `INBOX_CHAOS_SEED` as a failed run told it. */
const SEED = Number(process.env['INBOX_CHAOS_SEED'] ?? 20_251);
const CONVERSATIONS = 5;
/** So many in a row go to one ticket before the tab switches to another. */
const ROW = 5;

/** The channel is asked for so many at a time: a process that dies may have asked for none of them yet. */
const CUT_SHORT = 16;

// Seconds: what nobody answers is given up soon, and the conversation behind it goes on.
test.use({ ownInbox: { INBOX_CHANNEL_TIMEOUT: '2' } });

const shop: Merchant = {
  slug: 'stormy',
  name: 'Stormy Bay',
  whatsapp: {
    kind: 'whatsapp',
    merchant: 'stormy',
    phone_number_id: '8200000777',
    display_phone_number: '918200000777',
    app_secret: 'secret-of-stormy',
  },
  mailbox: 'care@stormy.example',
};
const agent: Agent = {
  merchant: 'stormy',
  email: 'gale@stormy.example',
  first_name: 'Gale',
  last_name: 'Storm',
  full_name: 'Gale Storm',
  password: 'correct horse battery',
};

async function openShop({ admin }: Inbox, graph: StormyProxy): Promise<void> {
  const of = ['--merchant', shop.slug];
  await admin(['merchant', 'add', ...of, '--name', shop.name]);
  const account = ['account', 'add', ...of, '--kind', 'whatsapp', '--id', shop.whatsapp.phone_number_id];
  const credentials = { access_token: 'token-of-stormy', app_secret: shop.whatsapp.app_secret, verify_token: 'verify' };
  const who = ['--email', agent.email, '--first-name', agent.first_name, '--last-name', agent.last_name];
  await Promise.all([
    admin([...account, '--name', shop.name, '--address', '1', '--out', graph.origin], JSON.stringify(credentials)),
    admin(['agent', 'add', ...of, ...who, '--assign-self', 'yes', '--assign-others', 'yes'], agent.password),
  ]);
}

/** Tells of each message that it arrived, once, as the channel does; a later look tells of those that came since. */
function createReporter(inbox: Inbox): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    for (const message of arrived(inbox)) {
      if (told.has(message.wamid)) continue;
      await reportStatus(inbox.url, shop.whatsapp, message, 'delivered');
      told.add(message.wamid);
    }
  };
}

const arrived = ({ simulator }: Inbox): SentMessage[] =>
  simulator.graph.sent.filter(({ phone_number_id }) => phone_number_id === shop.whatsapp.phone_number_id);

/** Who is written to, by which tab, and what, in its order. */
interface Chat {
  customer: Customer;
  ticket: number;
  said: string[];
}

/**
 * A connection that breaks under the page leaves it empty or without a panel, and nobody answers while the process is dead:
 * agents load it again.
 */
async function untilLoaded({ page }: InboxScreen, load: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await load();
    for (const panel of ['ticket-list', 'conversation'] as const) {
      await expect(panelRoot(page, panel)).toBeAttached({ timeout: 10_000 });
    }
  }).toPass({ timeout: 120_000 });
}

async function openTab(context: BrowserContext, token: string): Promise<InboxScreen> {
  const screen = new InboxScreen(await context.newPage());
  await untilLoaded(screen, () => screen.page.goto(`/validate?token=${token}`, { waitUntil: 'commit' }));
  await screen.showAll();
  return screen;
}

/** What the thread says, without what a bubble adds of a send that nobody can prove. */
const wordsIn = async (screen: InboxScreen): Promise<string[]> =>
  (await screen.messages()).map((text) => /[ab]\d+ of the storm/.exec(text)?.[0] ?? text);

/** In a storm a thread, too, may need to be asked for again: as agents do, by Retry. */
async function untilShown({ conversation, replyBox }: InboxScreen, name: string): Promise<void> {
  const heading = conversation.getByRole('heading', { name, exact: true });
  const retry = conversation.getByRole('alert').getByRole('button', { name: 'Retry' });
  await expect(async () => {
    // It may come by itself at the very moment.
    if (await retry.isVisible()) await retry.click({ timeout: 500 });
    await expect(heading).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  await expect(replyBox).toBeVisible();
}

async function show(screen: InboxScreen, { customer, ticket }: Chat): Promise<void> {
  await screen.list.locator(`[data-ticket-id="${ticket}"]`).click();
  await screen.leaveList();
  await untilShown(screen, customer.name);
}

test('whatever the line does and whoever dies, each reply arrives once and in order, and each thread ends as a fresh load', async ({
  inbox,
  browser,
}) => {
  test.setTimeout(900_000 + SENDS * 1_000);
  test.info().annotations.push({ type: 'seed', description: String(SEED) });
  const random = randomFrom(SEED);
  const toGraph = await startStormyProxy(
    inbox.simulator.graph.port,
    {
      loseRequest: 0.04,
      loseAnswer: 0.04,
      stall: 0.04,
      // Nothing on the way to a channel asks twice for what is not repeatable; whether the inbox does is what is tried.
      repeat: 0,
      refuse: 0.04,
      delay: 150,
      hits: (path) => path.endsWith('/messages'),
    },
    random,
  );
  const toInbox = await startStormyProxy(
    Number(new URL(inbox.url).port),
    {
      loseRequest: 0.12,
      loseAnswer: 0.12,
      stall: 0,
      repeat: 0.12,
      refuse: 0.04,
      delay: 150,
      hits: (path) => path.startsWith('/api/'),
    },
    random,
  );
  /** What the channel never heard of, or was not asked for when the process died; nobody can tell these from sent ones. */
  const mayBeMissing = () => toGraph.happened.lost + CUT_SHORT;
  const storms = setInterval(() => toInbox.breakLines(), 7_000);
  const report = createReporter(inbox);
  let context: BrowserContext | undefined;
  try {
    await openShop(inbox, toGraph);
    const token = await inbox.token(agent);
    const chats: Chat[] = [];
    for (let n = 0; n < 2 * CONVERSATIONS; n++) {
      const customer = inbox.customer(`Sailor ${n}`, shop);
      await customer.writes('Ahoy');
      chats.push({ customer, ticket: await inbox.ticketOf(agent, customer.name), said: [] });
    }

    context = await openBrowser(browser, toInbox);
    const tabs = [await openTab(context, token), await openTab(context, token)] as const;
    // Both in the same browser, with one store; the chats are dealt out between them.
    const write = async (tab: InboxScreen, own: readonly Chat[], name: string) => {
      const reloads = new Set([Math.floor(SENDS / 6), Math.floor(SENDS / 3)]);
      for (let n = 0; n < SENDS / 2; n++) {
        const chat = own[Math.floor(n / ROW) % own.length]!;
        if (n % ROW === 0) await show(tab, chat);
        const text = `${name}${n} of the storm`;
        chat.said.push(text);
        await tab.send(text);
        if (!reloads.has(n)) continue;
        await untilLoaded(tab, () => tab.page.reload({ waitUntil: 'commit' }));
        await untilShown(tab, chat.customer.name);
        // What the browser had not taken when the page ended stands in the box: the agent presses Enter again.
        if ((await tab.replyBox.inputValue()) !== '') await tab.replyBox.press('Enter');
      }
    };
    const die = async () => {
      await expect.poll(() => arrived(inbox).length, { timeout: 60_000 }).toBeGreaterThan(SENDS / 4);
      await inbox.kill9();
      await inbox.restart();
    };
    const [first, second] = [chats.slice(0, CONVERSATIONS), chats.slice(CONVERSATIONS)];
    await Promise.all([write(tabs[0], first, 'a'), write(tabs[1], second, 'b'), die()]);

    const onTheWay = toInbox.happened;
    expect(Math.min(onTheWay.lost, onTheWay.unheard, onTheWay.repeated), 'storms on the way').toBeGreaterThan(0);
    toInbox.clearUp();
    // What was written may still be on its way to the channel, into the storm there.
    const behind = toGraph.happened;
    await expect
      .poll(() => Math.min(behind.lost, behind.unheard, behind.stalled, behind.refused), { timeout: 60_000 })
      .toBeGreaterThan(0);
    toGraph.clearUp();
    clearInterval(storms);
    // What was in flight when the process died is settled by the channel's report, or when its time is up.
    await expect(async () => {
      await report();
      expect(await inbox.admin(['outbox'])).not.toMatch(/\b(?:waiting|asking)\b/);
      expect(arrived(inbox).length).toBeGreaterThanOrEqual(SENDS - mayBeMissing());
    }).toPass({ timeout: 90_000, intervals: [1_000] });
    await report();

    const unknown = new Map<Chat, string[]>();
    for (const chat of chats) {
      const got = arrived(inbox)
        .filter(({ to }) => to.replace(/\D/g, '') === chat.customer.phone)
        .map(({ text }) => text);
      unknown.set(
        chat,
        chat.said.filter((text) => !got.includes(text)),
      );
      // Once and in order; what is not there is neither sent again in silence nor forgotten: see below.
      expect(got, chat.customer.name).toEqual(chat.said.filter((text) => got.includes(text)));
    }
    expect([...unknown.values()].flat().length).toBeLessThanOrEqual(mayBeMissing());
    const fresh = await openTab(await openBrowser(browser, toInbox), token);
    for (const screen of [...tabs, fresh]) await screen.isLive();
    for (const chat of chats) {
      const expected = ['Ahoy', ...chat.said];
      for (const screen of [...tabs, fresh]) {
        await show(screen, chat);
        await expect.poll(() => wordsIn(screen), `${chat.customer.name}`).toEqual(expected);
        await expect(screen.conversation.locator('article[data-status="sending"]')).toHaveCount(0);
        const missing = unknown.get(chat) ?? [];
        for (const text of missing) await expect(screen.bubble(text)).toHaveAttribute('data-status', 'unknown');
        // All others arrived: by the channel's answer, or by its report where the answer was lost.
        await expect(screen.conversation.locator('article[data-status="unknown"]')).toHaveCount(missing.length);
      }
    }
    await fresh.page.context().close();
  } finally {
    clearInterval(storms);
    await context?.close();
    await Promise.all([toInbox.close(), toGraph.close()]);
  }
});

/** High enough that a thread is drawn whole. */
const openBrowser = (browser: Browser, { origin }: StormyProxy) =>
  browser.newContext({ baseURL: origin, viewport: { width: 1_400, height: 9_000 } });

import type { Browser } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import type { Amounts } from '../amounts';
import { addMerchant, addThread } from '../inbox/fill';
import { addTickets } from '../inbox/fill-tickets';
import { rootWithPage, signIn, startInboxServer, type InboxServer } from '../inbox/server';
import { startBrowser } from './browser';
import { buildPage } from './build-bundle';
import { measureLoad, type LoadFigures } from './measure-load';
import { keepStarts } from './measure-starts';
import { SIGHTS, type Load, type PageName } from './pages';
import { startPlainBrowser } from './plain-browser';
import { writeStaticPage } from './static-page';

/** Enough that the agent's first tab fills its first page: two of a hundred tickets are assigned, to one of 20 agents. */
const TICKETS = 40_000;
const MESSAGES = 30;

export interface Sample {
  load: Load;
  slow: LoadFigures;
  plain: LoadFigures;
}

interface PageOptions {
  databaseUrl: string;
  /** A folder of the bench's own. */
  dir: string;
  rounds: number;
  amounts: Pick<Amounts, 'warmUps' | 'quietMs' | 'slower'>;
  say: (line: string) => void;
}

/**
 * Serves the three pages and loads them in turns, so that a busy moment of the machine is nobody's alone. Each is loaded with a
 * slow processor for the time, and with the machine's own for the CPU that it takes.
 */
export async function measurePages({ databaseUrl, dir, rounds, amounts, say }: PageOptions): Promise<Sample[]> {
  const { warmUps, quietMs, slower } = amounts;
  await addMerchant(databaseUrl);
  await addTickets(databaseUrl, TICKETS);
  const ticket = await addThread(databaseUrl, MESSAGES);
  const bundle = await buildPage('one-bundle');

  const opened: (() => Promise<void>)[] = [];
  const serve = async (page: PageName, root: string): Promise<InboxServer> => {
    const dataDir = join(dir, `data-${page}`);
    mkdirSync(dataDir, { recursive: true });
    const server = await startInboxServer({ databaseUrl, dataDir, root });
    opened.push(server.stop);
    return server;
  };
  try {
    const browser = await startBrowser();
    opened.push(() => browser.close());
    const plain = await startPlainBrowser();
    opened.push(() => plain.close());
    const federated = await serve('federated', ROOT);
    const list = '/inbox/tickets';
    const conversation = `${list}/${ticket}`;
    const sessions: Partial<Record<PageName, Storage>> = {
      federated: await sessionAt(browser, federated, [list, conversation]),
    };
    const snapshot = await writeStaticPage(
      browser,
      federated.url + list,
      sessions.federated ?? {},
      join(dir, 'static-page'),
    );
    const oneBundle = await serve('bundle', rootWithPage(join(dir, 'root-bundle'), bundle));
    sessions.bundle = await sessionAt(browser, oneBundle, [list, conversation]);
    const still = await serve('static', rootWithPage(join(dir, 'root-static'), snapshot));
    const servers = { federated, bundle: oneBundle, static: still };

    const loads: Load[] = [
      { page: 'federated', goal: 'list', start: 'cold', path: list },
      { page: 'bundle', goal: 'list', start: 'cold', path: list },
      { page: 'static', goal: 'list', start: 'cold', path: list },
      { page: 'federated', goal: 'list', start: 'warm', path: list },
      { page: 'federated', goal: 'list', start: 'offline', path: list },
      { page: 'federated', goal: 'conversation', start: 'cold', path: conversation },
      { page: 'bundle', goal: 'conversation', start: 'cold', path: conversation },
      { page: 'federated', goal: 'panels', start: 'cold', path: conversation },
      { page: 'bundle', goal: 'panels', start: 'cold', path: conversation },
    ];
    const starts = await keepStarts(plain, federated, list);
    opened.push(() => starts.close());
    const samples: Sample[] = [];
    for (let round = 1 - warmUps; round <= rounds; round += 1) {
      say(round < 1 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
      for (const load of loads) {
        const options = {
          url: servers[load.page].url + load.path,
          sight: load.goal === 'panels' ? { ...SIGHTS.conversation, quietMs } : SIGHTS[load.goal],
          storage: sessions[load.page] ?? {},
        };
        const { start } = load;
        const measure = (cpuRate: number) =>
          start === 'cold' ? measureLoad(plain, { ...options, cpuRate }) : starts.measure(start, cpuRate);
        const slow = await measure(slower);
        const fast = await measure(1);
        if (round > 0) samples.push({ load, slow, plain: fast });
      }
    }
    return samples;
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

type Storage = Readonly<Record<string, string>>;

/**
 * Signs in once, by the hand-over page, looks at the list and at a conversation, and answers what the inbox then keeps in the
 * browser: that of an agent who was here before, with none of its files kept.
 */
async function sessionAt(browser: Browser, { url }: InboxServer, paths: readonly string[]): Promise<Storage> {
  const token = await signIn(url);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/validate?token=${encodeURIComponent(token)}`);
    await page.waitForFunction(() => localStorage.getItem('inbox.auth') !== null);
    for (const path of paths) {
      await page.goto(url + path);
      await page.waitForSelector('[data-ticket-id], [data-message-id]');
    }
    // A page of the same origin, at which the one before it has been left.
    await page.goto(`${url}/registry.json`);
    return await page.evaluate(() =>
      Object.fromEntries(['inbox.auth', 'inbox.firstCalls'].map((key) => [key, localStorage.getItem(key) ?? 'null'])),
    );
  } finally {
    await context.close();
  }
}

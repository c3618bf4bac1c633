import pg from 'pg';
import type { Amounts } from '../amounts';
import { addThreads } from '../conversation/fill-threads';
import { addMerchant } from '../inbox/fill';
import { addTickets } from '../inbox/fill-tickets';
import { signIn, startInboxServer } from '../inbox/server';
import { measureLoad, type LoadFigures } from '../web/measure-load';
import { startPlainBrowser } from '../web/plain-browser';
import { OWN_CONTENT, serveEmbedder, SHOWN } from './serve-embedder';

const TICKETS = 400;

/** The panels that are measured, and each with the one that is on the page before it. */
export const BESIDE = {
  'quick-replies': 'customer-panel',
  'customer-panel': 'quick-replies',
  conversation: 'customer-panel',
  'ticket-list': 'customer-panel',
} as const;
export type EmbeddedPanel = keyof typeof BESIDE;

/** Of one round. `slow` ends when the content shows, `quiet` when the page asks for nothing any more. */
export interface EmbedRound {
  panels: readonly EmbeddedPanel[];
  slow: LoadFigures;
  quiet: LoadFigures;
}

interface EmbedOptions {
  databaseUrl: string;
  dataDir: string;
  rounds: number;
  amounts: Pick<Amounts, 'warmUps' | 'quietMs' | 'slower'>;
  say: (line: string) => void;
}

/** Loads plain pages of another origin: without a panel, with each alone, and with each beside another one, in turns. */
export async function measureEmbed(options: EmbedOptions): Promise<EmbedRound[]> {
  const { databaseUrl, dataDir, rounds, amounts, say } = options;
  const { warmUps, quietMs, slower } = amounts;
  await addMerchant(databaseUrl);
  await addTickets(databaseUrl, TICKETS);
  const { short } = await addThreads(databaseUrl, { short: 10, long: 0, messages: 0 });
  const server = await startInboxServer({ databaseUrl, dataDir });
  const browser = await startPlainBrowser();
  const embedder = await serveEmbedder({
    inboxUrl: server.url,
    token: await signIn(server.url),
    ticketId: short[0] ?? 0,
  });
  try {
    await letIn(databaseUrl, embedder.url);
    const names = Object.keys(BESIDE) as EmbeddedPanel[];
    const pages = [[], ...names.map((name) => [name]), ...names.map((name) => [BESIDE[name], name])];
    const measured: EmbedRound[] = [];
    for (let round = 1 - warmUps; round <= rounds; round += 1) {
      say(round < 1 ? 'Warming up …' : `Embedded, round ${round} of ${rounds} …`);
      for (const panels of pages) {
        const page = { url: embedder.pageWith(panels), storage: {} };
        const sight =
          panels.length === 0 ? { selector: OWN_CONTENT, least: 1 } : { selector: SHOWN, least: panels.length };
        const slow = await measureLoad(browser, { ...page, sight, cpuRate: slower });
        const quiet = await measureLoad(browser, { ...page, sight: { ...sight, quietMs }, cpuRate: 1 });
        if (round > 0) measured.push({ panels, slow, quiet });
      }
    }
    return measured;
  } finally {
    await embedder.stop();
    await browser.close();
    await server.stop();
  }
}

/** Puts the origin into the merchant's list. */
async function letIn(databaseUrl: string, origin: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await db.query('insert into embed_origins (merchant_id, origin) values (1, $1)', [origin]);
  } finally {
    await db.end();
  }
}

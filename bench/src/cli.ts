import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtEditors } from '../../scripts/lib/built-editor.mjs';
import { ArgumentError, HELP, readArguments, type Options } from './arguments';
import { measureCalls, type CallFigures } from './calls/measure-calls';
import { conversationReport } from './conversation/conversation-report';
import { measureConversation, type ConversationFigures } from './conversation/measure-conversation';
import { embedReport } from './embed/embed-report';
import { measureEmbed, type EmbedRound } from './embed/measure-embed';
import { idleReport } from './idle/idle-report';
import { measureIdle, type IdleFigures } from './idle/measure-idle';
import { startDatabases } from './inbox/databases';
import { loadReport } from './load/load-report';
import { measureLoad, type Load } from './load/measure-load';
import { listReport } from './list/list-report';
import { measureList, type ListFigures } from './list/measure-list';
import type { MailFigures } from './mail/mail-figures';
import { mailReport, memoryReport } from './mail/mail-report';
import { measureMails } from './mail/measure-mails';
import { measureMemory, type TakenMails } from './mail/measure-memory';
import { busReport } from './bus/bus-report';
import { measureBus, type BusFigures } from './bus/measure-bus';
import { measureOrders, type OrderFigures } from './orders/measure-orders';
import { ordersReport } from './orders/orders-report';
import { measureQuickReplies, type QuickReplyFigures } from './quick-replies/measure-quick-replies';
import { quickRepliesReport } from './quick-replies/quick-replies-report';
import { callsReport, editorReport, webReport } from './report';
import { buildProduct } from './web/build-bundle';
import { measurePages, type Sample } from './web/measure-pages';

interface Results {
  web?: Sample[];
  list?: ListFigures;
  calls?: CallFigures[];
  conversation?: ConversationFigures;
  quickReplies?: QuickReplyFigures[];
  orders?: OrderFigures[];
  bus?: BusFigures;
  idle?: IdleFigures;
  embed?: EmbedRound[];
  load?: Load;
  mail?: { opened: MailFigures[]; taken: TakenMails[] };
}

/** Rows in the lists that are measured in a page. */
const LIST_ROWS = [10_000, 100_000];

/** Quick replies in the panel that is measured in a page. */
const QUICK_REPLIES = [50, 5_000];

/** Orders of the customer in the panel that is measured in a page. */
const ORDERS = [5, 500];

/** Progress goes where it does not mix with the tables. */
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function measure({ rounds, parts, tickets }: Options): Promise<Results> {
  await buildProduct();
  const dir = await mkdtemp(join(tmpdir(), 'inbox-bench-'));
  const databases = await startDatabases(dir);
  try {
    const results: Results = {};
    if (parts.includes('web')) {
      results.web = await measurePages({ databaseUrl: await databases.create('web'), dir, rounds, say });
    }
    if (parts.includes('list')) {
      results.list = await measureList({ rows: LIST_ROWS, say });
      results.calls = [];
      for (const size of tickets) {
        say(`Calls on ${size.toLocaleString('en')} tickets …`);
        const databaseUrl = await databases.create(`calls_${size}`);
        const dataDir = join(dir, `data-calls-${size}`);
        results.calls.push(...(await measureCalls({ databaseUrl, dataDir, tickets: size })));
      }
    }
    if (parts.includes('conversation')) {
      const databaseUrl = await databases.create('conversation');
      results.conversation = await measureConversation({ databaseUrl, dataDir: join(dir, 'data-conversation'), say });
    }
    if (parts.includes('quick-replies')) results.quickReplies = await measureQuickReplies(QUICK_REPLIES);
    if (parts.includes('orders')) results.orders = await measureOrders(ORDERS);
    if (parts.includes('bus')) results.bus = measureBus();
    if (parts.includes('idle')) {
      const databaseUrl = await databases.create('idle');
      results.idle = await measureIdle({ databaseUrl, dataDir: join(dir, 'data-idle'), rounds, say });
    }
    if (parts.includes('embed')) {
      const databaseUrl = await databases.create('embed');
      results.embed = await measureEmbed({ databaseUrl, dataDir: join(dir, 'data-embed'), rounds, say });
    }
    if (parts.includes('load')) {
      const databaseUrl = await databases.create('load');
      results.load = await measureLoad({ databaseUrl, dataDir: join(dir, 'data-load'), say });
    }
    if (parts.includes('mail')) {
      results.mail = {
        opened: await measureMails({ databaseUrl: await databases.create('mails'), dataDir: join(dir, 'mails'), say }),
        taken: await measureMemory({
          databaseUrl: await databases.create('memory'),
          dataDir: join(dir, 'memory'),
          say,
        }),
      };
    }
    return results;
  } finally {
    await databases.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === null) return console.log(HELP);
  const results = await measure(options);
  if (results.web) {
    console.log('\n10 Mbit/s, 40 ms, processor 4 times slower, nothing cached; CPU at full speed.\n');
    console.log(webReport(results.web));
    console.log(`\nBuilt files, compressed.\n\n${editorReport(builtEditors())}`);
  }
  if (results.list) console.log(`\nThe list on a page of its own.\n\n${listReport(results.list)}`);
  if (results.calls) console.log(`\nCalls over HTTP, with a token, one at a time.\n\n${callsReport(results.calls)}`);
  if (results.conversation)
    console.log(`\nTickets opened in the product.\n\n${conversationReport(results.conversation)}`);
  if (results.mail) {
    console.log(`\nHTML mails opened in the product.\n\n${mailReport(results.mail.opened)}`);
    console.log(`\nMails that come in by SMTP.\n\n${memoryReport(results.mail.taken)}`);
  }
  if (results.quickReplies) {
    console.log(`\nThe quick replies on a page of their own.\n\n${quickRepliesReport(results.quickReplies)}`);
  }
  if (results.orders) {
    console.log(`\nA customer's orders in the panel on a page of its own.\n\n${ordersReport(results.orders)}`);
  }
  if (results.bus) console.log(`\nThe bus, by the clock of the process.\n\n${busReport(results.bus)}`);
  if (results.idle) console.log(`\nPages of the product in which nothing happens.\n\n${idleReport(results.idle)}`);
  if (results.embed) {
    console.log(`\nEach panel in a plain page of another origin.\n\n${embedReport(results.embed)}`);
  }
  if (results.load) console.log(`\nWork and open pages, on one process.\n\n${loadReport(results.load)}`);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

main().catch((error: unknown) => {
  console.error(error instanceof ArgumentError ? error.message : error);
  process.exitCode = 1;
});

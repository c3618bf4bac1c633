import { join } from 'node:path';
import { builtEditors } from '../../scripts/lib/built-editor.mjs';
import type { Amounts } from './amounts';
import type { Part } from './arguments';
import { busReport } from './bus/bus-report';
import { measureBus } from './bus/measure-bus';
import { measureCalls, type CallFigures } from './calls/measure-calls';
import { conversationReport } from './conversation/conversation-report';
import { measureConversation } from './conversation/measure-conversation';
import { embedReport } from './embed/embed-report';
import { measureEmbed } from './embed/measure-embed';
import { idleReport } from './idle/idle-report';
import { measureIdle } from './idle/measure-idle';
import type { Databases } from './inbox/databases';
import { listReport } from './list/list-report';
import { measureList } from './list/measure-list';
import { loadReport } from './load/load-report';
import { measureLoad } from './load/measure-load';
import { mailReport, memoryReport } from './mail/mail-report';
import { measureMails } from './mail/measure-mails';
import { measureMemory } from './mail/measure-memory';
import { measureOrders } from './orders/measure-orders';
import { ordersReport } from './orders/orders-report';
import { measureQuickReplies } from './quick-replies/measure-quick-replies';
import { quickRepliesReport } from './quick-replies/quick-replies-report';
import { callsReport, editorReport, webReport } from './report';
import { measurePages } from './web/measure-pages';

/** What each part is measured with. */
export interface World {
  databases: Databases;
  /** A folder of the bench's own. */
  dir: string;
  rounds: number;
  /** On how many tickets the calls are measured. */
  tickets: readonly number[];
  amounts: Amounts;
  say: (line: string) => void;
}

/** What came of a part: every single figure, by its name in the JSON, and the tables. */
export interface Measured {
  figures: Readonly<Record<string, unknown>>;
  report: string;
}

/** Measures each part. They have nothing in common but the database server. */
export const MEASURE: Readonly<Record<Part, (world: World) => Promise<Measured>>> = {
  async web({ databases, dir, rounds, amounts, say }) {
    const databaseUrl = await databases.create('web');
    const web = await measurePages({ databaseUrl, dir, rounds, amounts, say });
    const how = `10 Mbit/s, 40 ms, processor ${amounts.slower} times slower, nothing cached; CPU at full speed.`;
    const built = `Built files, compressed.\n\n${editorReport(builtEditors())}`;
    return { figures: { web }, report: `${how}\n\n${webReport(web)}\n\n${built}` };
  },
  async list({ databases, dir, tickets, amounts, say }) {
    const list = await measureList({ amounts: amounts.list, say });
    const calls: CallFigures[] = [];
    for (const size of tickets) {
      say(`Calls on ${size.toLocaleString('en')} tickets …`);
      const databaseUrl = await databases.create(`calls_${size}`);
      const dataDir = join(dir, `data-calls-${size}`);
      calls.push(...(await measureCalls({ databaseUrl, dataDir, tickets: size, amounts: amounts.calls })));
    }
    const asked = `Calls over HTTP, with a token, one at a time.\n\n${callsReport(calls)}`;
    return { figures: { list, calls }, report: `The list on a page of its own.\n\n${listReport(list)}\n\n${asked}` };
  },
  async conversation(world) {
    const conversation = await measureConversation({
      ...(await placeOf(world, 'conversation')),
      amounts: world.amounts.conversation,
    });
    return {
      figures: { conversation },
      report: `Tickets opened in the product.\n\n${conversationReport(conversation)}`,
    };
  },
  async mail(world) {
    const { mail: amounts } = world.amounts;
    const opened = await measureMails({ ...(await placeOf(world, 'mails')), amounts });
    const taken = await measureMemory({ ...(await placeOf(world, 'memory')), amounts: amounts.taken });
    const seen = `HTML mails opened in the product.\n\n${mailReport(opened)}`;
    return {
      figures: { mail: { opened, taken } },
      report: `${seen}\n\nMails that come in by SMTP.\n\n${memoryReport(taken)}`,
    };
  },
  async 'quick-replies'({ amounts }) {
    const quickReplies = await measureQuickReplies(amounts.quickReplies);
    return {
      figures: { quickReplies },
      report: `The quick replies on a page of their own.\n\n${quickRepliesReport(quickReplies)}`,
    };
  },
  async orders({ amounts }) {
    const orders = await measureOrders(amounts.orders);
    return {
      figures: { orders },
      report: `A customer's orders in the panel on a page of its own.\n\n${ordersReport(orders)}`,
    };
  },
  bus({ amounts }) {
    const bus = measureBus(amounts.bus);
    return Promise.resolve({ figures: { bus }, report: `The bus, by the clock of the process.\n\n${busReport(bus)}` });
  },
  async idle(world) {
    const { rounds, amounts } = world;
    const idle = await measureIdle({ ...(await placeOf(world, 'idle')), rounds, amounts: amounts.idle });
    return { figures: { idle }, report: `Pages of the product in which nothing happens.\n\n${idleReport(idle)}` };
  },
  async embed(world) {
    const { rounds, amounts } = world;
    const embed = await measureEmbed({ ...(await placeOf(world, 'embed')), rounds, amounts });
    return { figures: { embed }, report: `Each panel in a plain page of another origin.\n\n${embedReport(embed)}` };
  },
  async load(world) {
    const load = await measureLoad({ ...(await placeOf(world, 'load')), amounts: world.amounts.load });
    return { figures: { load }, report: `Work and open pages, on one process.\n\n${loadReport(load)}` };
  },
};

/** A database and a folder for a backend of its own. */
async function placeOf({ databases, dir, say }: World, name: string) {
  return { databaseUrl: await databases.create(name), dataDir: join(dir, `data-${name}`), say };
}

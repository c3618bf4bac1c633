import { randomUUID } from 'node:crypto';
import type { Amounts } from '../amounts';
import { percentile } from '../statistics';
import { query } from '../inbox/query';
import { measureDirectory, type DirectoryFigures } from './measure-directory';
import { measureEvents, type EventFigures } from './measure-events';
import { measureSockets, type SocketFigures } from './measure-sockets';
import { anyOf, call, during } from './ask';
import { databaseMs, processMs } from '../inbox/process';
import { anyCustomer, MAIL_CONNECTIONS, startLoadWorld, type LoadWorld } from './world';

/** Milliseconds until all that was asked for has left, and the machine has nothing to do. */
const SETTLE_MS = 60_000;

export interface LoadFigures {
  name: string;
  atOnce: number;
  aSecond: number;
  p50: number;
  p99: number;
  /** Processor of the backend and of the database, in milliseconds for each; what follows from it included. */
  serverMs: number;
  databaseMs: number;
}

export interface Load {
  /** Bytes of the database for each message, with its indexes and what else is written down of it. */
  messageBytes: number;
  work: LoadFigures[];
  sockets: SocketFigures[];
  events: EventFigures[];
  directory: DirectoryFigures;
}

interface LoadOptions {
  databaseUrl: string;
  dataDir: string;
  amounts: Amounts['load'];
  say: (line: string) => void;
}

interface Kind {
  name: string;
  /** So many at the same time at most. */
  most?: number;
  once(world: LoadWorld): Promise<void>;
}

async function kinds(world: LoadWorld): Promise<Kind[]> {
  const tickets = await query<{ merchant_id: number; id: number; conversation_id: number }>(
    world.databaseUrl,
    'select merchant_id::int, id::int, conversation_id::int from tickets',
  );
  const chats = world.merchants.map(({ id, tokens }) => ({
    token: tokens[0] ?? '',
    tickets: tickets.filter(({ merchant_id }) => merchant_id === id),
  }));
  return [
    {
      name: 'a message comes in by WhatsApp',
      once: ({ merchants, customers, write }) =>
        write(anyOf(merchants), anyCustomer({ customers }), `Where is it? ${randomUUID()}`),
    },
    {
      name: 'a mail comes in',
      most: MAIL_CONNECTIONS,
      once: ({ merchants, customers, mail }) =>
        mail(anyOf(merchants), anyCustomer({ customers }), `Where is it? ${randomUUID()}`),
    },
    {
      name: 'a reply is taken and sent',
      async once() {
        const { token, tickets: own } = anyOf(chats);
        const { id, conversation_id } = anyOf(own);
        const message = `It is on its way. ${randomUUID()}`;
        const reply = {
          ticket_id: id,
          conversation_id,
          temp_id: randomUUID(),
          message,
          conversation_source: 'whatsapp',
        };
        await call(world, token, '/api/inbox/ticket/reply/', reply);
      },
    },
    {
      name: 'a page of the list',
      once: () => call(world, anyOf(anyOf(world.merchants).tokens), '/api/inbox/ticket/list/', { filters: {} }),
    },
    {
      name: 'a conversation is opened',
      async once() {
        const { token, tickets: own } = anyOf(chats);
        await call(world, token, `/api/inbox/ticket/${anyOf(own).id}/content-v2/?page_size=25`);
      },
    },
  ];
}

/** Does the same over and over, by so many at once, and reads off what each cost the backend and the database. */
export async function measureLoad(options: LoadOptions): Promise<Load> {
  const measured = await measureWork(options);
  return { ...measured, events: await measureEvents(options) };
}

async function measureWork({ databaseUrl, dataDir, amounts, say }: LoadOptions): Promise<Omit<Load, 'events'>> {
  const { atOnce: levels, warmUpMs, measuredMs } = amounts;
  const world = await startLoadWorld({ databaseUrl, dataDir, amounts });
  try {
    const sockets = await measureSockets(world, amounts, amounts.pages, say);
    const work: LoadFigures[] = [];
    const sizeBefore = await sizeOf(world);
    for (const { name, once, most = Infinity } of await kinds(world)) {
      for (const atOnce of levels.filter((level) => level <= most)) {
        await settled(world);
        await during(warmUpMs, atOnce, () => once(world));
        const before = await spent(world);
        const begun = performance.now();
        const took = await during(measuredMs, atOnce, () => once(world));
        const ms = performance.now() - begun;
        // What has been asked for is done when it has left, not when it is answered.
        await settled(world);
        const after = await spent(world);
        const figures = {
          name,
          atOnce,
          aSecond: took.length / (ms / 1000),
          p50: percentile(took, 50),
          p99: percentile(took, 99),
          serverMs: (after.server - before.server) / took.length,
          databaseMs: (after.database - before.database) / took.length,
        };
        say(`${name}, ${atOnce} at once: ${figures.aSecond.toFixed(0)} a second`);
        work.push(figures);
      }
    }
    const size = await sizeOf(world);
    const messageBytes = (size.bytes - sizeBefore.bytes) / (size.messages - sizeBefore.messages);
    return { work, messageBytes, sockets, directory: await measureDirectory(world, amounts, say) };
  } finally {
    await world.close();
  }
}

async function sizeOf({ databaseUrl }: LoadWorld): Promise<{ bytes: number; messages: number }> {
  const [row] = await query<{ bytes: number; messages: number }>(
    databaseUrl,
    `select pg_database_size(current_database())::float8 bytes,
       (select count(*)::int from contents where content_type in ('message', 'email')) messages`,
  );
  return row ?? { bytes: 0, messages: 0 };
}

async function settled({ databaseUrl }: LoadWorld): Promise<void> {
  const limit = Date.now() + SETTLE_MS;
  while (Date.now() < limit) {
    const [row] = await query<{ n: number }>(
      databaseUrl,
      "select count(*)::int n from outbox where state in ('waiting', 'asking')",
    );
    if (row?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('What was asked for does not leave.');
}

async function spent({ server, postmaster }: LoadWorld): Promise<{ server: number; database: number }> {
  return { server: await processMs(server.pid), database: await databaseMs(postmaster) };
}

import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { publishBuiltPanels } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp, serveApi } from '../doors/http/app';
import { serveFrontEnd } from '../doors/http/front-end';
import { startMailDoor } from '../doors/mail';
import { metaDoor } from '../doors/meta';
import { exotelDoor } from '../doors/telephony';
import { connectBroker } from '../doors/live/broker';
import { openLiveDoor } from '../doors/live/door';
import { Hub } from '../doors/live/hub';
import { serveMainSite } from '../main-site/site';
import { startOutbox, type Outbox } from '../outbox/start';
import { openStore, type Store } from '../store/connection';
import { openVault } from '../store/credentials';
import { codeOf } from '../store/error-words';
import { migrate } from '../store/migrate';
import { readOrMakeSecret } from '../store/secret-file';
import { createUploads } from '../store/uploads';
import type { WorkContext } from '../work/change';
import { startExports } from '../work/export-runner';
import { startFollowUps } from '../work/follow-up-due';
import { createTokens } from '../work/token';
import { startEmbeddedDatabase } from './database';
import { fillWithDemo } from './demo';
import { startHousekeeping } from './housekeeping';
import type { Settings } from './settings';
import { createTelephony } from './telephony';

const SECRET_BYTES = 48;

export interface InboxOptions {
  settings: Settings;
  /** Where the product lies: the built host and panels are below it. */
  root: string;
  logger: Logger;
  /** Told, in one line each, what takes a moment. */
  say: (line: string) => void;
  /** Ends a start that is under way: what was opened is closed, and the start fails. */
  signal: AbortSignal;
}

export interface Inbox {
  /** Where agents reach it. */
  url: string;
  /** Where mail comes in. */
  smtpPort: number;
  context: WorkContext;
  /** Stops listening, lets what runs come to its end, closes sockets and the database. May be called twice. */
  close(): Promise<void>;
}

type Closer = () => Promise<void> | void;

/**
 * Puts the inbox together and opens its doors. When something cannot be had, whatever was opened is closed again.
 * @throws an error whose message is one line for the operator, for all that is expected to go wrong
 */
export async function startInbox(options: InboxOptions): Promise<Inbox> {
  const opened: Closer[] = [];
  let closing = Promise.resolve();
  const closeAll = (): Promise<void> =>
    (closing = closing.then(async () => {
      for (const close of opened.splice(0).reverse()) await close();
    }));
  const { signal } = options;
  const abort = (): void => void closeAll().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    const inbox = await open(options, opened, closeAll);
    signal.throwIfAborted();
    return inbox;
  } catch (error) {
    await closeAll().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function open(
  { settings, root, logger, say }: InboxOptions,
  opened: Closer[],
  closeAll: () => Promise<void>,
): Promise<Inbox> {
  await makeFolder(settings);
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, opened, say));
  const log = (line: string): void => logger.warn(line);
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const store = openStore({ url: databaseUrl, log });
  opened.push(() => store.close());
  await reach(store, settings);
  await migrate(store.db);
  const vault = await openVault(settings.dataDir);
  const uploads = createUploads(settings.uploadsDir);
  if (settings.seed === 'demo') {
    const closeLater = (close: Closer) => void opened.push(close);
    await fillWithDemo({ settings, databaseUrl, vault, uploads, log, say, closeLater });
  }

  const hub = new Hub(store.db, report);
  const broker = settings.brokerUrl === undefined ? null : await connectBroker(settings.brokerUrl, hub, log);
  if (broker !== null) opened.push(broker.close);
  const later: { outbox?: Outbox } = {};
  const context: WorkContext = {
    db: store.db,
    live: broker ?? hub,
    outboxWoken: () => later.outbox?.wake(),
    now: () => new Date(),
  };
  const tokens = createTokens(settings.jwtSecret ?? (await readOrMakeSecret(settings.secretFile, SECRET_BYTES)));
  opened.push(startHousekeeping(context, uploads, report));
  opened.push(startFollowUps(context, report));

  const app = createApp({ logger });
  const live = openLiveDoor(app.server, { context, tokens, hub, report });
  const exports = startExports({ context, uploads, log });
  opened.push(exports.stop);
  const telephony = createTelephony(store.db, vault, log);
  const sessionEnded = live.sessionEnded;
  const deps = { context, tokens, uploads, telephony, sessionEnded, exportOrdered: exports.wake };
  serveApi(app, deps);
  serveMainSite(app, deps);
  app.register(metaDoor({ context, vault, log }));
  app.register(exotelDoor({ context, log }));
  await serveBuilt(app, settings, root, say);

  const { channelTimeoutMs: timeoutMs, automationMayReachPrivate: mayReachPrivate } = settings;
  later.outbox = startOutbox({ context, vault, uploads, log, mayReachPrivate, timeoutMs });
  opened.push(later.outbox.stop);
  opened.push(() => app.close());
  opened.push(live.close);
  const mail = await startMailDoor({ context, uploads, log, port: settings.smtpPort });
  opened.push(mail.close);
  await listen(app, settings.port);
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, smtpPort: mail.port, context, close: closeAll };
}

async function makeFolder({ dataDir, panelsDir }: Settings): Promise<void> {
  try {
    await mkdir(panelsDir, { recursive: true });
  } catch (error) {
    const code = codeOf(error) ?? 'unknown';
    if (code === 'ENOSPC') throw error;
    const message = `The folder ${dataDir} cannot be written (${code}). Set INBOX_DATA_DIR to a folder of yours.`;
    throw new Error(message, { cause: error });
  }
}

async function reach({ pool }: Store, { databaseUrl }: Settings): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    if (databaseUrl === undefined) throw error;
    const reason = codeOf(error) ?? (error instanceof Error ? error.message : 'unknown');
    throw new Error(`The database that DATABASE_URL names cannot be reached (${reason}).`, { cause: error });
  }
}

async function embedded({ dataDir }: Settings, opened: Closer[], say: (line: string) => void): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir, log: say });
  opened.push(() => database.stop());
  return database.url;
}

/** The built host and panels; a panel's new build is published at the start. */
async function serveBuilt(
  app: FastifyInstance,
  settings: Settings,
  root: string,
  say: (line: string) => void,
): Promise<void> {
  const hostDir = join(root, 'host/dist');
  if (!existsSync(join(hostDir, 'index.html'))) return say('The interface is not built: only the backend is served.');
  const remotes = join(root, 'remotes');
  const built = (await readdir(remotes)).sort().map((name) => join(remotes, name, 'dist'));
  await publishBuiltPanels(settings.dataDir, built);
  serveFrontEnd(app, { hostDir, ...settings });
}

/** On all addresses of the machine; without IPv6 on those of IPv4. */
async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAFNOSUPPORT') return void (await app.listen({ port, host: '0.0.0.0' }));
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken. Set PORT to another one.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not allowed here. Set PORT to another one.`, { cause: error });
    throw error;
  }
}

import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { publishBuiltPanels } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp, serveApi } from '../doors/http/app';
import { serveFrontEnd } from '../doors/http/front-end';
import { openLiveDoor } from '../doors/live/door';
import { Hub } from '../doors/live/hub';
import { serveMainSite } from '../main-site/site';
import { openStore } from '../store/connection';
import { migrate } from '../store/migrate';
import { createUploads } from '../store/uploads';
import type { WorkContext } from '../work/change';
import { createTokens } from '../work/token';
import { startEmbeddedDatabase } from './database';
import { startHousekeeping } from './housekeeping';
import { tokenSecret } from './secret';
import type { Settings } from './settings';

export interface InboxOptions {
  settings: Settings;
  /** Where the product lies: the built host and panels are below it. */
  root: string;
  logger: Logger;
  /** Told, in one line each, what takes a moment. */
  say: (line: string) => void;
}

export interface Inbox {
  /** Where agents reach it. */
  url: string;
  context: WorkContext;
  /** Stops listening, lets what runs come to its end, closes sockets and the database. May be called twice. */
  close(): Promise<void>;
}

/**
 * Puts the inbox together and opens its doors. When something cannot be had, whatever was opened is closed again.
 * @throws an error whose message is one line for the operator, for all that is expected to go wrong
 */
export async function startInbox(options: InboxOptions): Promise<Inbox> {
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    return await open(options, opened, closeAll);
  } catch (error) {
    await closeAll().catch(() => undefined);
    throw error;
  }
}

async function open(
  { settings, root, logger, say }: InboxOptions,
  opened: (() => Promise<void> | void)[],
  closeAll: () => Promise<void>,
): Promise<Inbox> {
  await mkdir(settings.panelsDir, { recursive: true });
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, opened, say));
  const store = openStore({ url: databaseUrl, log: (line) => logger.warn(line) });
  opened.push(() => store.close());
  await migrate(store.db);

  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const hub = new Hub(store.db, report);
  const context: WorkContext = { db: store.db, live: hub, outboxWoken: () => undefined, now: () => new Date() };
  const tokens = createTokens(await tokenSecret(settings.jwtSecret, settings.secretFile));
  opened.push(startHousekeeping(context, report));

  const app = createApp({ logger });
  const live = openLiveDoor(app.server, { context, tokens, hub, report });
  const uploads = createUploads(settings.uploadsDir);
  const deps = { context, tokens, uploads, sessionEnded: live.sessionEnded };
  serveApi(app, deps);
  serveMainSite(app, deps);
  const hostDir = join(root, 'host/dist');
  if (existsSync(join(hostDir, 'index.html'))) {
    await publishBuiltPanels(settings.dataDir, await builtPanels(root));
    serveFrontEnd(app, { hostDir, ...settings });
  } else {
    say('The interface is not built: only the backend is served.');
  }
  opened.push(() => app.close());
  opened.push(() => live.close());

  await listen(app, settings.port);
  const { port } = app.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return { url: `http://localhost:${port}`, context, close: () => (closed ??= closeAll()) };
}

async function embedded(
  { dataDir }: Settings,
  opened: (() => Promise<void> | void)[],
  say: (line: string) => void,
): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir, log: say });
  opened.push(() => database.stop());
  return database.url;
}

async function builtPanels(root: string): Promise<string[]> {
  const remotes = join(root, 'remotes');
  return (await readdir(remotes)).sort().map((name) => join(remotes, name, 'dist'));
}

/** On all addresses of the machine; without IPv6 on those of IPv4. */
async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EAFNOSUPPORT') return void (await app.listen({ port, host: '0.0.0.0' }));
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken. Set PORT to another one.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not allowed here. Set PORT to another one.`, { cause: error });
    throw error;
  }
}

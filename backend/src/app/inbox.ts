import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { KEY_FILE } from '../accounts/vault-keys';
import { openVault } from '../accounts/vault';
import { fixedKeys, openSigningKeys } from '../agents/sessions/signing-keys';
import { createTokens } from '../agents/sessions/token';
import { openStore, type Store } from '../platform/db/connection';
import { readsOf, readsWithStandby } from '../platform/db/lagging-reads';
import { migrate } from '../platform/db/migrate';
import type { WorkContext } from '../platform/db/unit-of-work';
import { createApp } from './api/app';
import { serveHealth } from '../http/health';
import { codeOf } from '../platform/errors/errors';
import type { Broker } from '../live/broker';
import { Hub } from '../live/hub';
import { replayErasures } from '../privacy/erase/erase-customer';
import { createClamd } from '../platform/virus-scan/clamd';
import { scannedUploads } from '../platform/virus-scan/scanned-uploads';
import { createVirusScanner } from '../platform/virus-scan/virus-scanner';
import { refuseIncomplete } from '../operations/backup/data-files';
import { withChannels } from './channels';
import { startEmbeddedDatabase } from '../operations/embedded-postgres';
import { watchDisk } from '../platform/files/disk';
import { erasingOf } from '../operations/backup/erasing';
import { closeApp, listen } from './listen';
import { openMetrics } from '../operations/metrics';
import { noteShares } from './note-shares';
import { openOidc } from './open-oidc';
import { openReadiness } from './open-readiness';
import { openUploads } from './open-uploads';
import { openLive } from './roles/live';
import { openMail } from './roles/mail';
import { wakeWork, type Closer, type Node } from './roles/node';
import { openWeb } from './roles/web';
import { openWorker } from './roles/worker';
import type { Settings } from './settings/settings';
import { checkStorage } from './storage-check';
import { openTracing } from '../platform/tracing';

export interface InboxOptions {
  settings: Settings;
  /** Where the product lies: the built host and panels are below it. */
  root: string;
  logger: Logger;
  /** Told, in one line each, what takes a moment. */
  say: (line: string) => void;
  /** Ends a start that is under way: what was opened is closed, and the start fails. */
  signal: AbortSignal;
  /** Told what the inbox cannot go on without; its message is one line for the operator. */
  fail: (error: Error) => void;
}

export interface Inbox {
  /** Where agents reach it. */
  url: string;
  /** Where mail comes in; null of a process that takes none. */
  smtpPort: number | null;
  context: WorkContext;
  /**
   * Says that it is not ready for more, and has open pages go to another node, within the time that the settings name. Calls
   * are answered all the while.
   */
  drain(): Promise<void>;
  /** Stops listening, lets what runs come to its end, closes sockets and the database. May be called twice. */
  close(): Promise<void>;
}

/**
 * Puts the inbox together and opens its ports. When something cannot be had, whatever was opened is closed again.
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
  { settings, root, logger, say, fail }: InboxOptions,
  opened: Closer[],
  closeAll: () => Promise<void>,
): Promise<Inbox> {
  refuseIncomplete(settings.dataDir);
  await checkBackupKey(settings);
  await makeFolder(settings);
  const log = (line: string): void => logger.warn(line);
  const tell = (line: string): void => {
    say(line);
    log(line);
  };
  const endTracing = await openTracing(settings.tracesUrl, log);
  if (endTracing !== null) opened.push(endTracing);
  settings.warnings.forEach(tell);
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, opened, { say, log, fail }));
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const store = openStore({ url: databaseUrl, log });
  opened.push(() => store.close());
  await reach(store, settings);
  const direct = settings.databaseDirectUrl === undefined ? store : openDirect(settings.databaseDirectUrl, log);
  if (direct !== store) opened.push(() => direct.close());
  await migrate(direct.db);
  const standby = settings.databaseStandbyUrl && openStore({ url: settings.databaseStandbyUrl, log, patienceMs: 0 });
  if (standby) opened.push(() => standby.close());
  const reads = standby ? readsWithStandby(store.db, standby.db, log) : readsOf(store.db);
  const key = existsSync(join(settings.dataDir, KEY_FILE)) ? 'found' : 'made';
  const vault = await openVault(settings.dataDir);
  const files = await openUploads(settings, report);
  opened.push(files.close);
  const { uploads } = files;
  if (settings.seed === 'demo' && settings.roles.has('web')) {
    // Loaded only here: an inbox without demo data runs none of its code.
    const { fillWithDemo } = await import('../../demo');
    const closeLater = (close: Closer) => void opened.push(close);
    await fillWithDemo({ settings, databaseUrl, vault, uploads, log, say, closeLater });
  }

  const hub = new Hub(store.db, report);
  const broker = await connectedBroker(settings.brokerUrl, hub, log);
  if (broker !== null) opened.push(broker.close);
  const parts: Node['parts'] = {};
  const context = withChannels({
    db: store.db,
    live: broker ?? hub,
    outboxWoken: () => wakeWork({ parts, broker }, 'outbox'),
    now: () => new Date(),
  });
  const erasing = erasingOf(context, uploads, settings);
  const again = await replayErasures(erasing.deps);
  if (again > 0) tell(`${again} erasures were done again: the data is from before them.`);
  const signingKeys = settings.jwtSecrets
    ? fixedKeys(settings.jwtSecrets)
    : await openSigningKeys(settings.dataDir, new Date());
  const tokens = createTokens(signingKeys, { issuer: settings.jwtIssuer, audience: settings.jwtAudience });
  await noteShares(settings, { db: store.db, tokens, place: files.place });
  const oidc = await openOidc(settings.oidc, { context, tokens, vault, log });

  const draining = new AbortController();
  const app = createApp({ logger, draining: draining.signal, trustedProxies: settings.trustedProxies });
  const readiness = openReadiness({ settings, db: store.db, hub, uploads, tell, report });
  opened.push(readiness.stop);
  const metrics = await openMetrics(app, { settings, store, hub, readiness });
  if (metrics !== null) opened.push(metrics.close);
  const scanner =
    settings.clamav === undefined
      ? undefined
      : createVirusScanner({
          clamd: createClamd(settings.clamav),
          log,
          ...(metrics && { onScan: metrics.scanned }),
        });
  const node: Node = {
    settings,
    root,
    databaseUrl: settings.databaseDirectUrl ?? databaseUrl,
    store,
    direct,
    reads,
    context,
    hub,
    broker,
    vault,
    tokens,
    oidc,
    uploads,
    incomingUploads: scanner === undefined ? uploads : scannedUploads(uploads, scanner),
    scanner,
    erasing,
    app,
    metrics,
    draining: draining.signal,
    readiness,
    parts,
    say,
    log,
    tell,
    report,
    closeLater: (close) => void opened.push(close),
  };
  const { roles } = settings;
  if (roles.has('worker')) openWorker(node);
  if (roles.has('web')) await openWeb(node);
  else serveHealth(app, { readiness, draining: draining.signal });
  opened.push(() => closeApp(app));
  if (roles.has('live')) openLive(node);
  const smtpPort = roles.has('mail') ? await openMail(node) : null;
  await listen(app, settings.port);
  const storage = { db: context.db, vault, uploads, place: files.place, settings, key } as const;
  for (const line of await checkStorage(storage)) tell(line);
  opened.push(watchDisk({ dataDir: settings.dataDir, tell, report }));
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    smtpPort,
    context,
    async drain() {
      draining.abort();
      // In the first half the balancer finds out that this node is not ready, in the second the pages move.
      await delay(settings.drainMs / 2);
      await parts.live?.drain(settings.drainMs / 2);
    },
    close: closeAll,
  };
}

/** Loaded only here: most inboxes are one node, and the client of Redis is a third of the server's code. */
async function connectedBroker(url: string | undefined, hub: Hub, log: (line: string) => void): Promise<Broker | null> {
  if (url === undefined) return null;
  const { connectBroker } = await import('../live/broker');
  return connectBroker(url, hub, log);
}

/** Other processes make no backups, and may not have the key. The code of keys is loaded only where one is set. */
async function checkBackupKey({ roles, backup }: Settings): Promise<void> {
  if (!roles.has('worker') || (backup.key ?? backup.keyFile) === undefined) return;
  const { checkArchiveKey } = await import('../operations/backup/archive-key');
  await checkArchiveKey(backup);
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

/** Past the pooler: for one that listens, and now and then one that migrates. */
const openDirect = (url: string, log: (line: string) => void): Store => openStore({ url, log, max: 2 });

async function embedded(
  { dataDir }: Settings,
  opened: Closer[],
  { say, log, fail }: { say: (line: string) => void; log: (line: string) => void; fail: (error: Error) => void },
): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir, log: say });
  opened.push(() => database.stop());
  database.supervise({ log, giveUp: fail });
  return database.url;
}

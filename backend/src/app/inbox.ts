import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import {
  followRegistry,
  publishBuiltPanels,
  readEmbedReleases,
  recordEmbed,
  recordHost,
  removeAbandoned,
} from '@inbox/federation';
import type { MerchantId } from '@inbox/domain';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { recordReleases } from '../audit/record-releases';
import { createApp, serveApi } from '../http/app';
import { createCallLimits } from '../http/call-limits';
import { allowEmbeddingOrigins } from '../http/cross-origin';
import { serveEmbedDoor } from '../http/embed-door';
import { originOf } from '../http/page-config';
import { servePanelDoor } from '../http/panel-door';
import { serveFrontEnd, type FrontEnd } from '../http/front-end';
import { startMailboxes } from '../channels/email/imap';
import type { MailIntake } from '../channels/email/intake';
import { startMailServer } from '../channels/email/server';
import { ensureSelfSigned, readCertificate } from '../channels/email/certificate';
import type { Broker } from '../live/broker';
import { openLiveServer } from '../live/live-server';
import { Hub } from '../live/hub';
import { serveInsights } from '../main-site/insights';
import { SignInGuard } from '../agents/sign-in-guard';
import { serveMainSite } from '../main-site/site';
import type { Outbox } from '../outbox/worker';
import { composeNotice } from '../channels/email/compose';
import { serveWebhooks, startChannelOutbox, takingInAgain, withChannels } from './channels';
import { listenForAccessChanges } from '../live/access-changes';
import { openStore, type Queryable, type Store } from '../db/connection';
import { openVault } from '../accounts/vault';
import { KEY_FILE } from '../accounts/vault-keys';
import { codeOf } from '../lib/error-words';
import { migrate } from '../db/migrate';
import { createUploads } from '../files/uploads';
import { createClamd } from '../virus-scan/clamd';
import { scannedUploads } from '../virus-scan/scanned-uploads';
import { createVirusScanner } from '../virus-scan/virus-scanner';
import { createPanelWork } from '../panels';
import { replayErasures } from '../privacy/erase/erase-customer';
import type { WorkContext } from '../db/unit-of-work';
import { startExports } from '../exports/export-runner';
import { startScheduledMails } from '../messages/scheduled-due';
import { startFollowUps } from '../tickets/follow-up-due';
import { fixedKeys, openSigningKeys } from '../agents/signing-keys';
import { createTokens } from '../agents/token';
import { refuseIncomplete } from './backup/data-files';
import { startBackups } from './backup/schedule';
import { watchDisk } from './disk';
import { checkStorage } from './storage-check';
import { startEmbeddedDatabase } from './database';
import { erasingOf } from './erasing';
import { startHousekeeping } from './housekeeping';
import { startKeyCare } from './keys/key-care';
import { startReleaseSweep } from './old-releases';
import { openMetrics } from './metrics';
import { startNightly } from './nightly';
import { openTracing } from './tracing';
import { closeApp, listen } from './listen';
import { openOidc } from './open-oidc';
import { openPasswordMails } from './open-password-mails';
import type { Settings } from './settings';
import { createTelephony } from '../channels/phone/telephony';
import { createShopConnector } from '../shop/shop-connector';
import { createTemplateSource } from '../channels/whatsapp';

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
  /** Where mail comes in. */
  smtpPort: number;
  context: WorkContext;
  /**
   * Says that it is not ready for more, and has open pages go to another node, within the time that the settings name. Calls
   * are answered all the while.
   */
  drain(): Promise<void>;
  /** Stops listening, lets what runs come to its end, closes sockets and the database. May be called twice. */
  close(): Promise<void>;
}

type Closer = () => Promise<void> | void;

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
  await makeFolder(settings);
  const log = (line: string): void => logger.warn(line);
  const tell = (line: string): void => {
    say(line);
    log(line);
  };
  const endTracing = await openTracing(settings.tracesUrl, log);
  if (endTracing !== null) opened.push(endTracing);
  settings.secretFiles.warnings.forEach(tell);
  const databaseUrl = settings.databaseUrl ?? (await embedded(settings, opened, { say, log, fail }));
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const store = openStore({ url: databaseUrl, log });
  opened.push(() => store.close());
  await reach(store, settings);
  await migrate(store.db);
  const key = existsSync(join(settings.dataDir, KEY_FILE)) ? 'found' : 'made';
  const vault = await openVault(settings.dataDir);
  const uploads = createUploads(settings.uploadsDir);
  if (settings.seed === 'demo') {
    // Loaded only here: an inbox without demo data runs none of its code.
    const { fillWithDemo } = await import('../../demo');
    const closeLater = (close: Closer) => void opened.push(close);
    await fillWithDemo({ settings, databaseUrl, vault, uploads, log, say, closeLater });
  }

  const hub = new Hub(store.db, report);
  const broker = await connectedBroker(settings.brokerUrl, hub, log);
  if (broker !== null) opened.push(broker.close);
  const later: { outbox?: Outbox; intake?: MailIntake } = {};
  const context = withChannels({
    db: store.db,
    live: broker ?? hub,
    outboxWoken: () => later.outbox?.wake(),
    now: () => new Date(),
  });
  const erasing = erasingOf(context, uploads, settings);
  const again = await replayErasures(erasing.deps);
  if (again > 0) tell(`${again} erasures were done again: the data is from before them.`);
  const signingKeys = settings.jwtSecrets
    ? fixedKeys(settings.jwtSecrets)
    : await openSigningKeys(settings.dataDir, new Date());
  const tokens = createTokens(signingKeys, { issuer: settings.jwtIssuer, audience: settings.jwtAudience });
  opened.push(startHousekeeping(context, uploads, report, settings.auditDays));
  opened.push(startKeyCare({ db: context.db, vault, dataDir: settings.dataDir, log, report }));
  opened.push(startNightly({ erasing, nightHour: settings.nightHour, log, report }));
  opened.push(startFollowUps(context, report));
  opened.push(startScheduledMails(context, uploads, report));

  const draining = new AbortController();
  const app = createApp({ logger, draining: draining.signal });
  const metrics = await openMetrics(app, { settings, store, hub });
  if (metrics !== null) opened.push(metrics.close);
  const scanner =
    settings.clamav === undefined
      ? undefined
      : createVirusScanner({
          clamd: createClamd(settings.clamav),
          log,
          ...(metrics && { onScan: metrics.scanned }),
        });
  /** What agents and channels bring; what the inbox makes itself, and mails as they come, go to the plain ones. */
  const incomingUploads = scanner === undefined ? uploads : scannedUploads(uploads, scanner);
  allowEmbeddingOrigins(app, context.db);
  const live = openLiveServer(app.server, { context, tokens, vault, hub, report });
  const exports = startExports({ context, uploads, log, composeMail: composeNotice });
  opened.push(exports.stop);
  const telephony = createTelephony(store.db, vault, log);
  const templates = createTemplateSource(context, vault, log);
  const { channelTimeoutMs: timeoutMs, automationMayReachPrivate: mayReachPrivate } = settings;
  const shop = createShopConnector({ context, vault, log, mayReachPrivate });
  opened.push(shop.stop);
  const { dataDir: panelData, rollback: bounds } = settings;
  const panels = createPanelWork({ context, dataDir: panelData, bounds, log, report });
  opened.push(panels.stop);
  const sessionEnded = live.sessionEnded;
  const renderPage = (await serveBuilt(app, settings, root, say))?.renderPage;
  const registryChanged = (revision: number): void => {
    live.panelsChanged(revision);
    recordReleases(store.db, settings.dataDir).catch(report);
  };
  opened.push(followRegistry(settings.dataDir, registryChanged));
  opened.push(startReleaseSweep({ settings, running: live.releasesInUse, log, report }));
  const oidc = await openOidc(settings.oidc, { context, tokens, vault, log });
  const passwordMails = openPasswordMails(settings, { context, uploads, oidc, log, report });
  if (passwordMails !== undefined) opened.push(passwordMails.stop);
  const deps = {
    context,
    tokens,
    oidc,
    passwordMails,
    vault,
    guard: new SignInGuard(context, report),
    uploads: incomingUploads,
    callLimits: createCallLimits(settings.calls, broker?.client),
    erasedLists: erasing.deps.listDirs,
    telephony,
    templates,
    shop,
    panels,
    published: { dataDir: settings.dataDir, url: settings.panelsUrl },
    draining: draining.signal,
    renderPage,
    sessionEnded,
    exportOrdered: exports.wake,
    pagesOf: (merchantId: MerchantId) => hub.pagesOf(merchantId),
    takeInAgain: takingInAgain({
      context,
      vault,
      uploads,
      intake: {
        async take(mailboxes, mail) {
          if (later.intake === undefined) throw new Error('The inbox is still starting.');
          await later.intake.take(mailboxes, mail);
        },
      },
    }),
  };
  serveApi(app, deps);
  servePanelDoor(app, { context, dataDir: settings.dataDir });
  serveMainSite(app, deps);
  serveInsights(app, join(root, 'examples/analytics'));
  await serveEmbed(app, context.db, settings, root);
  serveWebhooks(app, { context, vault, log });

  later.outbox = startChannelOutbox({
    context,
    vault,
    uploads: incomingUploads,
    log,
    mayReachPrivate,
    timeoutMs,
    ...(metrics && { onAnswer: metrics.answered }),
  });
  opened.push(later.outbox.stop);
  opened.push(() => closeApp(app));
  opened.push(live.close);
  const access = listenForAccessChanges({
    pool: store.pool,
    onChange: live.accessChanged,
    onMissed: live.accessMissed,
    log,
  });
  opened.push(access.stop);
  const { smtpCertificate: files, dataDir, senders, smtpPort: mailPort } = settings;
  const certificate = files === undefined ? await ensureSelfSigned(dataDir) : await readCertificate(files);
  const mail = await startMailServer({
    context,
    uploads,
    log,
    port: mailPort,
    certificate,
    scanner,
    ...(senders && { senders }),
  });
  opened.push(mail.close);
  later.intake = mail.intake;
  const mailboxes = startMailboxes({ context, vault, uploads, log, intake: mail.intake });
  opened.push(mailboxes.stop);
  await listen(app, settings.port);
  for (const line of await checkStorage({ db: context.db, vault, uploads, settings, key })) tell(line);
  opened.push(watchDisk({ dataDir: settings.dataDir, tell, report }));
  opened.push(startBackups({ settings, databaseUrl, log: tell, report }));
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    smtpPort: mail.port,
    context,
    async drain() {
      draining.abort();
      // In the first half the balancer finds out that this node is not ready, in the second the pages move.
      await delay(settings.drainMs / 2);
      await live.drain(settings.drainMs / 2);
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

/** The built host and panels; a panel's new build is published at the start. */
async function serveBuilt(
  app: FastifyInstance,
  settings: Settings,
  root: string,
  say: (line: string) => void,
): Promise<FrontEnd | undefined> {
  const hostDir = join(root, 'host/dist');
  if (!existsSync(join(hostDir, 'index.html'))) {
    say('The interface is not built: only the backend is served.');
    return undefined;
  }
  const remotes = join(root, 'remotes');
  const built = (await readdir(remotes)).sort().map((name) => join(remotes, name, 'dist'));
  await recordHost(settings.dataDir, hostDir);
  await removeAbandoned(settings.dataDir);
  await publishBuiltPanels(settings.dataDir, built, say);
  return serveFrontEnd(app, { hostDir, ...settings });
}

/** `embed.js` in every version that there was. */
async function serveEmbed(app: FastifyInstance, db: Queryable, settings: Settings, root: string): Promise<void> {
  const { dataDir, panelsUrl } = settings;
  const current = await recordEmbed(dataDir, join(root, 'embed/dist'));
  const releases = await readEmbedReleases(dataDir);
  serveEmbedDoor(app, { db, current, releases, panelOrigin: panelsUrl && originOf(panelsUrl) });
}

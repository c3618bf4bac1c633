import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { allCalls, type AnyCallName } from '@inbox/api/all-calls';
import type { Call } from '@inbox/api/wire';
import type { AgentId, MerchantId, Schema } from '@inbox/domain';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { WebSocket, type ClientOptions } from 'ws';
import type { Need } from '../platform/readiness/readiness';
import { serveMainSite } from '../main-site/site';
import { listenForAccessChanges } from '../live/access-changes';
import type { Queryable } from '../platform/db/connection';
import type { LaggingReads } from '../platform/db/lagging-reads';
import { startMailIntake } from '../channels/email/receive/intake';
import { createTestDatabase } from './database';
import { createUploads, type Uploads } from '../platform/files/uploads';
import { scannedUploads } from '../platform/virus-scan/scanned-uploads';
import type { VirusScanner } from '../platform/virus-scan/virus-scanner';
import { serveWebhooks, reprocessDeadLetters, withChannels, type UseCaseContext } from '../app/channels';
import { openVault, type Vault } from '../accounts/vault';
import { createPanelWork } from '../panels';
import { createShopConnector, type ShopConnectorDeps } from '../shop/shop-connector';
import type { SystemMail } from '../channels/email/send/system-mail';
import { startPasswordMails } from '../main-site/password-reset/send-password-mails';
import type { Oidc, OidcDeps } from '../agents/oidc';
import { withoutPasswords } from '../agents/oidc/without-passwords';
import { startSession } from '../agents/sign-in/sign-in';
import { SignInGuard } from '../agents/sign-in/sign-in-guard';
import { fixedKeys } from '../agents/sessions/signing-keys';
import { createTokens } from '../agents/sessions/token';
import { createApp, serveApi } from '../app/api/app';
import { allowEmbeddingOrigins } from '../embed/cross-origin';
import type { HttpDeps } from '../http/deps';
import { openLiveServer, type LiveServer } from '../live/live-server';
import { Hub } from '../live/hub';

export interface Answered {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

export interface CallParts {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

/** The agents' calls and socket over a database of their own, for tests. */
export interface TestInbox {
  app: FastifyInstance;
  /** Of the database. */
  url: string;
  db: Queryable;
  context: UseCaseContext;
  live: LiveServer;
  uploads: Uploads;
  /** Needs that the inbox has and that are not met; a test changes them. */
  unmet: Need[];
  vault: Vault;
  /** Holds the registry and the published panels. */
  dataDir: string;
  /** Errors that they reported as their own fault. */
  faults: unknown[];
  /** The tests' clock: settable, and by default the time that it is. */
  clock: { now(): Date };
  signIn(merchantId: MerchantId, agentId: AgentId): Promise<string>;
  call(token: string | null, name: AnyCallName, parts?: CallParts): Promise<Answered>;
  /** Opens a socket on the listening server; `since` as a client that reconnects names it. */
  socket(token: string, since?: number, options?: ClientOptions): Promise<WebSocket>;
  close(): Promise<void>;
}

export async function startTestInbox({
  heartbeatMs,
  imageFetching,
  callLimits,
  scanner,
  shop: shopOptions,
  onRoute,
  openOidc,
  systemMail,
  readsOf,
}: {
  heartbeatMs?: number;
  shop?: Partial<Pick<ShopConnectorDeps, 'clock' | 'patienceMs' | 'breaking'>>;
  /** Of files; left out, they are not scanned. */
  scanner?: VirusScanner;
  /** Told of the address of each route. */
  onRoute?: (url: string) => void;
  /** Reads that may be a little behind; left out, of the database itself. */
  readsOf?: (db: Queryable) => LaggingReads;
  /** Sends the inbox's own mails; left out, it sends none. */
  systemMail?: SystemMail;
  /** Makes the sign-in at an identity provider. */
  openOidc?: (deps: Omit<OidcDeps, 'settings' | 'merchantId' | 'log'>) => Promise<Oidc>;
} & Pick<HttpDeps, 'imageFetching' | 'callLimits'> = {}): Promise<TestInbox> {
  const test = await createTestDatabase();
  const faults: unknown[] = [];
  const report = (error: unknown): void => void faults.push(error);
  const logger = pino({ level: 'error' }, { write: report });
  const clock = { now: () => new Date() };
  const hub = new Hub(test.db, report, () => clock.now());
  const work = { db: test.db, live: hub, outboxWoken: () => undefined, now: () => clock.now() };
  const context = withChannels(work);
  const tokens = createTokens(fixedKeys(['a secret for tests, long enough to be one']));
  const vaultDir = await mkdtemp(join(tmpdir(), 'inbox-vault-'));
  const vault = await openVault(vaultDir);
  const app = createApp({ logger });
  if (onRoute) app.addHook('onRoute', ({ url }) => onRoute(url));
  allowEmbeddingOrigins(app, test.db);
  const live = openLiveServer(app.server, { context, tokens, vault, hub, report, ...(heartbeatMs && { heartbeatMs }) });
  const access = listenForAccessChanges({
    pool: test.pool,
    onChange: live.accessChanged,
    onMissed: live.accessMissed,
    log: () => undefined,
  });
  await access.ready;
  const plain = createUploads(join(vaultDir, 'files'));
  const uploads = scanner === undefined ? plain : scannedUploads(plain, scanner);
  const telephony = { connect: async () => ({ kind: 'taken', externalId: randomUUID() }) as const };
  const templates = { sync: async () => undefined };
  const log = (): void => undefined;
  const intake = startMailIntake({ context, uploads: plain, log });
  const bounds = { loads: 5, share: 0.2 };
  const unmet: Need[] = [];
  const panels = createPanelWork({ context, dataDir: vaultDir, bounds, log, report });
  const shop = createShopConnector({ context, vault, log, mayReachPrivate: true, ...shopOptions });
  serveWebhooks(app, { context, vault, log });
  const agents = {
    tokens,
    vault,
    guard: new SignInGuard(context, report),
    erasedLists: [],
    readiness: { problems: async () => [], lasting: () => unmet },
    telephony,
    templates,
    shop,
    panels,
    published: { dataDir: vaultDir, url: undefined },
    sessionEnded: live.sessionEnded,
    exportOrdered: () => undefined,
    pagesOf: async (merchantId: MerchantId) => hub.pagesOf(merchantId),
    reprocessDeadLetter: reprocessDeadLetters({ context, vault, uploads: plain, intake }),
  };
  const deps = {
    context,
    reads: readsOf?.(test.db),
    uploads,
    callLimits,
    ...agents,
    ...(imageFetching && { imageFetching }),
  };
  serveApi(app, deps);
  const oidc = await openOidc?.({ context, tokens, vault });
  const passwordMails =
    systemMail &&
    startPasswordMails({
      context,
      mail: systemMail,
      url: 'https://inbox.example',
      withoutPasswords: withoutPasswords(oidc),
      log,
      report,
    });
  serveMainSite(app, { ...deps, oidc, passwordMails });
  let listening: Promise<string> | undefined;

  return {
    app,
    url: test.url,
    db: test.db,
    context,
    live,
    uploads,
    unmet,
    vault,
    dataDir: vaultDir,
    faults,
    clock,
    async signIn(merchantId, agentId) {
      const token = await startSession({ ...context, tokens }, merchantId, agentId);
      if (token === undefined) throw new Error('There is no such agent.');
      return `jwt ${token}`;
    },
    async call(token, name, { params = {}, query, body } = {}) {
      const { method, path }: Call<unknown, unknown, unknown, unknown> = allCalls[name];
      const response = await app.inject({
        method,
        url: path.replace(/:(\w+)/g, (_, key: string) => String(params[key])),
        headers: token === null ? {} : { authorization: token },
        ...(query && { query }),
        ...(method === 'POST' && { payload: JSON.stringify(body ?? {}), headers: headersOf(token) }),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    async socket(token, since, options) {
      await (listening ??= app.listen({ port: 0, host: '127.0.0.1' }));
      const { port } = app.server.address() as AddressInfo;
      const query = new URLSearchParams({
        jwt: token.replace('jwt ', ''),
        ...(since !== undefined && { since: String(since) }),
      });
      return new WebSocket(`ws://127.0.0.1:${port}/ws/inbox/?${query.toString()}`, options);
    },
    async close() {
      await passwordMails?.stop();
      await access.stop();
      await live.close();
      await shop.stop();
      await panels.stop();
      await intake.close();
      await app.close();
      await test.drop();
      await rm(vaultDir, { recursive: true, force: true });
    },
  };
}

const headersOf = (token: string | null): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token !== null && { authorization: token }),
});

/** The data of a successful answer, as the call's schema reads it; throws what the server said when it failed. */
export function dataOf<Answer>(call: { answer: Schema<Answer> }, answered: Answered): Answer {
  const { body } = answered;
  if (answered.status !== 200 || typeof body !== 'object' || body === null || !('data' in body)) {
    throw new Error(`${answered.status} ${JSON.stringify(body)}`);
  }
  return call.answer.parse(body.data);
}

/** Waits for a socket's close, and answers its code. */
export async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

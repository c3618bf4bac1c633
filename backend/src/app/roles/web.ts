import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  followRegistry,
  publishBuiltPanels,
  readEmbedReleases,
  recordEmbed,
  recordHost,
  removeAbandoned,
} from '@inbox/federation';
import type { AgentId, MerchantId } from '@inbox/domain';
import { SignInGuard } from '../../agents/sign-in/sign-in-guard';
import { recordReleases } from '../../audit/record-releases';
import { startMailIntake } from '../../channels/email/receive/intake';
import { createTelephony } from '../../channels/phone/telephony';
import { createTemplateSource } from '../../channels/whatsapp';
import { serveApi } from '../api/app';
import { createCallLimits } from '../../http/call-limits';
import { serveCellRoutes } from '../../cells/routes';
import { allowEmbeddingOrigins } from '../../embed/cross-origin';
import type { HttpDeps } from '../../http/deps';
import { serveEmbedRoutes } from '../../embed/routes';
import { serveFrontEnd } from '../../platform/front-end/front-end';
import { originOf } from '../../platform/front-end/page-config';
import { servePanelRoutes } from '../../panels/panel-routes';
import { serveInsights } from '../../main-site/insights';
import { serveMainSite } from '../../main-site/site';
import { readPages } from '../../live/node-pages';
import { codeOf } from '../../platform/errors/errors';
import { createPanelWork } from '../../panels';
import { panelsCheck } from '../../platform/readiness/check-panels';
import { NotReady } from '../../platform/readiness/readiness';
import { createShopConnector } from '../../shop/shop-connector';
import { serveWebhooks, reprocessDeadLetters } from '../channels';
import { wakeWork, type Node } from './node';

/** Pages, panels, calls, the sign-in and what channels deliver by HTTP. */
export async function openWeb(node: Node): Promise<void> {
  const { settings, root, app, context, vault, store, log, report, closeLater, parts } = node;
  const { dataDir } = settings;
  allowEmbeddingOrigins(app, context.db);
  const shop = createShopConnector({ context, vault, log, mayReachPrivate: settings.automationMayReachPrivate });
  closeLater(shop.stop);
  const panels = createPanelWork({ context, dataDir, bounds: settings.rollback, log, report });
  closeLater(panels.stop);
  await serveBuilt(node);
  closeLater(followRegistry(dataDir, () => void recordReleases(store.db, dataDir).catch(report)));
  const deps: HttpDeps = {
    context,
    tokens: node.tokens,
    reads: node.reads,
    oidc: node.oidc,
    passwordMails: settings.systemMail && { wake: () => wakeWork(node, 'password_mails') },
    vault,
    guard: new SignInGuard(context, report),
    uploads: node.incomingUploads,
    callLimits: createCallLimits(settings.calls, node.broker?.client),
    erasedLists: node.erasing.deps.listDirs,
    telephony: createTelephony(store.db, vault, log),
    templates: createTemplateSource(context, vault, log),
    shop,
    panels,
    published: { dataDir, url: settings.panelsUrl },
    draining: node.draining,
    readiness: node.readiness,
    sessionEnded: (id) => parts.live?.sessionEnded(id),
    exportOrdered: () => wakeWork(node, 'exports'),
    pagesOf: (merchantId) => pagesOf(node, merchantId),
    reprocessDeadLetter: reprocessDeadLetters({
      context,
      vault,
      uploads: node.uploads,
      intake: { take: async (mailboxes, mail) => intakeOf(node).take(mailboxes, mail) },
    }),
  };
  serveApi(app, deps);
  servePanelRoutes(app, { context, dataDir });
  serveMainSite(app, deps);
  serveInsights(app, join(root, 'examples/analytics'));
  await serveEmbed(node);
  serveWebhooks(app, { context, vault, log, cellSecret: settings.cellSecret });
  serveCellRoutes(app, { db: store.db, secret: settings.cellSecret });
}

/** Who has how many pages open, here and at all other processes. */
async function pagesOf(
  { hub, store, broker, parts }: Node,
  merchantId: MerchantId,
): Promise<ReadonlyMap<AgentId, number>> {
  const pages = new Map(hub.pagesOf(merchantId));
  if (broker === null) return pages;
  const others = await (parts.nodePages?.ofOthers(merchantId) ?? readPages(store.db, merchantId, null));
  for (const [id, count] of others) pages.set(id, (pages.get(id) ?? 0) + count);
  return pages;
}

/** For dead letters of mail that are reprocessed; a process that has no mail server opens one of its own for the first of them. */
function intakeOf(node: Node): NonNullable<Node['parts']['intake']> {
  const { parts, settings, context, uploads, log, scanner, closeLater } = node;
  const { senders } = settings;
  if (parts.intake === undefined) {
    const own = startMailIntake({ context, uploads, log, scanner, ...(senders && { senders }) });
    closeLater(own.close);
    parts.intake = own;
  }
  return parts.intake;
}

/** The built host and panels; a panel's new build is published at the start. */
async function serveBuilt({ app, settings, root, say, readiness }: Node): Promise<void> {
  const hostDir = join(root, 'host/dist');
  if (!existsSync(join(hostDir, 'index.html'))) {
    return say('The interface is not built: only the backend is served.');
  }
  const remotes = join(root, 'remotes');
  const built = (await readdir(remotes)).sort().map((name) => join(remotes, name, 'dist'));
  await recordHost(settings.dataDir, hostDir);
  await removeAbandoned(settings.dataDir);
  await publishBuiltPanels(settings.dataDir, built, say);
  const { renderPage } = serveFrontEnd(app, { hostDir, ...settings });
  readiness.add('page', async () => {
    await renderPage().catch((error: unknown) => {
      throw new NotReady(`The page cannot be made (${codeOf(error) ?? 'unknown error'}).`, { cause: error });
    });
  });
  readiness.add('panels', panelsCheck(settings.dataDir, settings.panelsUrl === undefined));
}

/** `embed.js` in every version that there was. */
async function serveEmbed({ app, context: { db }, settings, root }: Node): Promise<void> {
  const { dataDir, panelsUrl } = settings;
  const current = await recordEmbed(dataDir, join(root, 'embed/dist'));
  const releases = await readEmbedReleases(dataDir);
  serveEmbedRoutes(app, { db, current, releases, panelOrigin: panelsUrl && originOf(panelsUrl) });
}

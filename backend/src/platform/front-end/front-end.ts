import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import {
  findHostFile,
  firstReleases,
  PAGE_RELEASE_HEADER,
  pageRegistry,
  pageRelease,
  readRegistry,
  renderHostHtml,
  servedRegistry,
} from '@inbox/federation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  configBlock,
  mainSiteFor,
  hostVersionOf,
  mayOverridePanels,
  originOf,
  ownScriptsOf,
  pagePolicy,
} from './page-config';
import { serveServiceWorker } from './service-worker';

const toBrotli = promisify(brotliCompress);

/** What a browser may keep for ever: its name changes with its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Paths that are never the shell's page, whatever lies below them. */
const NOT_THE_PAGE = /^\/(?:api|ws|channels|panels|embed|main-site|assets|healthz|readyz|registry\.json)(?:\/|$)/;

export interface FrontEndOptions {
  /** The built host. */
  hostDir: string;
  /** Holds registry.json and the published panels. */
  dataDir: string;
  panelsDir: string;
  /** Where agents sign in, when it is set. */
  mainSiteUrl: string | undefined;
  /** Host names, besides the developer's own machine, at which `?panel=` brings a developer's build into the page. */
  overrideHosts: readonly string[];
  /** May browsers store what pages have shown? */
  browserMemory: boolean;
  /** May browsers have the service worker? */
  serviceWorker: boolean;
  /** Share of the pages that measure how fast they are, 0 to 1. */
  vitalsShare: number;
  /** Milliseconds that a page waits for a panel's code. */
  panelTimeoutMs: number;
  /** Where the panels' files are served besides this server, without a trailing slash. */
  panelsUrl: string | undefined;
}

export interface FrontEnd {
  /** Makes the shell's page as it is now. Rejects when its own file cannot be read; nothing of a panel can do that. */
  renderPage(): Promise<string>;
}

/** Serves the built shell, the published panels and the registry, all from one origin. */
export function serveFrontEnd(app: FastifyInstance, options: FrontEndOptions): FrontEnd {
  const { hostDir, dataDir, panelsDir, panelsUrl } = options;
  const shared = { preCompressed: true, index: false, cacheControl: false, lastModified: false } as const;
  // The host's files are known at the start and get a route each; panels are published while the server runs.
  app.register(fastifyStatic, {
    ...shared,
    root: hostDir,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.map', 'host.json', 'service-worker.js*'],
    setHeaders: (response) => void response.setHeader('cache-control', IMMUTABLE),
  });
  app.register(fastifyStatic, {
    ...shared,
    root: panelsDir,
    prefix: '/panels/',
    decorateReply: false,
    setHeaders: (response) => {
      response.setHeader('cache-control', IMMUTABLE);
      // Scripts of listed origins may read them (`allowEmbeddingOrigins`); what panels show as pictures says no origin.
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
    },
  });

  app.get('/registry.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(servedRegistry(await readRegistry(dataDir), panelsUrl)),
  );

  // The shell's page has the same in it; a page of another product has it in one request with what its panel begins with.
  app.get('/embed/registry.json', async (_request, reply) => {
    const registry = await readRegistry(dataDir);
    const releases = await firstReleases(registry, dataDir, panelsUrl);
    const { panelTimeoutMs } = options;
    const told = { ...pageRegistry(registry, releases, panelsUrl), panelTimeoutMs };
    return reply.header('cache-control', 'no-cache').send(told);
  });

  const panelOrigin = panelsUrl === undefined ? undefined : originOf(panelsUrl);
  serveServiceWorker(app, { ...options, panelOrigin });

  const render = createRenderer(options);
  const page = createPage({ ...options, panelOrigin }, render);
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = !NOT_THE_PAGE.test(path) && !/\.[a-z\d]+$/i.test(path);
    if (isPage) return page(request, reply);
    // A lazy part of the shell that an open page has, and the shell of now has under another name.
    const file = path.slice(1);
    const older = await findHostFile(dataDir, file);
    return older === null ? reply.callNotFound() : reply.sendFile(file, older);
  });
  return { renderPage: async () => (await render(false)).html };
}

/** Decides on the panels that the page preloads, with what they say of themselves. */
const namesTicket = (path: string): boolean => /^\/inbox\/tickets\/\d+\/?$/.test(path);

interface Rendered {
  html: string;
  /** What the page is made from: see `pageRelease`. */
  release: string;
}

type Renderer = (ticketInAddress: boolean) => Promise<Rendered>;

/** The page with the registry in it; rendered anew when the registry's file or the page has changed. */
function createRenderer({ hostDir, dataDir, panelsUrl }: FrontEndOptions): Renderer {
  let rendered = { of: '', pages: new Map<boolean, Rendered>() };
  return async (ticketInAddress) => {
    const files = [join(hostDir, 'index.html'), join(dataDir, 'registry.json')];
    const states = await Promise.all(files.map((file) => stat(file).catch(() => null)));
    const of = JSON.stringify(states.map((state) => state && [state.mtimeMs, state.size, state.ino]));
    if (rendered.of !== of) rendered = { of, pages: new Map() };
    const { pages } = rendered;
    const known = pages.get(ticketInAddress);
    if (known !== undefined) return known;
    const html = await readFile(join(hostDir, 'index.html'), 'utf8');
    const registry = await readRegistry(dataDir);
    const page = {
      html: await renderHostHtml(html, registry, dataDir, ticketInAddress, panelsUrl),
      release: pageRelease(hostVersionOf(html), registry.revision),
    };
    pages.set(ticketInAddress, page);
    return page;
  };
}

interface PageOptions extends FrontEndOptions {
  /** The other origin that serves the panels' files, if one does. */
  panelOrigin: string | undefined;
}

function createPage(options: PageOptions, render: Renderer) {
  const { mainSiteUrl, overrideHosts, browserMemory, serviceWorker, vitalsShare, panelTimeoutMs, panelOrigin } =
    options;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const nonce = randomBytes(16).toString('base64');
    const { hostname } = request;
    const config = {
      mainSite: mainSiteFor(mainSiteUrl, hostname),
      panelOverrides: mayOverridePanels(overrideHosts, hostname),
      memory: browserMemory,
      worker: serviceWorker,
      vitals: Math.random() < vitalsShare,
      panelTimeoutMs,
      panelOrigin,
    };
    const { html: built, release } = await render(namesTicket(request.url.split('?')[0] ?? '/'));
    const html = Buffer.from(configBlock(built, config, nonce));
    reply.headers({
      'content-security-policy': pagePolicy(nonce, config, ownScriptsOf(built)),
      'cache-control': 'no-cache',
      [PAGE_RELEASE_HEADER]: release,
      vary: 'accept-encoding',
    });
    reply.type('text/html; charset=utf-8');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return void (await reply.send(html));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
    await reply.header('content-encoding', 'br').send(await toBrotli(html, { params }));
  };
}

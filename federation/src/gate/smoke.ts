import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import * as z from 'zod/mini';
import { containerName } from '../facts/panel-facts';
import { MANIFEST } from '../publish/read-back';
import { RegistryError } from '../registry/registry';
import type { MountShell } from './mount-shell';

/** Milliseconds that a panel may take to show something. */
const SHOWS_WITHIN_MS = 20_000;

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' };

interface SmokeOptions {
  /** Where `@playwright/test` is installed, if it is. */
  root: string;
  shell: MountShell;
  panel: string;
  dist: string;
}

/** What became of the mount, as the page tells it. */
const Mounted = z.object({ shown: z.boolean(), error: z.nullable(z.string()) });

/**
 * Mounts the build in a browser, beside the shared modules of the live shell, in a page where nobody is signed in and no
 * call is answered. It must load, show something, and leave nothing behind.
 *
 * @returns why it was not done, where it could not be: no shell, no browser
 * @throws RegistryError with what the page says
 */
export async function smokeMount({ root, shell, panel, dist }: SmokeOptions): Promise<string | null> {
  // Without the element that the shell starts in its scripts offer what they share, and no more runs.
  const page = (await shell.page())?.replace('id="root"', '');
  if (page === undefined) return shell.absent;
  const chromium = findBrowser(root);
  if (!chromium) return '@playwright/test is not installed here';
  const browser = await chromium.launch(launchOptions()).catch(() => null);
  if (!browser) return 'there is no Chromium: name one in INBOX_CHROMIUM';
  const server = await serve(page, shell, dist);
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const { shown, error } = z.parse(
      Mounted,
      await tab.evaluate(`(${MOUNT})(${JSON.stringify([containerName(panel), SHOWS_WITHIN_MS])})`),
    );
    if (error === null && shown) return null;
    throw new RegistryError(
      `${panel} is refused: mounted in a browser it ${error === null ? 'shows nothing' : `fails, ${error}`}. ` +
        `Look at it with pnpm dev ${panel}.`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * Runs in the page: loads the panel through the shell's federation runtime and mounts it as an embedding page does, as text,
 * since a bundler's helpers are not there.
 */
const MOUNT = `async ([container, limit]) => {
  let error = null;
  const fail = (why) => { error ??= why instanceof Error ? why.name + ': ' + why.message : String(why); };
  try {
    const runtime = globalThis.__FEDERATION__.__INSTANCES__.find(({ name }) => name === 'inbox_host');
    runtime.registerRemotes([{ name: container, entry: location.origin + '/panel/${MANIFEST}' }]);
    const { default: panel } = await runtime.loadRemote(container + '/panel');
    addEventListener('error', (event) => fail(event.error ?? event.message));
    const place = document.createElement('div');
    document.body.append(place);
    const ports = {
      auth: { getToken: async () => null, onSignedOut: () => () => undefined },
      api: { baseUrl: location.origin, transport: () => new Promise(() => undefined) },
      navigate: () => undefined,
      report: ({ level, message }) => { if (level === 'error') fail(message); },
    };
    const theme = { mode: 'light' };
    const handle = panel.mount(place, { props: {}, instanceId: 'smoke', ports, theme, locale: 'en-IN' });
    const isShown = () => place.querySelector('[data-panel]')?.childElementCount > 0;
    const shown = await new Promise((resolve) => {
      const look = () => { if (error !== null || isShown()) done(isShown()); };
      const watch = new MutationObserver(look);
      const timer = setTimeout(() => done(isShown()), limit);
      const done = (is) => { watch.disconnect(); clearTimeout(timer); resolve(is); };
      watch.observe(place, { childList: true, subtree: true });
      handle.ready.then(() => done(isShown()), (why) => { fail(why); done(false); });
      look();
    });
    // What it throws in its first effects comes before the next frame is over.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const before = error;
    await handle.unmount();
    const left = place.childNodes.length > 0 ? 'it leaves something behind when it is unmounted' : null;
    return { shown, error: before ?? left };
  } catch (why) {
    fail(why);
    return { shown: false, error };
  }
}`;

/** As much of Playwright as is used here. */
interface Browsers {
  chromium: {
    launch(options: { args: string[]; executablePath?: string }): Promise<{
      newPage(): Promise<{
        goto(url: string): Promise<unknown>;
        evaluate(code: string): Promise<unknown>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

function findBrowser(root: string): Browsers['chromium'] | null {
  try {
    return (createRequire(join(root, 'package.json'))('@playwright/test') as Browsers).chromium;
  } catch {
    return null;
  }
}

function launchOptions() {
  const executablePath = process.env['INBOX_CHROMIUM'];
  // As root Chromium has no sandbox.
  const args = [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--no-first-run',
  ];
  return executablePath ? { args, executablePath } : { args };
}

async function serve(page: string, shell: MountShell, dist: string): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      if (path === '/') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      const name = basename(path);
      const isOfPanel = path.startsWith('/panel/');
      const bytes = await (isOfPanel ? readFile(join(dist, name)).catch(() => null) : shell.file(name));
      if (bytes === null) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}

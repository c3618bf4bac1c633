import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import { requireChromium } from '../../../scripts/lib/chromium.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { closes } from '../opened';
import { QUIET } from './browser';

/** With these it draws each page as one that is looked at, and from its begin, as Playwright's does. */
const LOOKED_AT = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=PaintHolding',
];

type Params = Record<string, unknown>;

/** One page of the devtools protocol. */
export interface PlainPage {
  send(method: string, params?: Params): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): void;
  close(): Promise<void>;
}

/**
 * A browser in which only what is asked for is watched. Playwright has every page's scripts watched: each Error that a
 * page makes is then traced to its places in the source, for which the browser reads those scripts once more, and React
 * makes four when it is loaded. That is a seventh of a first list's CPU, and no agent's browser does it.
 */
export interface PlainBrowser extends PageOpener {
  /** An empty page in a context of its own, with nothing cached. */
  newPage(size: PageSize): Promise<PlainPage>;
  /** A context that keeps what its pages store. */
  newContext(): Promise<PlainContext>;
  close(): Promise<void>;
}

export interface PlainContext extends PageOpener {
  close(): Promise<void>;
}

export interface PageOpener {
  newPage(size: PageSize): Promise<PlainPage>;
}

export interface PageSize {
  width: number;
  height: number;
}

const Message = z.object({
  id: z.optional(z.int()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
  sessionId: z.optional(z.string()),
});
const Context = z.object({ browserContextId: z.string() });
const Target = z.object({ targetId: z.string() });
const Session = z.object({ sessionId: z.string() });

interface Awaited {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const eventKey = (sessionId = '', event = '') => `${sessionId} ${event}`;

export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'inbox-bench-browser-'));
  const args = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...QUIET, ...LOOKED_AT];
  const child = spawn(await requireChromium(ROOT), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    for (const ending of ['exit', 'error']) child.once(ending, () => resolve());
  });
  const [, , , into, from] = child.stdio;
  if (!(into instanceof Writable) || !(from instanceof Readable)) throw new Error('The browser has no pipes.');
  const awaited = new Map<number, Awaited>();
  const listeners = new Map<string, ((params: unknown) => void)[]>();
  let last = 0;

  void ended.then(() => {
    hasEnded = true;
    for (const { reject } of awaited.values()) reject(new Error('The browser ended.'));
  });
  // Who has asked hears of it by the browser's end.
  into.on('error', () => undefined);
  const send = (method: string, params: Params = {}, sessionId?: string): Promise<unknown> => {
    if (hasEnded) return Promise.reject(new Error(`${method}: The browser has ended.`));
    last += 1;
    const id = last;
    into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      awaited.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
    });
  };
  const hear = (text: string): void => {
    const { id, method, params, result, error, sessionId } = z.parse(Message, JSON.parse(text));
    if (id === undefined) return listeners.get(eventKey(sessionId, method))?.forEach((listener) => listener(params));
    const asked = awaited.get(id);
    awaited.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  };
  let rest = '';
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (rest + chunk).split('\0');
    rest = texts.pop() ?? '';
    texts.forEach(hear);
  });

  const newContext = async (): Promise<PlainContext> => {
    const { browserContextId } = z.parse(Context, await send('Target.createBrowserContext'));
    return {
      async newPage({ width, height }) {
        const created = await send('Target.createTarget', { url: 'about:blank', browserContextId, width, height });
        const { targetId } = z.parse(Target, created);
        const { sessionId } = z.parse(Session, await send('Target.attachToTarget', { targetId, flatten: true }));
        return {
          send: (method, params) => send(method, params, sessionId),
          on(event, listener) {
            const key = eventKey(sessionId, event);
            listeners.set(key, [...(listeners.get(key) ?? []), listener]);
          },
          async close() {
            await send('Target.closeTarget', { targetId });
          },
        };
      },
      async close() {
        await send('Target.disposeBrowserContext', { browserContextId });
      },
    };
  };

  return {
    newContext,
    async newPage(size) {
      const context = await newContext();
      return { ...(await context.newPage(size)), close: context.close };
    },
    close: closes(
      async () => {
        // A page that shows a dialog may keep it from answering; that it ends is enough.
        void send('Browser.close').catch(() => undefined);
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 3 });
      },
      () => {
        child.kill('SIGKILL');
        // Where Debian's script has started it, the browser is another process: it ends with its pipes.
        into.destroy();
        from.destroy();
        rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
      },
    ),
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { closes } from '../opened';
import { AGENT } from './fill';

/** A start takes about a second; a machine under load may need many. */
const START_MS = 60_000;

export interface InboxServer {
  /** Its origin. */
  url: string;
  /** Of the process. */
  pid: number;
  stop(): Promise<void>;
}

interface ServerOptions {
  databaseUrl: string;
  /** Published panels and the token secret. */
  dataDir: string;
  /** The product's folder; another one serves another front end with the same backend. */
  root?: string;
  /** Where mail comes in; any free port when nobody writes. */
  smtpPort?: number;
  /** Besides those below. */
  settings?: Readonly<Record<string, string>>;
}

/** The built backend as `npm start` runs it, in a process of its own, on any free port. */
export async function startInboxServer(options: ServerOptions): Promise<InboxServer> {
  const { databaseUrl, dataDir, root = ROOT, smtpPort = 0, settings = {} } = options;
  const child = spawn(process.execPath, [join(root, 'backend/dist/server.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      INBOX_SMTP_PORT: String(smtpPort),
      INBOX_SEED: 'none',
      // The bench asks as fast as it is answered.
      INBOX_TOKEN_CALLS: '100000',
      INBOX_MERCHANT_CALLS: '100000',
      INBOX_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = closes(
    () => end(child),
    () => child.kill('SIGKILL'),
  );
  return { url: await whenListening(child), pid: child.pid ?? 0, stop };
}

/** The built directory before one inbox, in a process of its own, on any free port. @param secret of both */
export async function startDirectoryServer(
  inbox: Pick<InboxServer, 'url'>,
  { secret, smtpPort, dataDir }: { secret: string; smtpPort: number; dataDir: string },
): Promise<InboxServer> {
  const child = spawn(process.execPath, [join(ROOT, 'backend/dist/directory.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      INBOX_SMTP_PORT: '0',
      INBOX_CELLS: `one=${inbox.url}+127.0.0.1:${smtpPort}`,
      INBOX_CELL_SECRET: secret,
      INBOX_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = closes(
    () => end(child),
    () => child.kill('SIGKILL'),
  );
  return { url: await whenListening(child), pid: child.pid ?? 0, stop };
}

/**
 * A folder that the backend takes for the product's, with another page in place of the shell: served by the same code,
 * with the same compression and headers, and with no panel published.
 *
 * @param page a built page: index.html and what it loads
 */
export function rootWithPage(dir: string, page: string): string {
  mkdirSync(join(dir, 'remotes'), { recursive: true });
  writeFileSync(join(dir, 'pnpm-workspace.yaml'), '');
  cpSync(join(ROOT, 'backend/dist'), join(dir, 'backend/dist'), { recursive: true });
  symlinkSync(join(ROOT, 'backend/node_modules'), join(dir, 'backend/node_modules'));
  cpSync(page, join(dir, 'host/dist'), { recursive: true });
  return dir;
}

/** Signs the measuring agent in as its browser would; answers the login token. */
export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/main-site/login`, {
    method: 'POST',
    body: new URLSearchParams(AGENT),
    redirect: 'manual',
  });
  const token = new URL(answer.headers.get('location') ?? '/', origin).searchParams.get('token');
  if (!token) throw new Error(`Signing in was answered with ${answer.status} and without a token.`);
  return token;
}

function whenListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The inbox did not start within ${START_MS / 1000} s.\n${output}`));
    }, START_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /The (?:inbox|directory) is at (http:\/\/\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      // What it says from now on is not for us, but must not fill its pipe.
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read).resume();
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      reject(new Error(`The inbox ended with ${code ?? signal ?? 'nothing'} before it listened.\n${output}`));
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository: what is built lies in it. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const START_LIMIT = 60_000;

/** The settings of an inbox, as its environment. */
export type Settings = Readonly<Record<string, string>>;

/** The built product as a process: what `npm start` runs once all is built. */
export class Product {
  readonly #settings: Settings;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** All that it has said so far, over all its lives. */
  get output(): string {
    return this.#output;
  }

  /**
   * Resolves when it serves; rejects with what it said when it does not come to that.
   *
   * @param root the checkout whose builds it runs
   * @param changed settings that are other ones in this life
   */
  async start(root = ROOT, changed: Settings = {}): Promise<void> {
    const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'backend/dist/server.js')], {
      cwd: root,
      env: { ...process.env, ...this.#settings, ...changed },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const said = this.#output.length;
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The inbox ${why}.\n${this.#output.slice(said)}`));
      const timer = setTimeout(() => fail('did not start in time'), START_LIMIT);
      const keep = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (!this.#output.slice(said).includes('The inbox is at ')) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  }

  /** Ends it as a crash does: nothing of it gets a chance to tidy up. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it as an operator does. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

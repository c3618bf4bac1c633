import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePorts } from '../../harness/ports';
import type { BrowserWindow, KeyName } from './browser-window';
import { describeElements, findInPage, LIBRARY, type ElementFacts, type Query } from './find-in-page';

const KEYS: Readonly<Record<KeyName, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  ArrowDown: Key.ARROW_DOWN,
  Backspace: Key.BACK_SPACE,
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  a: 'a',
  j: 'j',
  k: 'k',
  r: 'r',
  '/': '/',
};

/** The programs of a system that has WebKit: its driver, its small browser, and a display that needs no screen. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** A window of WebKitGTK's small browser, driven by WebDriver, on a display of its own. */
export async function openWebKit(programs: WebKitPrograms): Promise<BrowserWindow> {
  const processes: ChildProcess[] = [];
  async function end(): Promise<void> {
    for (const child of processes.toReversed()) await stop(child);
  }
  try {
    const display = await startDisplay(programs.display, processes);
    const server = await startDriver(programs.driver, display, processes);
    const driver = await new Builder()
      .usingServer(server)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            binary: programs.browser,
            args: ['--automation'],
          },
        }),
      )
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
    return webKitWindow(driver, end);
  } catch (error) {
    await end();
    throw error;
  }
}

function webKitWindow(driver: WebDriver, end: () => Promise<void>): BrowserWindow {
  /** Elements do not travel into WebKit inside of an array, so what is asked about them is asked where they are found. */
  async function ask<T>(query: Query, about: string): Promise<T> {
    const script = `const found = (${String(findInPage)})(arguments[0]); return found && (${about})(found);`;
    const found = await driver.executeScript<T | null>(script, query);
    if (found !== null) return found;
    await driver.executeScript(LIBRARY);
    return ask(query, about);
  }

  async function first(query: Query): Promise<WebElement> {
    const [element] = await ask<WebElement[]>(query, '(found) => found.slice(0, 1)');
    if (!element) throw new Error(`Nothing is found by ${JSON.stringify(query)}`);
    return element;
  }

  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    url: () => driver.getCurrentUrl(),
    find: (query) => ask<ElementFacts[]>(query, String(describeElements)),
    click: async (query) => (await first(query)).click(),
    choose: async (query, path) => (await first(query)).sendKeys(path),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async press(...keys) {
      const actions = driver.actions();
      for (const key of keys) actions.keyDown(KEYS[key]);
      for (const key of keys.toReversed()) actions.keyUp(KEYS[key]);
      await actions.perform();
    },
    read: (expression) =>
      driver.executeAsyncScript(
        `Promise.resolve(${expression}).then(arguments[0], (error) => arguments[0](String(error)))`,
      ),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    // Its driver has no log.
    errors: () => [],
    async close() {
      try {
        await driver.quit();
      } finally {
        await end();
      }
    },
  };
}

/** Starts a display; resolves with its name once it takes windows. */
async function startDisplay(program: string, processes: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  processes.push(child);
  const number = await firstWords(child, child.stdio[3] as Readable);
  return `:${number.trim()}`;
}

/** Starts the driver; resolves with its address once it answers. */
async function startDriver(program: string, display: string, processes: ChildProcess[]): Promise<string> {
  const [port] = (await freePorts(1)) as [number];
  const child = spawn(program, ['--host=127.0.0.1', `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LANG: 'C.UTF-8',
    },
    stdio: 'ignore',
  });
  processes.push(child);
  const address = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended at once`)));
  await Promise.race([answers(`${address}/status`), ended]);
  ended.catch(() => undefined);
  return address;
}

async function answers(address: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function firstWords(child: ChildProcess, stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { attempt, installPackages, isExecutable } from './packages.mjs';
import { Trouble } from './trouble.mjs';

/** The first has no windows to draw: journeys take half as long in it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const FIXED = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * @typedef {object} Machine what the search looks at
 * @property {Record<string, string | undefined>} env
 * @property {(path: string) => boolean} isProgram
 * @property {() => string | undefined} downloaded where Playwright puts its own Chromium, whether it is there or not
 */

/**
 * The Chromium to test with: the one that INBOX_CHROMIUM names, else the system's, else Playwright's download.
 * @param {Machine} [machine]
 * @returns {string | undefined}
 * @throws {Trouble} when INBOX_CHROMIUM names none
 */
export function findChromium({ env, isProgram, downloaded } = thisMachine()) {
  const named = env['INBOX_CHROMIUM'];
  if (named) {
    if (!isProgram(named)) throw new Trouble(`INBOX_CHROMIUM names ${named}, which is not a program.`);
    return named;
  }
  const dirs = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [...NAMES.flatMap((name) => dirs.map((dir) => join(dir, name))), ...FIXED, downloaded()];
  return candidates.find((path) => path !== undefined && isProgram(path));
}

/**
 * As `findChromium`, and installs one when there is none: from Debian's packages where we may, else Playwright's own.
 * @param {string} root
 * @throws {Trouble}
 */
export async function requireChromium(root) {
  const present = findChromium();
  if (present) return present;
  console.log('Installing Chromium…');
  for (const name of NAMES.slice(0, 2)) if (!findChromium()) await installPackages([name]);
  if (!findChromium())
    await attempt(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {});
  const installed = findChromium();
  if (!installed)
    throw new Trouble('No Chromium was found, and none could be installed: install one, or name it in INBOX_CHROMIUM.');
  return installed;
}

/** @returns {Machine} */
function thisMachine() {
  return { env: process.env, isProgram: isExecutable, downloaded: playwrightsOwn };
}

function playwrightsOwn() {
  try {
    /** @type {typeof import('@playwright/test')} */
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

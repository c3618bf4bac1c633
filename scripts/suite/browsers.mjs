import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, isExecutable } from '../lib/packages.mjs';

/** WebKitGTK keeps its small browser in a folder of its own version, below the folder of the processor's libraries. */
const LIBRARIES = '/usr/lib';

/** Debian's packages of the browsers that are tested beside Chromium. */
const PACKAGES = { Firefox: ['firefox-esr'], WebKit: ['webkit2gtk-driver', 'xvfb'] };

/**
 * @typedef {object} Machine what the search looks at
 * @property {Record<string, string | undefined>} env
 * @property {(path: string) => boolean} isProgram
 * @property {(folder: string) => string[]} list names in a folder; none when it cannot be read
 */

/**
 * @typedef {object} Browsers what the journeys are told in their environment: absent where a browser is not there
 * @property {string} [INBOX_FIREFOX] its program
 * @property {string} [INBOX_WEBKIT] WebKit's driver, its small browser and the display without a screen, with colons between
 */

/**
 * The Firefox and the WebKit of the system.
 * @param {Machine} [machine]
 * @returns {Browsers}
 */
export function findBrowsers({ env, isProgram, list } = thisMachine()) {
  const dirs = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const program = (/** @type {string[]} */ ...names) =>
    names.flatMap((name) => dirs.map((dir) => join(dir, name))).find(isProgram);
  const firefox = program('firefox-esr', 'firefox');
  const webkit = [program('WebKitWebDriver'), miniBrowser(list, isProgram), program('Xvfb')];
  return {
    ...(firefox && { INBOX_FIREFOX: firefox }),
    ...(webkit.every(Boolean) && { INBOX_WEBKIT: webkit.join(':') }),
  };
}

/**
 * As `findBrowsers`, and installs what is not there where that is possible.
 * @returns {Promise<{ browsers: Browsers, missing: string[] }>} `missing`: what is to be said of browsers that are not there
 */
export async function ensureBrowsers() {
  const present = findBrowsers();
  const absent = missingOf(present);
  if (absent.length === 0) return { browsers: present, missing: [] };
  console.log(`Installing ${absent.join(' and ')}…`);
  await installPackages(absent.flatMap((name) => PACKAGES[name]));
  const browsers = findBrowsers();
  return {
    browsers,
    missing: missingOf(browsers).map(
      (name) => `Not run in ${name}: it is not installed (Debian's packages ${PACKAGES[name].join(' and ')}).`,
    ),
  };
}

/** @param {Browsers} browsers */
function missingOf({ INBOX_FIREFOX, INBOX_WEBKIT }) {
  /** @type {(keyof typeof PACKAGES)[]} */
  const missing = [];
  if (!INBOX_FIREFOX) missing.push('Firefox');
  if (!INBOX_WEBKIT) missing.push('WebKit');
  return missing;
}

/**
 * @param {Machine['list']} list
 * @param {Machine['isProgram']} isProgram
 */
function miniBrowser(list, isProgram) {
  return list(LIBRARIES)
    .flatMap((processor) =>
      list(join(LIBRARIES, processor))
        .filter((name) => name.startsWith('webkit2gtk-') || name.startsWith('webkitgtk-'))
        .map((version) => join(LIBRARIES, processor, version, 'MiniBrowser')),
    )
    .find(isProgram);
}

/** @returns {Machine} */
function thisMachine() {
  return {
    env: process.env,
    isProgram: isExecutable,
    list(folder) {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
  };
}

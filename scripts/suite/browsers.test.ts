import { describe, expect, it } from '@jest/globals';
import { findBrowsers } from './browsers.mjs';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const WEBKIT = ['/usr/bin/WebKitWebDriver', MINI_BROWSER, '/usr/bin/Xvfb'];

/** A machine with these programs on it. */
function machine(programs: string[]) {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isProgram: (path: string) => programs.includes(path),
    list: (folder: string) => [
      ...new Set(
        programs
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
  };
}

describe('the search for other browsers', () => {
  it.each([
    ['both are there', ['/usr/bin/firefox-esr', ...WEBKIT], '/usr/bin/firefox-esr', WEBKIT.join(':')],
    ['Firefox has its short name', ['/usr/local/bin/firefox'], '/usr/local/bin/firefox', undefined],
    ['WebKit has no driver', WEBKIT.slice(1), undefined, undefined],
    ['WebKit has no display to draw on', WEBKIT.slice(0, 2), undefined, undefined],
    ['there is none', [], undefined, undefined],
  ])('when %s', (_when, programs, firefox, webkit) => {
    const found = findBrowsers(machine(programs));
    expect([found.INBOX_FIREFOX, found.INBOX_WEBKIT]).toEqual([firefox, webkit]);
  });
});

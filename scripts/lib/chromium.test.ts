import { describe, expect, it } from '@jest/globals';
import { findChromium } from './chromium.mjs';

/** A machine with these programs on it. */
function machine(programs: string[], env: Record<string, string> = {}) {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin', ...env },
    isProgram: (path: string) => programs.includes(path),
    downloaded: () => '/cache/playwright/chrome',
  };
}

describe('the search for a Chromium', () => {
  it('takes the one that INBOX_CHROMIUM names before all others', () => {
    const found = findChromium(machine(['/opt/mine', '/usr/bin/chromium'], { INBOX_CHROMIUM: '/opt/mine' }));
    expect(found).toBe('/opt/mine');
  });

  it('refuses by name when INBOX_CHROMIUM names no program, and does not quietly take another', () => {
    const search = () => findChromium(machine(['/usr/bin/chromium'], { INBOX_CHROMIUM: '/opt/none' }));
    expect(search).toThrow('INBOX_CHROMIUM names /opt/none, which is not a program.');
  });

  it.each([
    [
      'one without windows is there',
      ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
      '/usr/bin/chromium-headless-shell',
    ],
    ['the system has it', ['/usr/bin/chromium', '/cache/playwright/chrome'], '/usr/bin/chromium'],
    ['it has the name of older Debians', ['/usr/bin/chromium-browser'], '/usr/bin/chromium-browser'],
    ['only Chrome is there', ['/usr/local/bin/google-chrome'], '/usr/local/bin/google-chrome'],
    ['only the download is there', ['/cache/playwright/chrome'], '/cache/playwright/chrome'],
    ['there is none', [], undefined],
  ])('when %s', (_when, programs, expected) => {
    expect(findChromium(machine(programs))).toBe(expected);
  });
});

import { defineConfig } from '@playwright/test';
import type { Driven } from './test';
import { makeTestFilesInMemory } from '../../scripts/lib/scratch.mjs';

makeTestFilesInMemory();

/** Named by `npm test`, which looks for the browsers and installs them where it may. */
const firefox = process.env['INBOX_FIREFOX'];
const webkit = process.env['INBOX_WEBKIT'];
const [driver, browser, display] = webkit?.split(':') ?? [];

const projects: { name: string; use: { driven: Driven } }[] = [
  ...(firefox ? [{ name: 'firefox', use: { driven: { browser: 'firefox' as const, program: firefox } } }] : []),
  ...(driver && browser && display
    ? [{ name: 'webkit', use: { driven: { browser: 'webkit' as const, programs: { driver, browser, display } } } }]
    : []),
];

export default defineConfig<object, { driven: Driven }>({
  testDir: '.',
  globalSetup: '../harness/prepared.ts',
  outputDir: 'test-results',
  // Each browser has a worker, and an inbox of its own.
  workers: 2,
  // Bounds for what never comes true; a machine with other work to do is several times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 2,
  forbidOnly: true,
  reporter: 'list',
  projects,
});

import { defineConfig, devices } from '@playwright/test';
import { makeTestFilesInMemory } from '../scripts/lib/scratch.mjs';

makeTestFilesInMemory();

/** As root Chromium has no sandbox; most others keep it from calling home. */
const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
  // A page lives for seconds here: making its code faster took a tenth of the processor and never paid.
  '--js-flags=--no-opt --no-maglev',
  // A microphone that beeps, and is allowed without a question.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
const executablePath = process.env['INBOX_CHROMIUM'];
const browserWith = (...args: string[]) => ({
  launchOptions: { args: [...CHROMIUM_FLAGS, ...args], ...(executablePath && { executablePath }) },
});

/** With this flag the frames of a page share its process, which saves a tenth of the CPU. What frames may do stays the same. */
const ONE_PROCESS = '--disable-site-isolation-trials';
/** Journeys about frames and other sites run as agents' browsers do: each site has its own process. */
const ISOLATED = ['**/embedding*.spec.ts', '**/hostile-*.spec.ts', '**/thief-mail.spec.ts'];

/** What runs the development servers, whose ports are fixed: 3000 to 3004. */
const DEVELOPMENT = ['**/dev-in-shell.spec.ts', '**/readme.spec.ts'];

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './harness/prepared.ts',
  outputDir: 'test-results',
  // Four keep the two cores of a small machine busy: with three they wait for a tenth of the time.
  workers: 4,
  // No journey depends on another one of its file, so a long file does not keep one worker busy at the end.
  fullyParallel: true,
  // Bounds for what never comes true; a machine with other work to do is several times slower than a quiet one.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  // A journey that passes only when it is run again is named at the end of `npm test`, and has a cause to be repaired.
  retries: 2,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'journeys', testIgnore: [...DEVELOPMENT, ...ISOLATED], use: browserWith(ONE_PROCESS) },
    { name: 'isolated', testMatch: ISOLATED },
    // One after the other.
    { name: 'development', testMatch: DEVELOPMENT, workers: 1, fullyParallel: false },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // What moves cannot be clicked yet, and each look for it is later than the one before. The journeys of a first day and
    // of what opens over the page have the motion that most agents have.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    ...browserWith(),
  },
});

import { defineConfig, devices } from '@playwright/test';

/** As root Chromium has no sandbox; most others keep it from calling home. */
const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
  // A microphone that beeps, and is allowed without a question.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
const executablePath = process.env['INBOX_CHROMIUM'];

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './harness/prepared.ts',
  outputDir: 'test-results',
  // Three keep the two cores of a small machine busy; more take as long together, and each page of theirs is slower.
  workers: 3,
  // Bounds for what never comes true; a machine with other work to do is several times slower than a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // A journey that passes at the second try only is broken.
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});

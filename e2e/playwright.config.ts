import { defineConfig } from '@playwright/test'

/** Debian's Chromium: Playwright's own browsers are not to be had from a package registry. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** A headless shell of Chromium has no notifications. */
export const wholeBrowserPath = process.env['WHOLE_CHROMIUM_PATH'] ?? executablePath

/** Calls and notifications. */
const calls = ['voice*.spec.ts', 'notifications.spec.ts']

export default defineConfig({
  testDir: 'specs',
  globalSetup: './globalSetup.ts',
  // Every test brings its own accounts and NFTs, and shares the worker's world.
  fullyParallel: true,
  // They wait for blocks and for each other much of their time.
  workers: 3,
  projects: [
    { name: 'screens', testIgnore: calls },
    // Several people in one call leave no room for others.
    { name: 'voice', testMatch: calls, workers: 1, fullyParallel: false },
  ],
  retries: 0,
  // Tests too long for every run have a tag. They run with `pnpm test:full`, or with BROWSER_TESTS=all.
  ...(process.env['BROWSER_TESTS'] === 'all' ? {} : { grepInvert: /@long/ }),
  forbidOnly: true,
  // A test this long hangs. Slow machines don't count: beside other work a test may take twenty times longer.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: 'test-results/report.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    // Recording a test costs half as much again as running it. `npm test` runs what failed once more with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Fading and sliding is drawn by the processor here. What moves, and that it need not, has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests answer requests in the server's place; the worker has tests of its own.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process for all pages of a site in a context: starting one costs as much as a page.
        '--process-per-site',
      ],
    },
  },
})

import { defineConfig } from '@playwright/test'

/** Debian's Chromium: package registries don't carry Playwright's own browsers. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Chromium's headless shell doesn't support notifications. */
export const wholeBrowserPath = process.env['WHOLE_CHROMIUM_PATH'] ?? executablePath

/** Calls and notifications. */
const calls = ['voice*.spec.ts', 'notifications.spec.ts']

export default defineConfig({
  testDir: 'specs',
  globalSetup: './globalSetup.ts',
  // Every test uses its own accounts and NFTs in the worker's shared world.
  fullyParallel: true,
  // One keeps more than a core busy. Pages that wait for a processor poll, and so need more of it.
  workers: 2,
  projects: [
    { name: 'screens', testIgnore: calls },
    // A call with several people leaves no processor time for other tests.
    { name: 'voice', testMatch: calls, workers: 1, fullyParallel: false },
  ],
  retries: 0,
  // Long tests are tagged. They run with `pnpm test:full`, or with BROWSER_TESTS=all.
  ...(process.env['BROWSER_TESTS'] === 'all' ? {} : { grepInvert: /@long/ }),
  forbidOnly: true,
  // A test this long hangs. Slow machines are fine: under load a test may take twenty times longer.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: 'test-results/report.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    // Tracing adds half of a test's cost. `npm test` reruns failures with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Animations cost processor time here. What moves, and reduced motion, have their own tests.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests intercept requests to the server; the service worker has its own tests.
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
        // One process for all pages of a site in a context: starting one costs as much as loading a page.
        '--process-per-site',
      ],
    },
  },
})

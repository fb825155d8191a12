import { defineConfig } from '@playwright/test'

/** Debian's Chromium: Playwright's own browsers are not to be had from a package registry. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'specs',
  globalSetup: './globalSetup.ts',
  // Every test brings its own accounts and NFTs, and shares the worker's world.
  workers: 2,
  projects: [
    { name: 'screens', testIgnore: 'voice*.spec.ts' },
    // Up to six people in one call at once leave no room for others.
    { name: 'voice', testMatch: 'voice*.spec.ts', workers: 1, dependencies: ['screens'] },
  ],
  retries: 0,
  // What takes too long for every run is told by its tag, and runs with `pnpm test:full`, or by hand with BROWSER_TESTS=all.
  ...(process.env['BROWSER_TESTS'] === 'all' ? {} : { grepInvert: /@long/ }),
  forbidOnly: true,
  // Machines of any size: a test that waits for what never comes is told by its own time-out, not by a tight one here.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: 'test-results/report.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    // Recording a test costs half as much again as running it. `npm test` runs what failed once more with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
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
      ],
    },
  },
})

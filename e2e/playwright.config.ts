import { defineConfig } from '@playwright/test'

/** Debian's Chromium: Playwright's own browsers are not to be had from a package registry. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'specs',
  globalSetup: './globalSetup.ts',
  // Every test brings its own accounts and NFTs, and shares the worker's world.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: 'test-results/report.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    trace: 'retain-on-failure',
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

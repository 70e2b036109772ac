import { defineConfig } from '@playwright/test'
import { launchOptions } from '../lib/testing/browser'

export default defineConfig({
  testDir: '.',
  // For `npm run test:slow` and `npm run test:nightly`: slow.config.ts, nightly.config.ts.
  testIgnore: '**/*.{slow,nightly}.spec.ts',
  grepInvert: /@slow|@nightly/,
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: 'transcripts/{arg}{ext}',
  fullyParallel: false,
  // Twice the two cores: journeys wait about as much as they compute.
  workers: 4,
  timeout: 90_000,
  retries: 0,
  // A page of 250 rows takes a busy machine seven seconds from the click.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Otherwise an impossible click would wait for the test's whole ten minutes.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    // Headless browsers cannot prompt for these.
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
  },
})

import { defineConfig } from '@playwright/test'
import { launchOptions } from '../lib/testing/browser'

export default defineConfig({
  testDir: '.',
  // `npm run test:slow` and `npm run test:nightly` have these: slow.config.ts, nightly.config.ts.
  testIgnore: '**/*.{slow,nightly}.spec.ts',
  grepInvert: /@slow|@nightly/,
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: 'transcripts/{arg}{ext}',
  fullyParallel: false,
  // Journeys wait about as much as they compute: twice as many as the two cores that are asked for.
  workers: 4,
  timeout: 90_000,
  retries: 0,
  // A page of 250 rows takes a busy machine seven seconds from the click.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // What cannot be clicked by then never can: a slow journey would wait for it for ten minutes.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    // A browser with a window allows copying by itself; one without has nobody whom it could ask.
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
  },
})

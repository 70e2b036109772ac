import { defineConfig } from '@playwright/test'
import { launchOptions } from './browser'

export default defineConfig({
  testDir: '.',
  // `npm run test:slow` has these: slow.config.ts.
  testIgnore: '**/*.slow.spec.ts',
  grepInvert: /@slow/,
  globalSetup: './build-once.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: 'transcripts/{arg}{ext}',
  fullyParallel: false,
  // Journeys wait more than they compute: one more than the two cores that are asked for.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
  },
})

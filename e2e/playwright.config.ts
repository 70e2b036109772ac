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
  // Journeys wait about as much as they compute: twice as many as the two cores that are asked for.
  workers: 4,
  timeout: 90_000,
  // A machine that stalls for seconds fails a try; what fails twice is broken. The count at the end names second tries.
  retries: 1,
  // A page of 250 rows takes a busy machine seven seconds from the click.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // What cannot be clicked by then never can: a slow journey would wait for it for ten minutes.
    actionTimeout: 45_000,
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    // A browser with a window allows copying by itself; one without has nobody whom it could ask.
    permissions: ['clipboard-read', 'clipboard-write'],
    // Tracing every journey costs processor time that the others want.
    trace: 'on-first-retry',
  },
})

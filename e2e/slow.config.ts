import { defineConfig } from '@playwright/test'
import config from './playwright.config'

/** Journeys of minutes: `npm run test:slow`. */
export default defineConfig({
  ...config,
  testIgnore: [],
  testMatch: '**/*.slow.spec.ts',
  timeout: 600_000,
})

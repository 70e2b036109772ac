import { defineConfig } from '@playwright/test'
import config from './playwright.config'

const { grepInvert: _, testIgnore: __, ...common } = config

/** Journeys of minutes, and those of the others that are tagged: `npm run test:slow`. */
export default defineConfig({
  ...common,
  grep: /@slow|\.slow\.spec/,
  grepInvert: /@nightly/,
  timeout: 180_000,
})

import { defineConfig } from '@playwright/test'
import config from './playwright.config'

const { grepInvert: _, testIgnore: __, ...common } = config

export default defineConfig({
  ...common,
  grep: /@slow|\.slow\.spec/,
  grepInvert: /@nightly/,
  timeout: 180_000,
})

import { defineConfig } from '@playwright/test'
import config from './slow.config'

/** Journeys that take many minutes: `npm run test:nightly`. */
export default defineConfig({ ...config, grep: /\.nightly\.spec/ })

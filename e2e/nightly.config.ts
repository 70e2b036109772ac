import { defineConfig } from '@playwright/test'
import config from './slow.config'

const { grepInvert: _, ...common } = config

/** Journeys that take many minutes, and those of the others that are tagged: `npm run test:nightly`. */
export default defineConfig({ ...common, grep: /@nightly|\.nightly\.spec/ })

import { defineConfig } from '@playwright/test'
import config from './slow.config'

const { grepInvert: _, ...common } = config

export default defineConfig({ ...common, grep: /@nightly|\.nightly\.spec/ })

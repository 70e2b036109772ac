// Before the tests: is there a browser for the journeys? CHROMIUM_PATH, Playwright's own build, a system Chromium or
// Chrome; else Playwright's is downloaded once. The same order as e2e/browser.ts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import { SYSTEM_BROWSERS } from '../e2e/system-browsers.mjs'

const own = process.env.CHROMIUM_PATH
if (own && !existsSync(own)) {
  console.error(`CHROMIUM_PATH=${JSON.stringify(own)}: no such file`)
  process.exit(1)
}
if (!own && !existsSync(chromium.executablePath()) && !SYSTEM_BROWSERS.some((file) => existsSync(file))) {
  console.log("No Chromium or Chrome found: installing Playwright's own …")
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const result = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  if (result.status !== 0) {
    console.error('No browser could be installed. Install Chromium with your system, or set CHROMIUM_PATH.')
    process.exit(1)
  }
}

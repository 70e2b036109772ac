import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import { SYSTEM_BROWSERS } from '../e2e/system-browsers.mjs'

/**
 * Before the journeys: is there a browser for them? CHROMIUM_PATH, Playwright's own build, a system Chromium or Chrome;
 * else Playwright's is downloaded once. The same order as e2e/browser.ts.
 * @throws Error in plain words when there is none and none can be had
 */
export function ensureBrowser() {
  const own = process.env.CHROMIUM_PATH
  if (own && !existsSync(own)) throw new Error(`CHROMIUM_PATH=${JSON.stringify(own)}: no such file`)
  if (own || existsSync(chromium.executablePath()) || SYSTEM_BROWSERS.some((file) => existsSync(file))) return
  console.log("No Chromium or Chrome found: installing Playwright's own …")
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0)
    throw new Error('No browser could be installed. Install Chromium with your system, or set CHROMIUM_PATH.')
}

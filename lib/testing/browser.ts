import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'
import { SYSTEM_BROWSERS } from './system-browsers.mjs'

/** CHROMIUM_PATH (scripts/ensure-browser.mjs sets it), Playwright's build, else a system Chromium or Chrome. */
export function launchOptions(): LaunchOptions {
  const executablePath =
    process.env.CHROMIUM_PATH ||
    (existsSync(chromium.executablePath()) ? undefined : SYSTEM_BROWSERS.find((file) => existsSync(file)))
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
    ],
  }
}

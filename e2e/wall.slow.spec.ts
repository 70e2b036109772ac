import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { childrenOf } from '@/lib/testing/processes'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { startStandIn } from '@/lib/testing/stand-in/stand-in'
import { startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '../scripts/free-port.mjs'
import { allScriptsRun, expect, type Page, test } from './page'

const verdict = (page: Page) => page.locator('.wall section span[translate=no]')
const isWhole = (page: Page) =>
  page.evaluate(
    () => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth,
  )

test('a wall needs no scrolling and no hand: not through outages of indexer and explorer, nor for a new build', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const indexer = await startStandIn({ latest: makeSignatures(50) })
  const chain = setInterval(() => indexer.data.slot++, 200)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-wall-'))
  const port = await freePort()
  const start = () =>
    startLeafscan({ INDEXER_URL: `devnet=${indexer.url}`, DATA_DIR: folder, PORT: String(port), PROBE_SECONDS: '0.5' })
  let leafscan = await start()

  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${leafscan.url}/status?view=wall`)
  await allScriptsRun(page)
  await expect(verdict(page)).toHaveText('ok')
  const loads: string[] = []
  page.on('request', (request) => void (request.isNavigationRequest() && loads.push(request.url())))
  expect(await isWhole(page)).toBe(true)
  indexer.fail(FAULTS.serverError)
  await expect(verdict(page)).toHaveText('unreachable', { timeout: 20_000 })
  await expect(page).toHaveTitle('devnet indexer: unreachable · Leafscan')
  expect(await isWhole(page)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await isWhole(page)).toBe(true)
  indexer.fail(null)
  await expect(verdict(page)).toHaveText('ok', { timeout: 20_000 })

  const [explorer = 0] = childrenOf(leafscan.process.pid ?? 0)
  process.kill(explorer, 'SIGSTOP')
  await expect(verdict(page)).toHaveText('unknown', { timeout: 40_000 })
  await expect(page).toHaveTitle('devnet indexer: unknown · Leafscan')
  process.kill(explorer, 'SIGCONT')
  await expect(verdict(page)).toHaveText('ok', { timeout: 30_000 })

  await leafscan.stop()
  await expect(verdict(page)).toHaveText('unknown', { timeout: 30_000 })
  await expect(page.locator('main')).toContainText(/does not answer.*Last known: ok/)
  leafscan = await start()
  await expect(verdict(page)).toHaveText('ok', { timeout: 30_000 })
  // Whoever loads a page when the explorer stops has an error page that no script renews.
  expect(loads).toEqual([])

  const looked = page.waitForResponse(
    (each) => each.request().resourceType() === 'fetch' && each.url().includes('wall'),
  )
  await page.reload()
  await looked
  const loaded = page.waitForEvent('load', { timeout: 30_000 })
  await page.route('**/status?view=wall', async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, body: `${await response.text()}<!-- /_next/static/chunks/new.js -->` })
  })
  await loaded
  await expect(verdict(page)).toHaveText('ok')

  await page.unrouteAll({ behavior: 'ignoreErrors' })

  const bare = await browser.newContext({ javaScriptEnabled: false })
  const still = await bare.newPage()
  await still.goto(`${leafscan.url}/status?view=wall`)
  await expect(still.locator('meta[http-equiv=refresh]')).toHaveAttribute('content', '30')
  await bare.close()

  clearInterval(chain)
  await leafscan.stop()
  await indexer.stop()
  rmSync(folder, { recursive: true, force: true })
})

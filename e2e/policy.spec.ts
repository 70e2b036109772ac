import type { Page } from '@playwright/test'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { examplePath } from './examples'
import { refusals } from './refusals'
import { expect, test } from './test'

/* facts/reliability.md (e) S06, S23. states.spec.ts and states.nightly.spec.ts check every state. */

const WALLET_ROWS = examplePath('wallet-tokens')
const OPEN_ROW = `${WALLET_ROWS}&open=CnZkuyEvZ1tGVmL3sBCHQy7eEHNM4LmZ86z3RqqF9Ve`

const PAGES = [
  '/',
  examplePath('owner'),
  `/owner/${TOKEN_PROGRAM}?mode=continuous`,
  '/owner/SysvarC1ock11111111111111111111111111111111',
  examplePath('delegate'),
  examplePath('live'),
  examplePath('consumed'),
  '/latest',
  '/status',
  '/search?q=hello0world',
  '/search?q=SysvarC1ock11111111111111111111111111111111',
  `/tx/${'5'.repeat(87)}`,
  '/help',
  '/owner/short',
  '/owner/%zz',
  '/nowhere',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
]

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
}

test('without JavaScript no page breaks its policy, reaches out over plain http, or can be reached back by what it opens', {
  tag: '@slow',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  const refused = refusals(page)
  for (const at of [...PAGES, OPEN_ROW]) {
    const response = await page.goto(at)
    expect(response?.headers()['content-security-policy'], at).toContain("'strict-dynamic'")
    // Our styles did apply: a policy that blocks all of them would pass too.
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).display), at).toBe('flex')
    const open = page.locator('a[target="_blank"]:not([rel~="noopener"], [rel~="noreferrer"])')
    expect(await open.count(), at).toBe(0)
    const loaded = await page
      .locator('[src], link[href]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? each.getAttribute('href') ?? ''))
    for (const url of loaded) expect(url, at).toMatch(/^\/|^data:|^http:\/\/localhost/)
    expect(refused, at).toEqual([])
  }
  await context.close()
})

test('what is loaded only when it is needed keeps to the policy: lens, layouts, menu, filters, plot, CSV, export', {
  tag: '@slow',
}, async ({ page }) => {
  test.setTimeout(120_000)
  const refused = refusals(page)
  await page.goto(OPEN_ROW)
  await expect(page.getByRole('grid').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/owner/${TOKEN_PROGRAM}?limit=10`)
  await page.locator('summary', { hasText: /^Filters/ }).click()
  await page.getByRole('textbox', { name: 'Wallet' }).fill('abc')
  await page.locator('summary', { hasText: /^Filters/ }).click()
  await page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row').nth(1).click()
  await page.locator('summary', { hasText: /^Export/ }).click()
  const link = page.getByRole('link', { name: 'CSV: This page' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await settled(page)

  await page.goto('/latest')
  await expect(page.getByRole('table', { name: 'Signatures' })).toBeVisible()
  await page.getByRole('link', { name: /^Indexer/ }).click()
  await expect(page).toHaveURL(/\/status/)
  await settled(page)
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Signatures' })).toBeVisible()

  await page.goto(examplePath('delegate'))
  await settled(page)

  await page.goto(`/owner/${TOKEN_PROGRAM}?mode=continuous`)
  await page.mouse.wheel(0, 20_000)
  await settled(page)
  expect(refused).toEqual([])
})

test('a script that is not ours does not run, however it came into the page', async ({ page }) => {
  const refused = refusals(page)
  await page.route('**/help', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(
      '</body>',
      '<img src="x" onerror="window.ran=1"><script>window.ran=2</script><script src="data:text/javascript,window.ran=3"></script><a id="trap" href="javascript:window.ran=4">x</a></body>',
    )
    await route.fulfill({ response, body: html })
  })
  await page.goto('/help')
  await page.locator('#trap').click()
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<svg onload="window.ran=5"></svg>')
    document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>parent.ran=6</script>"></iframe>')
  })
  await settled(page)
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
  expect(refused.length).toBeGreaterThanOrEqual(5)
})

test('every answer has a nonce of its own, and all scripts of the page bear it', async ({ request }) => {
  const seen = new Set<string>()
  for (let n = 0; n < 3; n++) {
    const response = await request.get('/help')
    const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    seen.add(nonce)
    const html = await response.text()
    const scripts = html.match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(html).not.toMatch(/<[^>]+\sstyle="|<[^>]+\son\w+="/)
  }
  expect(seen.size).toBe(3)
})

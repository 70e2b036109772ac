import type { Page } from '@playwright/test'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { clipboardText } from './clipboard'
import { examplePath, examples } from './examples'
import { expect, test } from './test'

/** Whole hashes of the rows on screen, in order. */
async function hashesOn(page: Page): Promise<string[]> {
  return page
    .getByRole('table')
    .locator('a[aria-expanded]')
    .evaluateAll((links) => links.map((link) => link.id))
}

test('the home page leads to an example of every kind, and each of them answers', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('table', { name: 'Signatures' }).getByRole('row')).toHaveCount(11)
  await page.getByText('More examples', { exact: true }).click()
  for (const example of examples) {
    const link = page.getByRole('link', { name: example.title, exact: false }).first()
    await expect(link).toHaveAttribute('href', example.path)
  }
  for (const example of examples) {
    const response = await page.request.get(example.path)
    expect(response.status(), example.path).toBe(200)
    expect(await response.text(), example.path).not.toContain('Can’t reach the indexer')
  }
})

test('an owner of thousands is walked by links to Next from first to last, every account once, and is complete', {
  tag: '@nightly',
}, async ({ request }) => {
  const seen: string[] = []
  let html = ''
  for (let at: string | undefined = `/owner/${TOKEN_PROGRAM}?limit=1000`; at !== undefined; ) {
    html = (await (await request.get(at)).text()).replaceAll(/<script\b.*?<\/script>/gs, '')
    for (const [row] of html.matchAll(/<a [^>]*aria-expanded="[^>]*>/g)) seen.push(/ id="(\w+)"/.exec(row)?.[1] ?? '')
    const [next] = /<a [^>]*rel="next"[^>]*>/.exec(html) ?? []
    at = next && / href="([^"]+)"/.exec(next)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen.length).toBeGreaterThan(2_500)
  expect(new Set(seen).size).toBe(seen.length)
  expect(html).toMatch(/>Complete</)
  expect(html).toContain('End of list')
})

test('a deep link works in a new browser: Previous and First lead back from it', { tag: '@slow' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(examplePath('wallet'))
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const first = await hashesOn(page)
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100')).toBeVisible()
  const second = await hashesOn(page)
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 101–')).toBeVisible()

  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto(page.url())
  await expect(other.getByText('Rows 101–')).toBeVisible()
  await other.reload()
  await other.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Previous' }).click()
  await expect(other.getByText('Rows 51–100')).toBeVisible()
  expect(await hashesOn(other)).toEqual(second)
  await other.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'First' }).click()
  await expect(other.getByText('Rows 1–50')).toBeVisible()
  expect(await hashesOn(other)).toEqual(first)
  await other.context().close()
})

test('a row opens to the whole account, and the open row survives a reload and the clipboard gets exact text', async ({
  page,
  context,
}) => {
  await page.goto(examplePath('wallet-tokens'))
  const [hash] = await hashesOn(page)
  await page.getByRole('link', { name: `Open account ${hash}` }).click()
  const detail = page.locator('.row-detail')
  await expect(detail.getByText('Data hash')).toBeVisible()
  await expect(detail.getByRole('region', { name: 'Data in hex and text' })).toContainText('0000')
  expect(page.url()).toContain(`open=${hash}`)
  await page.reload()
  await expect(detail.getByText('Discriminator', { exact: true })).toBeVisible()
  await detail.getByRole('button', { name: 'Copy hash', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied hash' })).toHaveCount(1)
  expect(await clipboardText(context)).toBe(hash)
  await page.getByRole('link', { name: `Close account ${hash}` }).click()
  await expect(detail).toHaveCount(0)
})

test('an account that one transaction created and consumed is consumed in every place, with scripts and without', async ({
  page,
  browser,
  baseURL,
}) => {
  const path = `${examplePath('created-and-spent')}?takenAt=300000100`
  const plain = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage()
  for (const reader of [page, plain]) {
    await reader.goto(path)
    await expect(reader).toHaveTitle(/: consumed · Leafscan$/)
    for (const name of ['description', 'og:title', 'og:description']) {
      const content = reader.locator(`meta[name="${name}"], meta[property="${name}"]`)
      await expect(content).toHaveAttribute('content', /consumed/)
      await expect(content).not.toHaveAttribute('content', /\blive\b/i)
    }
    const life = reader.getByRole('list', { name: 'Account lifecycle' })
    await expect(life.getByRole('heading')).toHaveText(['Created', 'Consumed'])
    await expect(life).toContainText('same transaction')
    await expect(reader.locator('td[data-label="Role"]')).toHaveText('created and consumed')
    await expect(reader.getByText(/^Link taken at slot/)).toContainText('Created and consumed after that')
  }
  await plain.context().close()
})

test('an account tells its life: created only, or created and then consumed', { tag: '@slow' }, async ({ page }) => {
  await page.goto(examplePath('live'))
  await expect(page.getByRole('list', { name: 'Account lifecycle' })).toContainText('No consuming transaction known')
  await expect(page.getByRole('table', { name: 'Signatures' }).getByRole('row')).toHaveCount(2)
  await page.goto(examplePath('consumed'))
  await expect(page.getByRole('list', { name: 'Account lifecycle' })).toContainText('Consumed')
  await expect(page.getByRole('table', { name: 'Signatures' }).getByRole('row')).toHaveCount(3)
  await page.goto(examplePath('failed'))
  await expect(page.getByRole('heading', { name: 'Not found on this indexer' })).toBeVisible()
})

test('a delegate shows what it may move, and one mint of it alone', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(`${examplePath('delegate')}?limit=250`)
  const table = page.getByRole('table', { name: 'Token accounts' })
  expect((await hashesOn(page)).length).toBeGreaterThan(200)
  const first = table.getByRole('row').nth(1)
  const name = (await first.locator('td[data-label="Mint"] bdi').textContent()) ?? ''
  await first.getByRole('link', { name: 'Only this mint' }).click()
  await expect(page.getByRole('link', { name: 'Show all mints' })).toBeVisible()
  const mints = await table.locator('tbody td[data-label="Mint"] bdi').allTextContents()
  expect(mints.length).toBeGreaterThan(0)
  expect(new Set(mints)).toEqual(new Set([name]))
})

test('a wallet shows what it holds, by mint and by tab, without JavaScript too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto(examplePath('holdings'))
  const holdings = page.getByRole('navigation', { name: 'Holdings' })
  await expect(holdings.getByRole('link', { name: /^Tokens/ })).toHaveAttribute('aria-current', 'page')
  const totals = page.getByRole('table', { name: 'Totals by mint' })
  expect(await totals.getByRole('row').count()).toBeGreaterThan(2)
  await expect(page.getByRole('table', { name: 'Compressed accounts' })).toBeVisible()
  await holdings.getByRole('link', { name: /^Delegated out/ }).click()
  await expect(page.getByRole('columnheader', { name: /^Delegated amount/ })).toBeVisible()
  await holdings.getByRole('link', { name: /^SOL/ }).click()
  await expect(page.getByText('No compressed SOL')).toBeVisible()
  await context.close()
})

test('lamports above 2^53 are shown and copied digit for digit', async ({ page }) => {
  const response = await page.request.get(examplePath('large-lamports'))
  const html = await response.text()
  for (const digits of ['9,007,199.254740993', '9,007,199.254740995']) expect(html).toContain(digits)
})

test('an empty owner page leads a wallet to what it holds', { tag: '@nightly' }, async ({ page }) => {
  const [, wallet] = /filter=32:(\w+)/.exec(examplePath('wallet-tokens')) ?? []
  await page.goto(`/owner/${wallet}`)
  await expect(page.getByRole('heading', { name: 'No live accounts owned by this address' })).toBeVisible()
  await page.getByRole('link', { name: 'Open wallet' }).click()
  await expect(page.getByRole('table', { name: 'Compressed accounts' })).toBeVisible()
  expect((await hashesOn(page)).length).toBeGreaterThan(0)
})

test('a pasted wallet leads to its tokens by mint in one step', async ({ page }) => {
  const path = examplePath('holdings')
  await page.goto('/')
  await page.getByRole('searchbox', { name: 'Search' }).fill(path.split('/').pop() ?? '')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`**${path}`)
  await expect(page.getByRole('link', { name: /^Tokens/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('table', { name: 'Totals by mint' })).toBeVisible()
  expect((await hashesOn(page)).length).toBeGreaterThan(0)
})

test('search tells what a text is, and leads straight to a single certain meaning', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/')
  const signature = await page.getByRole('table', { name: 'Signatures' }).getByRole('link').first().textContent()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(`  "${signature}" `)
  await search.press('Enter')
  await page.waitForURL(`**/tx/${signature}`)

  await page.getByRole('searchbox', { name: 'Search' }).fill(examplePath('consumed').split('/').pop() ?? '')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`**${examplePath('consumed')}`)

  await page.goto(`/search?q=${addressOf('nobody')}`)
  await expect(page.getByRole('heading', { name: 'No results', exact: true })).toBeVisible()
  await expect(page.getByText('No accounts', { exact: true })).toBeVisible()
  await page.goto('/search?q=hello0world')
  await expect(page.getByText('not in the base58 alphabet')).toBeVisible()
})

test('the badge names state and slot on every page, and the slot moves while the page is open', {
  tag: '@nightly',
}, async ({ page }) => {
  const paths = ['/', '/latest', '/status', '/help', examplePath('owner'), examplePath('delegate'), examplePath('live')]
  for (const at of paths) {
    await page.goto(at)
    await expect(page.getByRole('link', { name: /^Indexer ok slot [\d,]+$/ })).toHaveAttribute('href', '/status')
  }
  const badge = page.getByRole('link', { name: /^Indexer ok/ })
  const before = await badge.textContent()
  await expect.poll(() => badge.textContent(), { timeout: 20_000 }).not.toBe(before)
})

test('the home page asks for new signatures by itself, and shows what it is answered', { tag: '@nightly' }, async ({
  page,
  leafscan,
}) => {
  const asks = /getLatestCompressionSignatures/
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(asks, async (route) => {
    await answered
    await route.continue()
  })
  const asking = page.waitForRequest(asks)
  await page.clock.install()
  await page.goto('/')
  const newest = () => page.getByRole('table', { name: 'Signatures' }).getByRole('link').first().textContent()
  const before = await newest()
  await page.clock.fastForward(5_000)
  await asking
  // The chain goes on, but the page has no answer yet.
  const data = { jsonrpc: '2.0', id: 1, method: 'getLatestCompressionSignatures', params: { limit: 1 } }
  const ofIndexer = async () => (await page.request.post(leafscan.indexerUrl, { data })).text()
  await expect.poll(ofIndexer).not.toContain(before)
  expect(await newest()).toBe(before)
  answer()
  await expect.poll(newest).not.toBe(before)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('rows, paging, open rows and search are there', async ({ page }) => {
    await page.goto(examplePath('wallet'))
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')).toHaveCount(50)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Rows 51–100')).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Previous' }).click()
    await expect(page.getByText('Rows 1–50')).toBeVisible()
    await page.locator('a[aria-expanded]').first().click()
    await expect(page.locator('.row-detail')).toContainText('Created (slot)')
    await expect(page.getByRole('button', { name: 'Copy hash' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill(examplePath('live').split('/').pop() ?? '')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`**${examplePath('live')}`)
    await expect(page.getByText('No consuming transaction known')).toBeVisible()
  })

  test('what a delegate may move is summed in the HTML, where its list is one answer', { tag: '@nightly' }, async ({
    page,
  }) => {
    await page.goto(examplePath('delegate'))
    await expect(page.getByText(/^All \d+ rows, slot [\d,]+\.$/)).toBeVisible()
    const sums = page.getByRole('table', { name: 'Totals by mint' }).locator('tr:has(td[data-label])')
    await expect(sums).toHaveCount(3)
    const chips = page.getByRole('navigation', { name: 'Mints' }).getByRole('link')
    await expect(chips).toHaveCount(4)
    await chips.nth(1).click()
    await expect(page.getByRole('table', { name: 'Totals by wallet' })).toBeVisible()
  })
})

test('the API answers each operation with exact integers and says what it knows about the answer', async ({
  request,
}) => {
  const [, owner] = /owner\/(\w+)/.exec(examplePath('large-lamports')) ?? []
  const accounts = await request.get(`/api/v1/getCompressedAccountsByOwner?owner=${owner}&limit=50`)
  const text = await accounts.text()
  expect(text).toContain('"lamports":9007199254740993')
  expect(text).toContain('"lamports":9007199254740995')
  expect(text).toContain('"complete":true')
  const slot = await (await request.get('/api/v1/getIndexerSlot')).json()
  expect(slot.meta).toMatchObject({ state: 'fresh', complete: null, network: 'sandbox', slot: slot.result })
  expect(await (await request.get('/api/v1/getIndexerHealth')).json()).toMatchObject({ result: 'ok' })
  expect(await (await request.get('/api/v1/status')).json()).toMatchObject({ verdict: 'ok', network: 'sandbox' })
})

/** When a page's row may first be clicked, in their order. */
const MOMENTS = ['without scripts yet', 'scripts ran', 'taking over', 'row taken over'] as const

for (const moment of MOMENTS) {
  test(`a row opens though it is clicked as early as this: ${moment}`, { tag: '@slow' }, async ({ page }) => {
    await page.addInitScript((moment) => {
      if (location.search.includes('open=')) return
      const row = () => document.querySelector<HTMLAnchorElement>('a[aria-expanded]')
      const has = (holder: object | null, name: string) => Object.keys(holder ?? {}).some((key) => key.startsWith(name))
      const hasCome = {
        'without scripts yet': () => document.readyState !== 'loading',
        'scripts ran': () => 'next' in globalThis,
        'taking over': () => has(document, '__reactContainer'),
        'row taken over': () => has(row(), '__reactProps'),
      }[moment]
      // Between any two tasks of the page.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        if (hasCome() && row()) row()?.click()
        else port2.postMessage(null)
      }
      port2.postMessage(null)
    }, moment)
    await page.goto(`${examplePath('owner')}?limit=10`, { waitUntil: 'commit' })
    await expect(page.getByRole('region', { name: 'Byte lens' })).toBeVisible()
    expect(page.url()).toContain('open=')
  })
}

test('on paper an account has whole identifiers, its network and slot, and nothing to press', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto(examplePath('consumed'))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const signature = page.getByRole('table', { name: 'Signatures' }).locator('.id').first()
  expect(await signature.evaluate((element) => (element as HTMLElement).innerText.replace(/\s/g, ''))).toMatch(
    /^\w{86,88}$/,
  )
  expect(await signature.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(300)
  await expect(page.getByRole('link', { name: /^Indexer/ })).toBeVisible()
  for (const each of await page.getByRole('button').all()) await expect(each).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

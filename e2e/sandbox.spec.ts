import type { Page } from '@playwright/test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { clipboardText } from './clipboard'
import { examplePath, examples } from './examples'
import { expect, test } from './test'

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
    expect(await response.text(), example.path).not.toContain('Indexer unreachable')
  }
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
    const summary = reader.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('created and consumed by one transaction')
    await expect(reader.getByRole('complementary', { name: 'Shared link' })).toContainText(
      'Created and consumed after that',
    )
  }
  await plain.context().close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('whoever pastes a wallet of mainnet learns that this is demo data, and where to look', async ({ page }) => {
    const wallet = addressOf('a wallet of mainnet')
    for (const path of [`/search?q=${wallet}`, `/wallet/${wallet}`, `/owner/${wallet}`, `/delegate/${wallet}`]) {
      await page.goto(path)
      const nothing = page.getByText('Nothing found on sandbox, which has demo data, not mainnet’s.').locator('..')
      await expect(nothing.getByRole('link', { name: 'Solscan' })).toHaveAttribute(
        'href',
        `https://solscan.io/account/${wallet}`,
      )
    }
    await page.getByRole('link', { name: 'connect an indexer' }).click()
    await page.waitForURL('**/help#connect')
    await page.getByRole('banner').getByRole('link', { name: 'Demo' }).click()
    await page.waitForURL('**/help#demo')
  })

  test('rows, paging, open rows and search are there', async ({ page }) => {
    await page.goto(examplePath('wallet'))
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')).toHaveCount(50)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Rows 51–100')).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Previous' }).click()
    await expect(page.getByText('Rows 1–50')).toBeVisible()
    await page.locator('a[aria-expanded]').first().click()
    await expect(page.locator('.row-detail')).toContainText('Created')
    await expect(page.getByRole('button', { name: 'Copy hash' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill(examplePath('live').split('/').pop() ?? '')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`**${examplePath('live')}`)
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('live since')
  })
})

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
  const signature = page.getByRole('region', { name: 'Summary' }).locator('.id').last()
  expect(await signature.evaluate((element) => (element as HTMLElement).innerText.replace(/\s/g, ''))).toMatch(
    /^\w{86,88}$/,
  )
  expect(await signature.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(300)
  await expect(page.getByRole('link', { name: /^Indexer/ })).toBeVisible()
  for (const each of await page.getByRole('button').all()) await expect(each).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('fifty rows take at most three sheets, and a wallet has its holdings on paper', { tag: '@nightly' }, async ({
  page,
}) => {
  const sheets = async () => (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  for (const kind of ['owner', 'wallet-tokens', 'delegate']) {
    await page.goto(examplePath(kind))
    expect.soft(await sheets(), kind).toBeLessThanOrEqual(3)
  }
  await page.goto(examplePath('holdings'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Holdings' })).toBeVisible()
})

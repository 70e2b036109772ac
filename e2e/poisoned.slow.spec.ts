import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { Joined } from '@/lib/testing/world/worlds'
import { expect, type Locator, type Page, test } from './live'

/* facts/reliability.md (c) F35, (e) S11. */

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account')
const ATTACKS = [
  '\u202E\u2066\u200D\uFEFF\0\u001B[31m<img src=x onerror="window.ran=1">',
  '</script><script>window.ran=2</script>\u2028',
  '" onmouseover="window.ran=3" x="\u200F',
  "javascript:window.ran=4//'`\u202D",
  '{{7*7}}%{7*7}<svg onload=window.ran=5>\u0007',
  `שלום مرحبا 123 ${'o\u0300\u0301\u0302\u0303'.repeat(8)}`,
]

let indexer: http.Server
let net: Joined

test.beforeAll(async ({ live }) => {
  const poisoned = <T extends object>(row: T, names: readonly (keyof T)[], n: number): T => ({
    ...row,
    ...Object.fromEntries(names.map((name, i) => [name, `${String(name)} ${n} ${ATTACKS[(n + i) % ATTACKS.length]}`])),
  })
  // The last row of each list is plain, to compare the others with.
  const plain = <T>(rows: T[], poison: (row: T, n: number) => T): T[] =>
    rows.map((row, n) => (n === ATTACKS.length ? row : poison(row, n)))
  const accounts = plain(makeAccounts(OWNER, 7), (account, n) => ({
    ...poisoned(account, ['hash', 'address', 'tree'], n),
    data: { ...poisoned({ data: '', dataHash: '' }, ['data', 'dataHash'], n), discriminator: 2n },
  }))
  const tokenAccounts = plain(makeTokenAccounts(DELEGATE, 7), ({ account, tokenData }, n) => ({
    account: poisoned(account, ['hash', 'address', 'tree', 'owner'], n),
    tokenData: poisoned(tokenData, ['mint', 'owner', 'state', 'tlv'], n),
  }))
  const latest = plain(makeSignatures(7), (item, n) => poisoned(item, ['signature'], n))
  const list = (items: unknown[]) => ({ context: { slot: 418_890_000 }, value: { items, cursor: null } })
  const results: Record<string, unknown> = {
    getIndexerHealth: 'ok',
    getIndexerSlot: 418_890_000,
    getCompressedAccountsByOwner: list(accounts),
    getCompressedTokenAccountsByDelegate: list(tokenAccounts),
    getLatestCompressionSignatures: list(latest),
    getCompressionSignaturesForAccount: { context: { slot: 418_890_000 }, value: { items: latest.slice(0, 2) } },
  }
  indexer = http.createServer(async (request, response) => {
    const { id, method } = (await json(request)) as { id: string; method: string }
    response.setHeader('content-type', 'application/json')
    response.end(stringifyJson({ jsonrpc: '2.0', id, result: results[method] }))
  })
  await new Promise<void>((resolve) => indexer.listen(0, '127.0.0.1', resolve))
  net = await live.join('poisoned', `http://127.0.0.1:${(indexer.address() as AddressInfo).port}`)
})

test.afterAll(async () => {
  await net?.leave()
  indexer?.close()
  indexer?.closeAllConnections()
})

async function expectInert(page: Page, url: string): Promise<void> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  page.on('dialog', (dialog) => refused.push(`dialog: ${dialog.message()}`))
  const response = await page.goto(url)
  expect(response?.status(), url).toBe(200)
  await expect(page.locator('main')).toContainText('‹U+')
  await page.mouse.move(300, 400)
  await page.waitForLoadState('load')
  expect(refused, url).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran), url).toBeUndefined()
  const shown = await page.locator('main').innerText()
  expect(shown, url).not.toMatch(/[\p{Cf}\p{Zl}]/u)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
  expect(shown, url).not.toMatch(/[\u0000-\u0008\u000B-\u001F]/)
  expect(await page.locator('img[src="x"], main svg[onload], main [onmouseover]').count(), url).toBe(0)
  expect(await page.locator('a[href^="javascript:"]').count(), url).toBe(0)
  const stray = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement?.closest('bdi, script, title, textarea')
      if (
        node.nodeValue?.includes('‹U+') &&
        (!within || (within.tagName === 'BDI' && within.getAttribute('dir') !== 'ltr'))
      ) {
        found.push(node.nodeValue.slice(0, 80))
      }
    }
    return found
  })
  expect(stray, url).toEqual([])
}

for (const [what, at, table] of [
  ['accounts', `/owner/${OWNER}`, 'Compressed accounts'],
  ['token accounts', `/delegate/${DELEGATE}`, 'Token accounts'],
  ['the latest signatures', '/latest', 'Signatures'],
  ['the life of an account', `/account/${HASH}`, null],
  ['the home page', '/', null],
] as const) {
  test(`F35 poisoned text is inert and isolated in ${what}`, async ({ page }) => {
    await expectInert(page, net.at(at))
    if (!table) return
    const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(ATTACKS.length + 1)
    const boxes = (row: Locator) =>
      row.getByRole('cell').evaluateAll((cells) => cells.map((each) => Math.round(each.getBoundingClientRect().left)))
    const [wanted = [], ...others] = await Promise.all((await rows.all()).reverse().map(boxes))
    expect(wanted.length).toBeGreaterThan(1)
    expect(wanted).toEqual([...wanted].sort((a, b) => a - b))
    for (const cells of others) expect(cells).toEqual(wanted)
  })
}

test('an open row with poisoned data shows it as text', async ({ page }) => {
  await page.goto(net.at(`/owner/${OWNER}`))
  const href = await page.locator('a[href*="open="]').first().getAttribute('href')
  await expectInert(page, new URL(href ?? '', page.url()).href)
  await expect(page.getByText('The data is not base64')).toBeVisible()
})

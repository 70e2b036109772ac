import type { Browser } from '@playwright/test'
import { base58 } from '@scure/base'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { examplePath } from './examples'
import { test as bare, expect, type Page } from './live'
import { test } from './test'

async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('over the sandbox', () => {
  test('a filter by bytes, a slice and its removal, by keyboard alone', async ({ page }) => {
    await page.goto(`/owner/${TOKEN_PROGRAM}`)
    await page.locator('summary', { hasText: /^Filters/ }).focus()
    await page.keyboard.press('Enter')
    for (let stop = 0; stop < 10; stop++) await page.keyboard.press('Tab')
    await expect(page.getByLabel('Offset')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('64')
    await page.keyboard.press('Tab')
    await page.keyboard.type('u64')
    await page.keyboard.press('Tab')
    await page.keyboard.type('9007199254740993')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/owner/${TOKEN_PROGRAM}?filter=64:Ahg1opVehm`)
    const sent = page.getByRole('region', { name: 'Active filters' })
    await expect(sent).toContainText('byte 64:01 00 00 00 00 00 20 008 bytes')
    await page.locator('summary', { hasText: /^Filters/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Length').focus()
    await page.keyboard.type('72')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/owner/${TOKEN_PROGRAM}?filter=64:Ahg1opVehm&slice=0:72`)
    await sent.getByRole('link', { name: 'Remove the filter at byte 64' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/owner/${TOKEN_PROGRAM}?slice=0:72`)
    await expect(sent).toContainText('data slice: 72 bytes from byte 0')
    await expect(page.getByRole('row').nth(1)).toContainText('72 B')
  })

  test('rows that are loaded can be narrowed without asking anybody', async ({ page }) => {
    await page.goto(examplePath('wallet'))
    const rows = page.getByRole('table', { name: 'Compressed accounts' }).locator('tbody tr')
    await expect(rows).toHaveCount(50)
    const wanted = (await rows.nth(6).locator('[data-label="Hash"]').innerText()).trim()
    const box = page.getByLabel('Filter this page')
    await box.fill(wanted.toLowerCase())
    await expect(page.getByText('1 of 50 loaded rows')).toBeVisible()
    // Offline, not counted: a page with a stale answer requests the newer one by itself.
    await page.context().setOffline(true)
    await expect(rows).toHaveCount(1)
    const sol = (await rows.first().locator('[data-label="SOL"]').innerText()).trim()
    await box.fill(sol)
    await expect(rows.first()).toContainText(sol)
    await box.fill('no such row')
    await expect(page.getByText('0 of 50 loaded rows')).toBeVisible()
    await expect(rows).toHaveCount(0)
    await box.press('Escape')
    await expect(box).toHaveValue('')
    await expect(rows).toHaveCount(50)
  })

  test('what is typed before the page’s scripts run is found once they do', async ({ page }) => {
    const runScripts = await holdScripts(page)
    await page.goto(examplePath('wallet'), { waitUntil: 'domcontentloaded' })
    const hash = page.locator('tbody td[data-label="Hash"]').nth(6)
    await page.getByLabel('Filter this page').fill((await hash.innerText()).trim().toLowerCase())
    runScripts()
    await expect(page.getByText('1 of 50 loaded rows')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  })

  test('a wallet’s tokens have mint and amount, are found by the amount, and are saved with it', async ({ page }) => {
    await page.goto(examplePath('wallet-tokens'))
    const table = page.getByRole('table', { name: 'Compressed accounts' })
    await expect(table.getByRole('columnheader')).toContainText(['Hash', 'Amount', 'Mint', 'Delegate'])
    const cell = (name: string) => table.locator(`tbody td[data-label="${name}"]`)
    const [, wallet = ''] = /filter=32:(\w+)/.exec(examplePath('wallet-tokens')) ?? []
    await expect(cell('Wallet'), 'the filter fixes it').toHaveCount(0)
    const mint = await cell('Mint').locator('bdi').first().textContent()
    const amount = (await cell('Amount').locator('data').first().getAttribute('value')) ?? ''
    await page.getByLabel('Filter this page').fill(amount)
    await expect(cell('Amount').locator(`data[value="${amount}"]`).first()).toBeVisible()
    await expect(page.getByText(/^\d+ of \d+ loaded rows$/)).toBeVisible()
    const params = new URLSearchParams({
      owner: TOKEN_PROGRAM,
      filters: JSON.stringify([{ memcmp: { offset: 32, bytes: wallet } }]),
      format: 'csv',
    })
    const csv = await (await page.request.get(`/api/v1/getCompressedAccountsByOwner/export?${params}`)).text()
    expect(csv).toMatch(
      /,mint,token_owner,amount,delegate,state,delegated_amount,withheld_transfer_fee,is_ata,decimals,amount_in_tokens\r\n/,
    )
    expect(csv).toMatch(new RegExp(`,${mint},${wallet},'?${amount},`))
  })
})

bare.describe('over an indexer that counts its questions', () => {
  const owner = addressOf('filters')
  let net: JourneyNetwork
  const at = (path: string) => net.at(path)

  bare.beforeAll(async ({ live }) => {
    net = await live.network('filters', {
      accounts: makeRows(owner),
      tokenAccounts: makeTokenAccounts(addressOf('d'), 3),
    })
  })

  bare.afterAll(() => net?.leave())

  bare.afterEach(() => net.indexer.fail(null))

  const sent = () => net.indexer.requests.filter(({ method }) => method === 'getCompressedAccountsByOwner')

  bare(
    'without scripts, each way of typing finds the same row, and everything else is kept',
    async ({ browser, live }) => {
      const page = await withoutScripts(browser, live.url)
      const ways: [format: string, text: string][] = [
        ['u64', '9,007,199,254,740,993'],
        ['hex', '0x0100000000002000'],
        ['base58', base58.encode(Uint8Array.of(1, 0, 0, 0, 0, 0, 32, 0))],
      ]
      for (const [format, text] of ways) {
        await page.goto(at(`/owner/${owner}?slice=0:16&limit=10`))
        await expect(page.getByLabel('Filter this page')).toBeHidden()
        await page.locator('summary', { hasText: /^Filters/ }).click()
        await page.getByLabel('Offset').fill('8')
        await page.getByLabel('Type').selectOption(format)
        await page.getByLabel('Bytes', { exact: true }).fill(text)
        await page.getByRole('button', { name: 'Add filter' }).click()
        await expect(page).toHaveURL(at(`/owner/${owner}?filter=8:Ahg1opVehm&slice=0:16&limit=10`))
        await expect(page.locator('tbody tr')).toHaveCount(1)
        await expect(page.getByText('Row 1 of 1', { exact: true })).toBeVisible()
      }
      await page.locator('summary', { hasText: /^Filters/ }).click()
      await page.getByLabel('Type').selectOption('text')
      await page.getByLabel('Bytes', { exact: true }).fill('name-005')
      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page.getByRole('heading', { name: 'No account matches' })).toBeVisible()
      await page.getByRole('link', { name: 'Remove the filter at byte 8' }).click()
      await expect(page.locator('tbody tr')).toHaveCount(1)
      await page.context().close()
    },
  )

  bare(
    'without scripts, bad input is explained at its field, kept, and nothing is asked',
    async ({ browser, live }) => {
      const page = await withoutScripts(browser, live.url)
      await page.goto(at(`/owner/${owner}?filter=0:ZiCa&limit=10`))
      const before = sent().length
      await page.locator('summary', { hasText: /^Filters/ }).click()
      await page.getByLabel('Offset').fill('99999999')
      await page.getByLabel('Type').selectOption('hex')
      await page.getByLabel('Bytes', { exact: true }).fill('0xabc')
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.url().includes('filterBytes')),
        page.getByRole('button', { name: 'Add filter' }).click(),
      ])
      expect(response.status()).toBe(400)
      await expect(page.getByLabel('Offset')).toHaveAccessibleDescription(/must be at most 10,485,760/)
      await expect(page.getByLabel('Offset')).toHaveValue('99999999')
      await expect(page.getByLabel('Type')).toHaveValue('hex')
      const bytes = page.getByLabel('Bytes', { exact: true })
      await expect(bytes).toHaveValue('0xabc')
      await expect(bytes).toHaveAccessibleDescription(/two hex digits a byte: this has 3/)
      await expect(bytes).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('region', { name: 'Filters not applied yet' })).toContainText('byte 0:')
      expect(sent()).toHaveLength(before)

      await page.getByLabel('Offset').fill('0')
      await bytes.fill('01')
      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page).toHaveURL(at(`/owner/${owner}?filter=0:ZiCa&filter=0:2&limit=10`))
      await page.context().close()
    },
  )

  const REFUSALS: [fault: Fault, words: RegExp][] = [
    [
      { kind: 'error', code: -32000, message: 'Validation Error: Too many filters. The maximum number is 1' },
      /accepts fewer than 2 filters/,
    ],
    [{ kind: 'error', code: -32602, message: 'Invalid params' }, /rejected this request with 2 filters and a slice/],
    [{ kind: 'error', code: -32702, message: 'Response is too big' }, /A data slice loads less of each/],
  ]
  for (const [fault, words] of REFUSALS) {
    const tag = words === REFUSALS[0]?.[1] ? [] : ['@nightly']
    bare(`explains near the filters that the indexer refuses: ${JSON.stringify(fault)}`, { tag }, async ({ page }) => {
      net.indexer.fail(fault, { methods: ['getCompressedAccountsByOwner'] })
      const other = addressOf(`refused ${fault.kind === 'error' ? fault.code : ''}`)
      await page.goto(at(`/owner/${other}?filter=0:a&filter=1:b&slice=0:200`))
      const sent = page.getByRole('region', { name: 'Active filters' })
      await expect(sent.getByRole('link', { name: /^Remove the filter/ })).toHaveCount(2)
      const note = page.getByRole('region', { name: 'About this refusal' })
      await expect(note).toContainText(words)
      net.indexer.fail(null)
      await note.getByRole('link', { name: 'Remove the slice' }).click()
      await expect(page).toHaveURL(at(`/owner/${other}?filter=0:a&filter=1:b`))
      await expect(page.getByRole('heading', { name: 'No account matches' })).toBeVisible()
      await expect(note).toBeHidden()
    })
  }
})

async function withoutScripts(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  return context.newPage()
}

function makeRows(owner: string): AccountItem[] {
  return Array.from({ length: 12 }, (_, i) => {
    const data = Buffer.alloc(24)
    data.write(`name-${String(i).padStart(3, '0')}`)
    data.writeBigUInt64LE(2n ** 53n - 3n + BigInt(i), 8)
    return {
      hash: hashOf(`filtered ${i}`),
      address: null,
      data: { discriminator: 2n, data: data.toString('base64'), dataHash: hashOf(`data ${i}`) },
      owner,
      lamports: BigInt(i),
      tree: addressOf('tree'),
      leafIndex: i,
      seq: BigInt(i),
      slotCreated: 418_880_000,
    }
  })
}

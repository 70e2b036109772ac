import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { clipboardText } from './clipboard'
import { expect, type Locator, type Page, test } from './live'

const BIG_OWNER = addressOf('owner of a megabyte')
const BIG_BYTES = 1_048_576
const WALLET = addressOf('wallet')
const MINT = addressOf('mint')
const AMOUNT = 18_446_744_073_709_551_615n

const ROWS = Array.from({ length: 14 }, (_, n) => {
  const owner = n < 2 ? WALLET : addressOf(`wallet ${n}`)
  const state = n % 2 === 1 ? 'frozen' : 'initialized'
  return makeTokenRow({ name: `token ${n}`, owner, mint: MINT, amount: AMOUNT - BigInt(n), state, leafIndex: n })
    .account
})

function megabyte(): AccountItem {
  const data = Buffer.alloc(BIG_BYTES)
  for (let at = 0; at < BIG_BYTES; at += 4) data.writeUInt32LE(at, at)
  const [account] = makeAccounts(BIG_OWNER, 1)
  if (!account?.data) throw new Error('the fixtures changed')
  return { ...account, data: { ...account.data, discriminator: 77n, data: data.toString('base64') } }
}

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  net = await live.network('lens', { accounts: [...ROWS, megabyte()] })
})

test.afterAll(() => net?.leave())

const ownerAt = (query = '') => at(`/owner/${TOKEN_PROGRAM}${query}`)
const lensOn = (page: Page) => page.getByRole('region', { name: 'Byte lens' })

async function open(page: Page, row: AccountItem, where = ownerAt()): Promise<Locator> {
  await page.goto(where)
  await page.getByRole('link', { name: `Open account ${row.hash}` }).click()
  await expect(lensOn(page)).toBeVisible()
  return lensOn(page)
}

test('token data are read field by field on their bytes, and a field selects them', async ({ page }) => {
  const lens = await open(page, ROWS[1] as AccountItem)
  const fields = lens.getByRole('table', { name: 'Token data, layout v1' })
  const field = (name: string) => fields.getByRole('row', { name: new RegExp(`^${name} `) })
  const says = { mint: MINT, owner: WALLET, amount: '18446744073709551614', delegate: 'none', state: 'frozen' }
  for (const [name, value] of Object.entries(says)) await expect(field(name)).toContainText(value)
  await lens.getByRole('button', { name: 'amount', exact: true }).click()
  await expect(lens.getByText('Bytes 64 to 71, 8 bytes').first()).toBeVisible()
  await expect(lens.getByRole('status').filter({ hasText: 'Bytes 64 to 71, 8 bytes selected' })).toHaveCount(1)
  const values = lens.getByRole('table', { name: 'Values at the cursor' })
  await expect(values.getByRole('row', { name: /^u64/ })).toContainText(says.amount)
  await expect(values.getByRole('row', { name: /^i64/ })).toContainText('-2')
  await lens.getByRole('textbox', { name: 'Go to offset' }).fill('74')
  await lens.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(lens.getByText('Byte 74', { exact: true })).toBeVisible()
  await expect(values.getByRole('row', { name: /^u16/ })).toContainText('needs 2 bytes, 1 are left')
})

test('its bytes are drawn in hex, and all of them or a selection are copied in three encodings', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = ROWS[0] as AccountItem
  const bytes = Buffer.from(row.data?.data ?? '', 'base64')
  const lens = await open(page, row)
  const cells = await lens.getByRole('grid', { name: 'Bytes' }).getByRole('gridcell').allTextContents()
  expect(cells.join('')).toBe(bytes.toString('hex'))
  const copied = async (encoding: string) => {
    await lens.getByRole('button', { name: encoding, exact: true }).click()
    await expect(lens.getByRole('status').filter({ hasText: `Copied as ${encoding}` })).toBeVisible()
    return clipboardText(context)
  }
  expect(await copied('hex')).toBe(bytes.toString('hex'))
  expect(await copied('base64')).toBe(row.data?.data)
  await lens.getByRole('button', { name: 'mint', exact: true }).click()
  expect(await copied('base58')).toBe(MINT)
})

test('with a mouse a range is dragged, with Shift extended', { tag: '@nightly' }, async ({ page }) => {
  const lens = await open(page, ROWS[0] as AccountItem)
  const cell = (n: number) => lens.getByRole('gridcell').nth(n)
  await cell(3).hover()
  await page.mouse.down()
  await cell(20).hover()
  await page.mouse.up()
  await expect(lens.getByText('Bytes 3 to 20, 18 bytes').first()).toBeVisible()
  await expect(lens.getByRole('gridcell', { selected: true })).toHaveCount(18)
  await cell(10).click({ modifiers: ['Shift'] })
  await expect(lens.getByText('Bytes 3 to 10, 8 bytes').first()).toBeVisible()
  const text = lens.locator('[data-text-at="16"]')
  const box = await text.boundingBox()
  await text.click({ position: { x: ((box?.width ?? 0) * 5.5) / 16, y: 8 } })
  await expect(lens.getByText('Byte 21', { exact: true })).toBeVisible()
})

test('by the keyboard alone: open, move, extend, jump, search', async ({ page }) => {
  await page.goto(ownerAt())
  const row = ROWS[1] as AccountItem
  await page.getByRole('link', { name: `Open account ${row.hash}` }).focus()
  await page.keyboard.press('Enter')
  const lens = lensOn(page)
  await expect(lens).toBeVisible()
  const grid = lens.getByRole('grid', { name: 'Bytes' })
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Tab does not lead there')
  }
  await tabTo(grid)
  await page.keyboard.press('Control+Home')
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowDown')
  await expect(lens.getByText('Byte 64', { exact: true })).toBeVisible()
  for (let n = 0; n < 7; n++) await page.keyboard.press('Shift+ArrowRight')
  await expect(lens.getByRole('status').filter({ hasText: 'Bytes 64 to 71, 8 bytes selected' })).toHaveCount(1)
  const active = await grid.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('data-at', '71')
  await page.keyboard.press('Control+End')
  await expect(lens.getByText('Byte 74', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(lens.getByText('Bytes 0 to 74, 75 bytes').first()).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(lens.getByRole('textbox', { name: 'Go to offset' })).toBeFocused()
  await page.keyboard.type('0x20+32')
  await page.keyboard.press('Enter')
  await expect(lens.getByRole('status').filter({ hasText: 'Bytes 32 to 63, 32 bytes selected' })).toHaveCount(1)
  await tabTo(lens.getByRole('link', { name: 'Find accounts with these bytes' }))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('filter') === `32:${WALLET}`)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap sets the cursor, and a second one ends a range', { tag: '@nightly' }, async ({ page }) => {
    const lens = await open(page, ROWS[0] as AccountItem)
    await lens.getByRole('gridcell').nth(2).tap()
    await expect(lens.getByText('Byte 2', { exact: true })).toBeVisible()
    await lens.getByRole('button', { name: 'Extend to…' }).tap()
    await lens.getByRole('gridcell').nth(9).tap()
    await expect(lens.getByText('Bytes 2 to 9, 8 bytes').first()).toBeVisible()
  })
})

test('a layout becomes columns of every row, stays in the fragment, and is never sent', async ({ page, browser }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const lens = await open(page, ROWS[1] as AccountItem, ownerAt('?limit=10'))
  await lens.getByText('Your field layout').click()
  const box = lens.getByRole('textbox', { name: 'One field per line' })
  await box.fill('mint: pubkey\nwallet: pubkee\nunits: u65')
  await lens.getByRole('button', { name: 'Apply to all rows' }).click()
  await expect(lens.getByRole('alert')).toContainText('Line 2: “pubkee” is not a type')
  await expect(lens.getByRole('alert')).toContainText('Line 3: “u65” is not a type')
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(page.url()).not.toContain('#')
  await box.fill('mint: pubkey\nwallet: pubkey\nunits: u64\ntag: bool\n')
  await lens.getByRole('button', { name: 'Apply to all rows' }).click()
  await expect(lens.getByRole('status').filter({ hasText: 'Applied: 4 columns in every row' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#layout=mint:pubkey;wallet:pubkey;units:u64;tag:bool')
  const table = page.getByRole('table', { name: 'Compressed accounts' })
  const column = (name: string) => table.locator(`.row td[data-label="${name}"]`)
  await expect(column('units')).toHaveText(Array.from({ length: 10 }, (_, n) => String(AMOUNT - BigInt(n))))
  await expect(column('wallet').first()).toHaveText(WALLET)
  await expect(lens.getByRole('table', { name: 'Your layout' }).getByRole('row', { name: /^units / })).toContainText(
    '18446744073709551614',
  )

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(column('units').first()).toHaveText(String(AMOUNT - 10n))
  await expect.poll(() => new URL(page.url()).hash).toBe('#layout=mint:pubkey;wallet:pubkey;units:u64;tag:bool')

  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())
  await expect(other.locator('.row td[data-label="units"]').first()).toHaveText(String(AMOUNT - 10n))
  await other.getByRole('button', { name: 'Remove layout' }).click()
  await expect(other.locator('.row td[data-label="units"]')).toHaveCount(0)
  expect(new URL(other.url()).hash).toBe('')
  await other.context().close()
  expect(sent.filter((request) => /layout=|units/.test(request))).toEqual([])
})

test('a layout in an address that does not parse is explained, and the rows stay', async ({ page }) => {
  const calls = net.indexer.calls.getCompressedAccountsByOwner ?? 0
  await page.goto(ownerAt('?limit=25#layout=a:u64;b:u63'))
  await expect(page.getByText('line 2: “u63” is not a type')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')).toHaveCount(14)
  expect((net.indexer.calls.getCompressedAccountsByOwner ?? 0) - calls).toBeLessThanOrEqual(1)
})

test('a field of a layout is shown though a column that was left out bears its name', async ({ page }) => {
  await page.goto(ownerAt('?limit=10&columns=hash#layout=Data:pubkey;units:u64'))
  const table = page.getByRole('table', { name: 'Compressed accounts' })
  await expect(table.getByRole('columnheader')).toHaveText(['Open', 'Hash', 'Data', 'units'])
  await expect(table.locator('.row td[data-label="Data"]').first()).toBeVisible()
})

test('a megabyte opens, is jumped through, and is selected at its end', { tag: '@nightly' }, async ({ page }) => {
  const row = megabyte()
  const lens = await open(page, row, at(`/owner/${BIG_OWNER}`))
  await expect(lens.getByText('Data, 1,048,576 bytes after the discriminator')).toBeVisible()
  const grid = lens.getByRole('grid', { name: 'Bytes' })
  expect(await grid.getByRole('row').count()).toBeLessThan(80)
  await lens.getByRole('textbox', { name: 'Go to offset' }).fill('1,048,575')
  await lens.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(lens.getByText('Byte 1,048,575', { exact: true })).toBeVisible()
  const last = lens.getByRole('gridcell').last()
  await expect(last).toHaveAttribute('data-at', '1048575')
  await grid.focus()
  await expect(last).toBeInViewport()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowLeft')
  await expect(lens.getByText('Bytes 1,048,572 to 1,048,575, 4 bytes').first()).toBeVisible()
  await expect(lens.getByRole('row', { name: /^u32/ })).toContainText('1048572')
  await page.keyboard.press('Control+a')
  await expect(lens.getByText('Search takes at most 256 bytes')).toBeVisible()
  await expect(lens.getByRole('button', { name: 'base58', exact: true })).toBeDisabled()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an open row shows its bytes in hex, text and base64', async ({ page }) => {
    const row = ROWS[0] as AccountItem
    await page.goto(ownerAt())
    await page.getByRole('link', { name: `Open account ${row.hash}` }).click()
    await expect(page.getByRole('region', { name: 'Data in hex and text' })).toContainText('0040')
    await expect(page.getByRole('region', { name: 'Data in base64' })).toHaveText(row.data?.data ?? '')
    await expect(lensOn(page)).toHaveCount(0)
    await page.goto(at(`/owner/${BIG_OWNER}?open=${megabyte().hash}`))
    await expect(page.getByText('First 3,072 bytes. The base64 below is complete.')).toBeVisible()
    await page.getByText('Full base64').click()
    await expect(page.getByRole('region', { name: 'Data in base64' })).toHaveText(megabyte().data?.data ?? '')
  })
})

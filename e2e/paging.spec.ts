import type { Browser } from '@playwright/test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, type Page, test } from './live'
import { allScriptsRun } from './page'
import { untilServed } from './served'

/* design.md 4.3, 5. */

const OWNER = addressOf('owner of 3,200')
const SHORT = addressOf('owner of 1,260')
/** Used by one test only: cached answers would hide a failure. */
const FAILING = addressOf('another owner of 3,200')
const REPEATING = addressOf('owner of 1,500')
const DELEGATE = addressOf('delegate of 1,300')

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  net = await live.network('paging', {
    accounts: [
      ...makeAccounts(OWNER, 3_200),
      ...makeAccounts(FAILING, 3_200),
      ...makeAccounts(SHORT, 1_260),
      ...makeAccounts(REPEATING, 3_000),
    ],
    tokenAccounts: makeTokenAccounts(DELEGATE, 1_300),
    latest: makeSignatures(1_400),
  })
})

test.afterAll(() => net?.leave())

test.afterEach(() => {
  net.indexer.fail(null)
  net.indexer.data.paging = 'sound'
})

const hashes = (page: Page) =>
  page
    .getByRole('table', { name: 'Compressed accounts' })
    .locator('a[aria-expanded]')
    .evaluateAll((links) => links.map((link) => link.id))

const expected = (owner: string) =>
  net.indexer.data.accounts.filter((account) => account.owner === owner).map((account) => account.hash)

async function newPage(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
  return context.newPage()
}

test('a link from before cursors were signed opens at the first page and says so', async ({ page }) => {
  const older = 'AoV9yf4Av4TfxwEABDIAAAAAAAAAADEJEhqdAKGPvXoDfJV3FcUaN-fvIqRyPfzS9Tf7_t_w0A'
  await page.goto(at(`/owner/${SHORT}?limit=25`))
  const first = await hashes(page)
  expect((await page.goto(at(`/owner/${SHORT}?limit=25&cursor=${older}`)))?.status()).toBe(200)
  await expect(page.getByRole('complementary', { name: 'Older link' })).toContainText('shown from its first page')
  expect(await hashes(page)).toEqual(first)
  expect(await violationsOn(page)).toEqual([])
})

test('pages asked at different slots say so, in a new browser too', { tag: '@nightly' }, async ({ page, browser }) => {
  await page.goto(at(`/delegate/${DELEGATE}?limit=250`))
  const first = net.indexer.data.slot
  await expect(page.getByText(/^Slot [0-9,]+/)).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 251–500')).toBeVisible()
  net.indexer.data.slot += 150
  const notice = `Page 1 at slot ${first.toLocaleString('en-US')}, this page at slot ${net.indexer.data.slot.toLocaleString('en-US')}`
  await untilServed(page.url(), notice)
  await page.reload()
  await expect(page.getByText(notice)).toBeVisible()
  const other = await newPage(browser, false)
  await other.goto(page.url())
  await expect(other.getByText(notice)).toBeVisible()
  await other.locator('summary', { hasText: 'More available' }).click()
  await expect(other.getByText(/Pages are of different slots/)).toBeVisible()
  await other.context().close()
})

test('the evidence of the verdict opens and closes by keyboard', async ({ page }) => {
  await page.goto(at(`/owner/${OWNER}`))
  await allScriptsRun(page)
  const verdict = page.locator('summary', { hasText: 'More available' })
  await verdict.focus()
  await page.keyboard.press('Enter')
  const evidence = page.getByText(/every row so far is in cursor order/i)
  await expect(evidence).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(evidence).toBeHidden()
  await expect(verdict).toBeFocused()
})

test('removed repeats are counted where they were removed', { tag: '@nightly' }, async ({ page }) => {
  net.indexer.data.paging = 'defect'
  await page.goto(at(`/owner/${REPEATING}?limit=1000`))
  for (let i = 0; i < 3 && (await page.getByText(/duplicates? removed$/).count()) === 0; i++) {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(new RegExp(`Rows ${(i + 1).toLocaleString('en-US')},001`))).toBeVisible()
  }
  await expect(page.getByText(/^[\d,]+ duplicates? removed$/)).toBeVisible()
})

const frame = (page: Page) => page.locator('.sheet-long')

const currentRow = async (page: Page) =>
  Number(
    ((await page.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '')
      .replace(/^Row ([\d,]+) of.*$/, '$1')
      .replaceAll(',', ''),
  )

const rowCount = (rows: number) => new RegExp(`${rows.toLocaleString('en-US')} rows( loaded)?`)

const isPlaceInLink = async (page: Page) => page.url().includes(`at=${await currentRow(page)}:`)

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, pixels)
}

test('a continuous list shows every row once, in order, to its end, drawing only a few at a time', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(at(`/owner/${SHORT}?limit=100`))
  await page.getByRole('link', { name: 'Continuous' }).click()
  await expect(page.getByText('1,100 rows loaded', { exact: true })).toBeVisible()
  const seen = new Map<number, string>()
  let step = 1_600
  for (let steps = 0; seen.size < 1_260 && steps < 400; steps++) {
    const rows = await frame(page)
      .locator('tr[aria-rowindex]')
      .evaluateAll((all) =>
        all.map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('a')?.id ?? ''] as const),
      )
    expect(rows.length).toBeLessThan(80)
    for (const [index, hash] of rows) seen.set(index - 2, hash)
    // Rows skipped while drawing lagged behind scrolling are met on the way back.
    if (rows.some(([index]) => index === 1_261)) step = -1_100
    if (rows.some(([index]) => index === 2)) step = 1_600
    await scrollBy(page, step)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  expect(seen.size).toBe(1_260)
  const order = [...seen].sort(([a], [b]) => a - b).map(([, hash]) => hash)
  expect(order).toEqual(expected(SHORT))
  await expect(page.getByText('End of list: 1,260 rows')).toBeVisible()
  await expect(page.getByText(/^Complete/)).toHaveCount(1)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1261')
})

test('a continuous list goes through its rows when they come, not while it is scrolled', {
  tag: '@slow',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const work = Object.assign(globalThis, { walks: 0, widthsRead: 0 })
    for (const name of ['some', 'filter', 'map']) {
      const method = Reflect.get(Array.prototype, name)
      Reflect.set(Array.prototype, name, function (this: unknown[], ...given: unknown[]) {
        if (this.length > 500) work.walks++
        return method.apply(this, given)
      })
    }
    const matches = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, 'matches')?.get
    Object.defineProperty(MediaQueryList.prototype, 'matches', {
      get() {
        work.widthsRead++
        return matches?.call(this)
      },
    })
  })
  const count = (name: string) => page.evaluate((name) => Number(Reflect.get(globalThis, name)), name)
  await page.goto(at(`/owner/${OWNER}?mode=continuous`))
  await expect(page.getByText('1,050 rows loaded', { exact: true })).toBeVisible()
  expect(await count('widthsRead')).toBeLessThan(500)
  await page.getByLabel('Filter this page').fill('1')
  await expect(page.getByText(/^[\d,]+ of 1,050 loaded rows$/)).toBeVisible()
  const before = await count('walks')
  for (let i = 0; i < 40; i++) {
    await scrollBy(page, 300)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await expect.poll(() => currentRow(page)).toBeGreaterThan(200)
  // Proofs of the rows may come meanwhile.
  expect((await count('walks')) - before).toBeLessThan(20)
})

test('on a phone, a jump in a continuous list does not compute its rows again for each card', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const work = Object.assign(globalThis, { lookups: 0 })
    const { get } = Map.prototype
    Map.prototype.get = function (key) {
      work.lookups++
      return get.call(this, key)
    }
  })
  await page.goto(at(`/owner/${OWNER}?mode=continuous&at=3000:`))
  await expect(page.getByText('End of list', { exact: true })).toBeVisible()
  await expect.poll(() => currentRow(page)).toBe(3_000)
  const jumps = 10
  const lookups = await page.evaluate(async (jumps) => {
    const before = Number(Reflect.get(globalThis, 'lookups'))
    for (let i = 0; i < jumps; i++) {
      scrollTo(0, ((i * 7) % jumps) * 0.08 * document.documentElement.scrollHeight)
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    }
    return Number(Reflect.get(globalThis, 'lookups')) - before
  }, jumps)
  expect(lookups / jumps / 3_200).toBeLessThan(5)
})

test("a continuous list's place is in its link: kept by a reload, by going back, in a new browser", {
  tag: '@nightly',
}, async ({ page, browser, live }) => {
  await page.goto(at(`/owner/${OWNER}?mode=continuous`))
  await expect(frame(page)).toBeVisible()
  for (let i = 0; (await currentRow(page)) < 1_500 && i < 40; i++) await scrollBy(page, 3_000)
  await expect(page).toHaveURL(/at=\d+:/)
  await expect.poll(() => isPlaceInLink(page)).toBe(true)
  const row = await currentRow(page)
  const hash = expected(OWNER)[row - 1] ?? 'none'
  expect(page.url()).toContain(`at=${row}:${hash}`)
  const isFirst = async (where: Page) => {
    await expect.poll(() => currentRow(where), { timeout: 15_000 }).toBe(row)
    await expect(where.locator(`[id="${hash}"]`)).toBeInViewport()
    expect(where.url()).toContain(`at=${row}:${hash}`)
  }
  await page.reload()
  await isFirst(page)
  const near = expected(OWNER)[row + 5] ?? 'none'
  await page
    .locator('tr', { has: page.locator(`[id="${near}"]`) })
    .getByRole('link')
    .nth(1)
    .click()
  await expect(page).toHaveURL(new RegExp(`/account/${near}`))
  await page.goBack()
  await isFirst(page)
  const other = await newPage(browser)
  await other.goto(page.url())
  await isFirst(other)
  const accounts = net.indexer.data.accounts.filter((account) => account.owner === OWNER && account.hash !== hash)
  const spent = await live.network('paging-spent', { accounts })
  await other.goto(spent.at(`/owner/${OWNER}?mode=continuous&at=${row}:${hash}`))
  await expect(other.getByText(/no longer in the list/)).toBeVisible()
  await expect.poll(() => currentRow(other)).toBe(row)
  await spent.leave()
  await other.context().close()
})

test('rows that come below move none of those on the screen', { tag: '@slow' }, async ({ page }) => {
  const row = 1_901
  const place = `at=${row}:${expected(OWNER)[row - 1]}`
  let pieces = 0
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/api\/v1\/(?!.*proof=).*cursor=/, async (route) => {
    if (++pieces === 3) await held
    await route.continue()
  })
  await page.goto(at(`/owner/${OWNER}?mode=continuous&${place}`))
  await expect(page.getByText('2,050 rows loaded', { exact: true })).toBeVisible()
  await expect.poll(() => currentRow(page)).toBe(row)
  await scrollBy(page, -240)
  await expect(page).not.toHaveURL(new RegExp(place))
  await expect.poll(() => isPlaceInLink(page)).toBe(true)
  const before = await currentRow(page)
  letThrough()
  await expect(page.getByText('3,050 rows loaded', { exact: true })).toBeVisible()
  await page.waitForTimeout(1_000)
  expect(await currentRow(page)).toBe(before)
})

test('a continuous list without JavaScript comes in pages and says why', { tag: '@slow' }, async ({ browser }) => {
  const page = await newPage(browser, false)
  await page.goto(at(`/owner/${OWNER}?mode=continuous&at=700`))
  await expect(page.getByText(/Continuous lists need JavaScript/)).toBeVisible()
  expect(await hashes(page)).toHaveLength(50)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100')).toBeVisible()
  expect(await page.content()).not.toContain('style="')
  await page.context().close()
})

/** Runs in the page: nothing covers the focused link, from its upper to its lower edge. */
function isFocusSeen(): boolean {
  const link = document.activeElement
  const { x, top, bottom, width } = link?.getBoundingClientRect() ?? new DOMRect()
  const row = link?.closest('tbody')
  return [top + 2, bottom - 2].every((y) => row?.contains(document.elementFromPoint(x + width / 2, y)))
}

test('a continuous list by keyboard: rows are reached, opened and left, and the focus is never lost', async ({
  page,
}) => {
  await page.goto(at(`/owner/${REPEATING}?mode=continuous`))
  const rows = expected(REPEATING)
  const focusedHash = () => page.evaluate(() => document.activeElement?.id ?? '')
  await expect(frame(page)).toBeVisible()
  await page.locator(`[id="${rows[0]}"]`).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedHash).toBe(rows[2])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Data in base64' }).or(page.getByText('No data'))).toBeVisible()
  await expect(page.locator(`[id="${rows[2]}"]`)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator(`[id="${rows[2]}"]`)).toHaveAttribute('aria-expanded', 'false')
  for (let i = 0; i < 3; i++) {
    const before = rows.indexOf(await focusedHash())
    await page.keyboard.press('PageDown')
    await expect.poll(async () => rows.indexOf(await focusedHash())).toBeGreaterThan(before + 3)
    // Not under the bar below, nor under the header. WCAG 2.2, 2.4.11.
    await expect.poll(() => page.evaluate(isFocusSeen)).toBe(true)
  }
  await expect(page.getByText(rowCount(1_050)).first()).toBeVisible()
  for (let loaded = 1_050; loaded < rows.length; loaded = Math.min(loaded + 1_000, rows.length)) {
    await page.keyboard.press('End')
    await expect.poll(async () => rows.indexOf(await focusedHash())).toBeGreaterThanOrEqual(loaded - 1)
    await expect(page.getByText(rowCount(Math.min(loaded + 1_000, rows.length))).first()).toBeVisible()
  }
  await page.keyboard.press('End')
  await expect.poll(focusedHash).toBe(rows.at(-1))
  await expect(page.locator(`[id="${rows.at(-1)}"]`)).toBeInViewport()
  await scrollBy(page, -30_000)
  await expect.poll(() => currentRow(page)).toBeLessThan(2_500)
  expect(await focusedHash()).toBe(rows.at(-1))
  await page.keyboard.press('Home')
  await expect.poll(focusedHash).toBe(rows[0])
  await page.keyboard.press('ArrowUp')
  expect(await focusedHash()).toBe(rows[0])
  await page.evaluate(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    document.querySelector<HTMLElement>('header a')?.focus({ preventScroll: true })
  })
  await expect(page.locator(`[id="${rows.at(-1)}"]`)).toBeInViewport()
  expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true)
})

test('a screen of rows is turned at once after an open row was closed, before it is laid out anew', async ({
  page,
}) => {
  await page.goto(at(`/owner/${REPEATING}?mode=continuous`))
  const rows = expected(REPEATING)
  await expect(frame(page)).toBeVisible()
  await page.locator(`[id="${rows[0]}"]`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Byte lens' }).waitFor()
  const down = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const press = (key: string) =>
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        const link = document.activeElement as HTMLElement
        link.click()
        press('PageDown')
        addEventListener(
          'focusin',
          () => {
            const { id } = document.activeElement as HTMLElement
            queueMicrotask(() => press('PageUp'))
            resolve(id)
          },
          { once: true },
        )
      }),
  )
  const focused = async () => rows.indexOf(await page.evaluate(() => document.activeElement?.id ?? ''))
  expect(rows.indexOf(down)).toBeGreaterThan(8)
  await expect.poll(focused).toBe(0)
})

test('what comes late above a continuous list does not push the focused row under the bar below', async ({ page }) => {
  await page.goto(at(`/owner/${REPEATING}?mode=continuous`))
  await expect(frame(page)).toBeVisible()
  const notice = page.locator('section', { has: page.locator('#wrong-rows') })
  await expect(notice).toBeVisible()
  await expect(page.getByPlaceholder('Filter this page')).toBeVisible()
  await expect(page.getByText('1,050 rows loaded', { exact: true })).toBeVisible()
  const firstRow = () => page.locator('tbody[data-index="0"]').evaluate((row) => row.getBoundingClientRect().top)
  const before = await firstRow()
  await notice.evaluate((notice: HTMLElement) => {
    notice.style.display = 'none'
  })
  await expect.poll(firstRow).toBeLessThan(before - 100)
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
  const lowest = await page.evaluate(() => {
    const bar = document.querySelector('nav[aria-label="Pages"]')?.getBoundingClientRect().top ?? 0
    const links = [...document.querySelectorAll<HTMLElement>('tbody[data-index] a[aria-expanded]')]
    const link = links.filter((link) => link.getBoundingClientRect().bottom < bar).at(-1)
    link?.focus({ preventScroll: true })
    return link?.id
  })
  expect(await page.evaluate(isFocusSeen)).toBe(true)
  await notice.evaluate((notice: HTMLElement) => notice.style.removeProperty('display'))
  await expect(notice).toBeVisible()
  await expect.poll(() => page.evaluate(isFocusSeen)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(lowest)
})

test('a failure in the middle keeps the rows; loading goes on where it stopped', { tag: '@slow' }, async ({ page }) => {
  await page.goto(at(`/owner/${FAILING}?mode=continuous`))
  await expect(frame(page)).toBeVisible()
  await expect(page.getByText('1,050 rows loaded', { exact: true })).toBeVisible()
  net.indexer.fail(FAULTS.serverError, { methods: ['getCompressedAccountsByOwner'] })
  const loaded = async () => Number((await page.getByText(/^[\d,]+ rows loaded$/).innerText()).replaceAll(/\D/g, ''))
  const stopped = page.getByText('Loading stopped', { exact: true })
  // What was in flight when the indexer began to fail still arrives.
  for (let more = 0; more < 4 && !(await stopped.isVisible()); more++) {
    const before = await loaded()
    await scrollToEnd(page)
    await expect.poll(async () => (await stopped.isVisible()) || (await loaded()) > before).toBe(true)
  }
  await expect(page.getByText(/Loaded rows stay/)).toBeVisible()
  const shown = await currentRow(page)
  expect(shown).toBeGreaterThan(500)
  net.indexer.fail(null)
  const requestsBefore = net.indexer.requests.length
  const before = await loaded()
  // The explorer may still be sparing the indexer: then the list retries by itself.
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(loaded, { timeout: 80_000 }).toBeGreaterThan(before)
  const cursors = net.indexer.requests
    .slice(requestsBefore)
    .filter(({ method }) => method === 'getCompressedAccountsByOwner')
    .map(({ params }) => (params as { cursor?: string }).cursor)
  // The page may be revalidated once from its start.
  expect(cursors.filter((cursor) => cursor !== undefined).length).toBeGreaterThan(0)
  expect(cursors.filter((cursor) => cursor === undefined).length).toBeLessThanOrEqual(1)
})

test('a click on a link right after scrolling is not lost', async ({ page }) => {
  await page.goto(at(`/owner/${SHORT}?mode=continuous`))
  await expect(frame(page)).toBeVisible()
  await page.getByRole('link', { name: 'Leafscan, home' }).evaluate((link: HTMLElement) => {
    scrollTo(0, 4_000)
    // Slow enough for the place to be written before the next page is there.
    setTimeout(() => link.click(), 300)
  })
  await expect(page.getByRole('heading', { name: /exact to the digit|ZK Compression/ })).toBeVisible()
})

test('the feed reads on continuously', { tag: '@slow' }, async ({ page }) => {
  await page.goto(at('/latest?mode=continuous'))
  await expect(frame(page)).toBeVisible()
  await scrollToEnd(page)
  await expect(page.getByText('1,050 rows loaded', { exact: true })).toBeVisible()
  await scrollToEnd(page)
  await expect(page.getByText(/: 1,400 rows/)).toBeVisible()
})

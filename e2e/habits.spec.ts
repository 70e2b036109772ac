import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { examplePath } from './examples'
import { layoutShift } from './layout-shift'
import { test as liveTest } from './live'
import { allScriptsRun } from './page'
import { test } from './test'

/* features.md a25 to a30, a51 to a59. */

const OWNER = examplePath('owner')
const TOKEN_PROGRAM = OWNER.split('/')[2] ?? ''

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await allScriptsRun(page)
}

const toast = (page: Page) => page.locator('.fixed.bottom-4')
const rows = (page: Page) => page.locator('main table.rows tr.row')

test.describe('keys', () => {
  test('walk the rows, open and close one, turn pages and go places; the focus goes along', async ({ page }) => {
    await ready(page, `${OWNER}?limit=10`)
    await page.keyboard.press('j')
    const openers = page.locator('main .opener a')
    await expect(openers.nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(openers.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('.row-detail')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(page.locator('.row-detail')).toHaveCount(0)
    await expect(openers.nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(toast(page)).toHaveText('First row of this page')

    const hash = await openers.nth(0).getAttribute('id')
    await page.keyboard.press('n')
    await page.waitForURL(/cursor=/)
    await expect(page.locator('main .opener a').first()).not.toHaveAttribute('id', hash ?? '')
    await page.keyboard.press('j')
    await expect(page.locator('main .opener a').first()).toBeFocused()
    await page.keyboard.press('p')
    await expect(page.locator(`[id="${hash}"]`)).toBeVisible()

    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL(/\/latest/)
    await page.keyboard.press('j')
    await expect(rows(page).first().getByRole('link').first()).toBeFocused()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL(/\/status/)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/:\d+\/$/)
  })

  test('do nothing while typing or with modifiers, and can be switched off', { tag: '@nightly' }, async ({ page }) => {
    await ready(page, `${OWNER}?limit=10`)
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.focus()
    await page.keyboard.type('jnpgh?c')
    await expect(box).toHaveValue('jnpgh?c')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await box.blur()
    await page.keyboard.press('Alt+j')
    await expect(page.locator('.row :focus')).toHaveCount(0)

    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toContainText('Copy the row, tab-separated')
    expect(await violationsOn(page)).toEqual([])
    await dialog.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('j')
    await page.keyboard.press('/')
    await page.keyboard.press('?')
    await expect(page.locator('.row :focus')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await dialog.getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(page.locator('.row :focus')).toHaveCount(1)
  })
})

test('times change zone in place, on this page and the next, and nothing moves', async ({ browser, baseURL }) => {
  // The widest offset: hours, minutes and a plus.
  const context = await browser.newContext({ baseURL, timezoneId: 'Asia/Kolkata' })
  const page = await context.newPage()
  await ready(page, '/latest?limit=10&mode=pages')
  const time = page.locator('main td time').first()
  await expect(time).toContainText('UTC')
  // Read in one step: an age could grow from seconds into minutes in between.
  const [before, after, written] = await page.evaluate(() => {
    const places = () =>
      [...document.querySelectorAll('main :is(tr, td, time)')].map((each) =>
        JSON.stringify(each.getBoundingClientRect()),
      )
    const first = places()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }))
    return [first, places(), document.querySelector('main td time')?.textContent]
  })
  expect(written).toContain('+05:30')
  expect(after).toEqual(before)
  await expect(toast(page)).toHaveText('Times in Asia/Calcutta')
  await expect(time).toHaveAttribute('title', /Z$/)
  await page.getByRole('button', { name: 'Theme and times' }).click()
  await expect(page.getByRole('radio', { name: 'Local: Asia/Calcutta' })).toBeChecked()
  await expect(page.locator('main td time').filter({ hasText: 'UTC' })).toHaveCount(0)

  // An age that grows from seconds into minutes moves its neighbours: the clock is fixed.
  await page.clock.setFixedTime(new Date())
  await page.goto(examplePath('consumed'))
  expect(await layoutShift(page, '+05:30', 'tr, dd, time')).toBe(0)
  await context.close()
})

test.describe('labels and the watchlist', () => {
  test('are made, shown everywhere, saved to a file and taken back from it', { tag: '@nightly' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    await ready(page, OWNER)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(toast(page)).toContainText('Watching')
    await expect(page.getByRole('button', { name: 'Watch', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Label', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Labels and watchlist' })
    await expect(dialog.getByLabel('Address, hash or signature')).toHaveValue(TOKEN_PROGRAM)
    await page.keyboard.type('everybody’s tokens')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: 'Labels' })).toContainText('everybody’s tokens')
    expect(await violationsOn(page)).toEqual([])
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save to a file' }).click()
    const file = readFileSync(await (await saving).path())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Label', exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('everybody’s tokens')

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.locator('.row-detail dd').filter({ hasText: TOKEN_PROGRAM })).toContainText(
      'everybody’s tokens (your private label)',
    )

    const other = await browser.newContext({ baseURL })
    const there = await other.newPage()
    await ready(there, '/help')
    await there.getByRole('button', { name: 'Labels and watchlist' }).click()
    const input = there.locator('input[type=file]')
    await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"labels": {}}') })
    await expect(there.getByRole('dialog')).toContainText('Not a Leafscan labels file')
    await input.setInputFiles({ name: 'labels.json', mimeType: 'application/json', buffer: file })
    await expect(there.getByRole('dialog')).toContainText('1 label added, 0 changed; 1 watched page added')
    const { watched, ...foreign } = JSON.parse(file.toString())
    const elsewhere = { ...watched[0], href: '/status' }
    const buffer = Buffer.from(JSON.stringify({ ...foreign, watched: [...watched, elsewhere] }))
    await input.setInputFiles({ name: 'labels.json', mimeType: 'application/json', buffer })
    await expect(there.getByRole('dialog')).toContainText('1 skipped: unreadable')
    expect(await violationsOn(there)).toEqual([])
    await there.goto('/')
    const recent = there.getByRole('region', { name: 'Recently viewed' })
    await expect(recent.getByRole('link', { name: TOKEN_PROGRAM })).toBeVisible()
    await other.close()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('columns are chosen by a form, kept by the links, and hidden for everybody', async ({ page }) => {
    await page.goto(`${OWNER}?limit=10`)
    await page.getByText('Columns').click()
    for (const name of ['Mint', 'Amount', 'Wallet', 'Delegate', 'State']) {
      await page.getByRole('checkbox', { name, exact: true }).uncheck()
    }
    await page.getByRole('checkbox', { name: 'State tree' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/limit=10&columns=hash&columns=tree&columns=slot$/)
    await expect(page.getByRole('columnheader')).toHaveText(['Open', 'Hash', 'State tree', 'Created'])
    await expect(page.getByRole('cell', { name: 'initialized' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('columnheader')).toHaveText(['Open', 'Hash', 'State tree', 'Created'])
    await page.getByText('Columns').click()
    await page.getByRole('link', { name: 'Reset' }).click()
    await expect(page.getByRole('columnheader').filter({ hasText: 'Amount' })).toBeVisible()
    await expect(page).toHaveURL(/cursor=/)
  })

  test('known programs have their name, keys and limits stand in /help, and what needs scripts is not shown', async ({
    page,
  }) => {
    await page.goto(OWNER)
    await expect(page.getByText('Light Token Program', { exact: false }).first()).toBeVisible()
    for (const name of ['Watch', 'Label', 'Shortcuts']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.locator('summary', { hasText: 'Copy' })).toBeHidden()
    await page.goto('/help')
    await expect(page.getByText('Go to latest transactions')).toBeVisible()
    await expect(page.getByText('Totals and holders')).toBeVisible()
  })
})

test.describe('beside other networks', () => {
  const owner = addressOf('owner')
  let net: JourneyNetwork
  const at = (path: string) => net.at(path)

  liveTest.beforeAll(async ({ live }) => {
    const tokens = makeTokenAccounts(addressOf('delegate'), 3)
    const [a, b] = tokens
    if (!a || !b) throw new Error('fixtures')
    const wallet = a.tokenData.owner
    const last = wallet.length - 8
    b.tokenData.owner = `${wallet.slice(0, last)}${wallet[last] === 'x' ? 'y' : 'x'}${wallet.slice(last + 1)}`
    net = await live.network('mine', { accounts: makeAccounts(owner, 3), tokenAccounts: tokens })
  })

  liveTest.afterAll(() => net?.leave())

  liveTest('links lead out on the same network, from public ones only', async ({ page, live }) => {
    await page.goto(`${live.url}/owner/${owner}?cluster=devnet`)
    const out = page.getByRole('link', { name: 'Solana Explorer' })
    await expect(out).toHaveAttribute('href', `https://explorer.solana.com/address/${owner}?cluster=devnet`)
    await expect(out).toHaveAttribute('rel', /noreferrer/)
    await page.goto(at(`/owner/${owner}`))
    await expect(out).toHaveCount(0)
  })

  liveTest('the network changes in place: path and filters stay', async ({ page }) => {
    await page.goto(at(`/owner/${owner}?filter=0:a&columns=hash&limit=25`))
    await page.locator('header summary').click()
    await expect(page.locator('header details')).toContainText('a list begins at its first page')
    await page.getByRole('link', { name: 'devnet' }).click()
    await expect(page).toHaveURL(/filter=0:a&limit=25&columns=hash&cluster=devnet$/)
  })

  liveTest(
    'look-alikes that differ are marked, with what differs; equal ones are not',
    { tag: '@nightly' },
    async ({ page }) => {
      await ready(page, at(`/delegate/${addressOf('delegate')}`))
      const marked = page
        .getByRole('table', { name: 'Token accounts' })
        .locator('td[data-label="Wallet"]')
        .filter({ hasText: 'look-alike' })
      await expect(marked).toHaveCount(2)
      await expect(marked.first()).toContainText(/looks like .*, but differs/)
      await expect(page.getByText('look-alike', { exact: true })).toHaveCount(
        await page.locator('[data-alike]').count(),
      )
      const highlighted = await page.evaluate(() =>
        [...(CSS.highlights.get('differs') ?? [])].map((range) => String(range)),
      )
      expect(highlighted.length).toBeGreaterThanOrEqual(2)
      for (const text of highlighted) expect(text).toHaveLength(1)
      expect(await violationsOn(page)).toEqual([])
    },
  )
})
